// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/optim/optimizer.h"

namespace thalweg::optim {

struct PlateauOptions {
  bool maximize = false;       // the larger the metric the better: mode="max"
  double factor = 0.1;         // 0 or more and below 1
  std::int64_t patience = 10;  // bad steps in a row that are borne
  double threshold = 1e-4;     // what counts as better
  bool absolute = false;       // the threshold is a difference, not a part: threshold_mode="abs"
  std::int64_t cooldown = 0;   // steps after a reduction in which nothing is counted
  double min_lr = 0;
  double eps = 1e-8;  // a smaller change of the rate is left out
};

/// Multiplies the learning rates by factor when a metric has not got better for more than patience
/// steps: PyTorch's ReduceLROnPlateau. A step is good when the metric is below
/// best * (1 - threshold), or best - threshold with absolute; above best * (1 + threshold) or best
/// + threshold with maximize. NaN is never good.
///   optim::ReduceLROnPlateau schedule(sgd, {.patience = 5});
///   for (...) { train_epoch(); schedule.step(validation_loss); }
class ReduceLROnPlateau {
 public:
  /// The optimizer must outlive the schedule. ValueError for options out of range.
  explicit ReduceLROnPlateau(Optimizer& optimizer, const PlateauOptions& options = {});

  void step(double metric);
  double best() const { return best_; }  // an infinity before the first good step

  /// What it counts. The rates are the optimizer's to keep, the options the program's.
  io::NamedTensors state() const;
  /// IndexError, ShapeError or DtypeError when the state does not fit; then nothing has changed.
  void load_state(const io::NamedTensors& tensors);

 private:
  bool is_better(double metric) const;
  void reduce();

  Optimizer& optimizer_;
  PlateauOptions options_;
  double best_;
  std::int64_t bad_steps_ = 0;
  std::int64_t cooling_ = 0;  // steps of the cooldown that are left
};

}  // namespace thalweg::optim
