// SPDX-License-Identifier: Apache-2.0
#include "thalweg/optim/reduce_on_plateau.h"

#include "thalweg/base/compare.h"
#include "thalweg/base/math.h"
#include "thalweg/optim/check.h"
#include "thalweg/optim/state.h"

namespace thalweg::optim {

ReduceLROnPlateau::ReduceLROnPlateau(Optimizer& optimizer, const PlateauOptions& options)
    : optimizer_(optimizer),
      options_(options),
      best_(options.maximize ? -math::kInfF64 : math::kInfF64) {
  check_fraction("ReduceLROnPlateau", {{"factor", options.factor}});
  check_not_negative("ReduceLROnPlateau", {{"threshold", options.threshold},
                                           {"min_lr", options.min_lr},
                                           {"eps", options.eps},
                                           {"patience", static_cast<double>(options.patience)},
                                           {"cooldown", static_cast<double>(options.cooldown)}});
}

bool ReduceLROnPlateau::is_better(double metric) const {
  const double threshold = options_.maximize ? options_.threshold : -options_.threshold;
  const double bound = options_.absolute ? best_ + threshold : best_ * (1 + threshold);
  return options_.maximize ? metric > bound : metric < bound;
}

void ReduceLROnPlateau::step(double metric) {
  if (is_better(metric)) {
    best_ = metric;
    bad_steps_ = 0;
  } else {
    ++bad_steps_;
  }
  if (cooling_ > 0) {
    --cooling_;
    bad_steps_ = 0;
  }
  if (bad_steps_ > options_.patience) {
    reduce();
    cooling_ = options_.cooldown;
    bad_steps_ = 0;
  }
}

void ReduceLROnPlateau::reduce() {
  for (std::size_t i = 0; i < optimizer_.group_count(); ++i) {
    const double now = optimizer_.lr(i);
    const double reduced = maximum(now * options_.factor, options_.min_lr);
    if (now - reduced > options_.eps) optimizer_.set_lr(reduced, i);
  }
}

io::NamedTensors ReduceLROnPlateau::state() const {
  return {{"ReduceLROnPlateau.best", save_numbers<double>({best_})},
          {"ReduceLROnPlateau.counts", save_numbers<std::int64_t>({bad_steps_, cooling_})}};
}

void ReduceLROnPlateau::load_state(const io::NamedTensors& tensors) {
  const double best = load_numbers<double>(tensors, "ReduceLROnPlateau.best", 1)[0];
  const auto counts = load_numbers<std::int64_t>(tensors, "ReduceLROnPlateau.counts", 2);
  best_ = best;
  bad_steps_ = counts[0];
  cooling_ = counts[1];
}

}  // namespace thalweg::optim
