// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "thalweg/io/named_tensors.h"
#include "thalweg/optim/line_search.h"
#include "thalweg/tensor/tensor.h"

namespace thalweg::optim {

struct LbfgsOptions {
  double lr = 1;
  std::int64_t max_iter = 20;      // iterations in one step()
  std::int64_t max_eval = 0;       // calls of the closure in one step(); 0: max_iter * 5 / 4
  double tolerance_grad = 1e-7;    // done when no |gradient| is larger
  double tolerance_change = 1e-9;  // done when loss or parameters change less
  std::int64_t history_size = 100;
  bool strong_wolfe = false;  // a line search (line_search.h) in place of steps of length lr
  bool maximize = false;      // uphill
};

/// L-BFGS, PyTorch's form and defaults: down the gradient, scaled by what the last changes of the
/// gradient say of the curvature. For whole batches: the loss must be the same function in each
/// call. All parameters are one vector, in registration order; its products are vecdot's (sum
/// rule), the scalars between them f64. It keeps 2 history_size + 2 vectors of that length.
///   optim::LBFGS lbfgs(net.parameters(), {.strong_wolfe = true});
///   const double loss = lbfgs.step([&] {
///     lbfgs.zero_grad();
///     Tensor loss = mse_loss(net(x), y);
///     loss.backward();
///     return loss;
///   });
/// Nocedal and Wright, Numerical Optimization, 2nd edition, algorithm 7.4.
class LBFGS {
 public:
  /// ValueError for options out of range and as of check_parameters; DtypeError or DeviceError
  /// unless the parameters have one dtype and device.
  explicit LBFGS(std::vector<Tensor> parameters, const LbfgsOptions& options = {});
  LBFGS(const LBFGS&) = delete;
  LBFGS& operator=(const LBFGS&) = delete;

  /// Up to max_iter iterations. `closure` computes the loss with its gradients anew and returns it;
  /// the first loss is returned. Parameters without a gradient stay.
  double step(const std::function<Tensor()>& closure);

  void zero_grad() const;
  std::int64_t iterations() const { return memory_.iterations; }
  const std::vector<Tensor>& parameters() const { return parameters_; }

  /// Options, iterations and history; as Optimizer::state and load_state.
  io::NamedTensors state() const;
  void load_state(const io::NamedTensors& tensors);

 private:
  struct Change {
    Tensor y, s;  // of the gradient and of the parameters
    double rho;   // 1 / (y s)
  };
  /// What one step() leaves for the next.
  struct Memory {
    std::int64_t iterations = 0;
    Tensor direction, gradient;  // of the last iteration
    double t = 0;                // how far it went along the direction
    double scale = 1;            // the diagonal of the first guess at the inverse Hessian
    std::vector<Change> history;
  };

  void check_options() const;
  Trial evaluate(const std::function<Tensor()>& closure) const;
  Tensor position() const;
  void move(const Tensor& from, double t);
  void remember(const Tensor& gradient);
  Tensor direction(const Tensor& gradient) const;
  double first_length(const Tensor& gradient) const;
  void take(const io::NamedTensors& tensors);

  std::vector<Tensor> parameters_;
  LbfgsOptions options_;
  Memory memory_;
};

}  // namespace thalweg::optim
