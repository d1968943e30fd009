// SPDX-License-Identifier: Apache-2.0
#include "thalweg/optim/lbfgs.h"

#include "thalweg/base/compare.h"
#include "thalweg/base/error.h"
#include "thalweg/base/math.h"
#include "thalweg/ops/add.h"
#include "thalweg/ops/cat.h"
#include "thalweg/ops/check.h"
#include "thalweg/ops/mul.h"
#include "thalweg/ops/neg.h"
#include "thalweg/ops/norm.h"
#include "thalweg/ops/reshape.h"
#include "thalweg/ops/slice.h"
#include "thalweg/ops/sub.h"
#include "thalweg/ops/sum.h"
#include "thalweg/optim/check.h"
#include "thalweg/tensor/copy.h"
#include "thalweg/tensor/create.h"
#include "thalweg/tensor/node.h"

namespace thalweg::optim {
namespace {

double dot(const Tensor& a, const Tensor& b) { return vecdot(a, b).item(); }

double largest(const Tensor& x) { return norm(x, math::kInfF64).item(); }

}  // namespace

LBFGS::LBFGS(std::vector<Tensor> parameters, const LbfgsOptions& options)
    : parameters_(std::move(parameters)), options_(options) {
  check_parameters("LBFGS", parameters_);
  for (const Tensor& p : parameters_) check_same("LBFGS", parameters_[0], p, "first", "other");
  check_options();
  if (options_.max_eval == 0) options_.max_eval = options_.max_iter * 5 / 4;
}

void LBFGS::check_options() const {
  check_not_negative("LBFGS", {{"lr", options_.lr},
                               {"max_eval", static_cast<double>(options_.max_eval)},
                               {"tolerance_grad", options_.tolerance_grad},
                               {"tolerance_change", options_.tolerance_change}});
  if (options_.max_iter >= 1 && options_.history_size >= 1) return;
  throw ValueError("LBFGS: max_iter and history_size are at least 1; got {} and {}",
                   options_.max_iter, options_.history_size);
}

void LBFGS::zero_grad() const {
  for (const Tensor& p : parameters_) p.zero_grad();
}

Trial LBFGS::evaluate(const std::function<Tensor()>& closure) const {
  const double loss = closure().item();
  const NoGrad off;
  std::vector<Tensor> parts;
  for (const Tensor& p : parameters_) {
    const Tensor g = p.grad();
    parts.push_back(reshape(g.defined() ? g : zeros_like(p), {-1}));
  }
  const Tensor gradient = cat(parts);
  return {0, options_.maximize ? -loss : loss, options_.maximize ? -gradient : gradient, 0};
}

Tensor LBFGS::position() const {
  const NoGrad off;
  std::vector<Tensor> parts;
  for (const Tensor& p : parameters_) parts.push_back(reshape(p, {-1}));
  return cat(parts);
}

// Sets the parameters to from + t * direction.
void LBFGS::move(const Tensor& from, double t) {
  const NoGrad off;
  const Tensor x = from + memory_.direction * t;
  std::int64_t begin = 0;
  for (Tensor& p : parameters_) {
    copy_into(p, reshape(slice(x, 0, begin, begin + p.numel()), p.shape()));
    begin += p.numel();
  }
}

// What the last iteration's change says of the curvature.
void LBFGS::remember(const Tensor& gradient) {
  const Tensor y = gradient - memory_.gradient;
  const Tensor s = memory_.direction * memory_.t;
  const double ys = dot(y, s);
  if (!(ys > 1e-10)) return;  // not curved upwards
  auto& history = memory_.history;
  if (static_cast<std::int64_t>(history.size()) == options_.history_size) {
    history.erase(history.begin());
  }
  history.push_back({y, s, 1 / ys});
  memory_.scale = ys / dot(y, y);
}

// -H gradient, where H is the inverse Hessian that the history makes of scale: two loops over it.
Tensor LBFGS::direction(const Tensor& gradient) const {
  const auto& history = memory_.history;
  std::vector<double> alpha(history.size());
  Tensor q = -gradient;
  for (std::size_t i = history.size(); i-- > 0;) {
    alpha[i] = history[i].rho * dot(history[i].s, q);
    q = q - history[i].y * alpha[i];
  }
  Tensor r = q * memory_.scale;
  for (std::size_t i = 0; i < history.size(); ++i) {
    const double beta = history[i].rho * dot(history[i].y, r);
    r = r + history[i].s * (alpha[i] - beta);
  }
  return r;
}

// Nothing is known of the curvature yet: at most lr in the sum of all coordinates.
double LBFGS::first_length(const Tensor& gradient) const {
  return minimum(1.0, 1 / norm(gradient, 1).item()) * options_.lr;
}

double LBFGS::step(const std::function<Tensor()>& closure) {
  Trial now = evaluate(closure);
  const double first_loss = options_.maximize ? -now.loss : now.loss;
  std::int64_t evals = 1;
  bool flat = largest(now.gradient) <= options_.tolerance_grad;
  for (std::int64_t i = 1; i <= options_.max_iter && !flat; ++i) {
    if (++memory_.iterations > 1) remember(now.gradient);
    memory_.direction = direction(now.gradient);
    memory_.gradient = now.gradient;
    memory_.t = memory_.iterations == 1 ? first_length(now.gradient) : options_.lr;
    now.slope = dot(now.gradient, memory_.direction);
    if (!(now.slope <= -options_.tolerance_change)) break;  // no way down, or NaN

    const double loss_before = now.loss;
    const Tensor x = position();
    if (options_.strong_wolfe) {
      const auto at = [&](double t) {
        move(x, t);
        Trial trial = evaluate(closure);
        trial.t = t;
        trial.slope = dot(trial.gradient, memory_.direction);
        return trial;
      };
      const WolfeOptions wolfe{.tolerance_change = options_.tolerance_change,
                               .max_evals = options_.max_eval - evals,
                               .largest = largest(memory_.direction)};
      const Trial start{0, now.loss, now.gradient, now.slope};
      now = strong_wolfe(at, start, memory_.t, wolfe, evals);
      memory_.t = now.t;
      move(x, now.t);
    } else {
      move(x, memory_.t);
      if (i == options_.max_iter) break;  // the loss there is the next step's first
      now = evaluate(closure);
      ++evals;
    }
    flat = largest(now.gradient) <= options_.tolerance_grad;
    if (evals >= options_.max_eval) break;
    if (largest(memory_.direction * memory_.t) <= options_.tolerance_change) break;
    if (math::abs(now.loss - loss_before) < options_.tolerance_change) break;
  }
  return first_loss;
}

}  // namespace thalweg::optim
