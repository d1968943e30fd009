// SPDX-License-Identifier: Apache-2.0
#include "thalweg/optim/clip.h"

#include "thalweg/base/error.h"
#include "thalweg/base/math.h"
#include "thalweg/ops/clamp.h"
#include "thalweg/ops/mul.h"
#include "thalweg/ops/sum.h"
#include "thalweg/optim/check.h"
#include "thalweg/tensor/create.h"
#include "thalweg/tensor/node.h"

namespace thalweg::optim {

double clip_grad_norm(const std::vector<Tensor>& parameters, double max_norm,
                      bool error_if_nonfinite) {
  check_not_negative("clip_grad_norm", {{"max_norm", max_norm}});
  const NoGrad off;
  std::vector<Tensor> squares;  // made before the first is read, so that a device is not waited for
  for (const Tensor& p : parameters) {
    const Tensor g = p.grad();
    if (g.defined()) squares.push_back(vecdot(g, g));
  }
  std::vector<double> sums;
  for (const Tensor& s : squares) sums.push_back(s.item());
  const auto count = static_cast<std::int64_t>(sums.size());
  const double norm = math::sqrt(sum(tensor(sums, {count})).item());
  if (error_if_nonfinite && !math::is_finite(norm)) {
    throw ValueError("clip_grad_norm: the norm of the gradients is finite; got {}", norm);
  }
  const double factor = max_norm / (norm + 1e-6);
  if (factor >= 1) return norm;
  for (const Tensor& p : parameters) {
    if (const Tensor g = p.grad(); g.defined()) p.set_grad(mul(g, factor));
  }
  return norm;
}

void clip_grad_value(const std::vector<Tensor>& parameters, double clip_value) {
  check_not_negative("clip_grad_value", {{"clip_value", clip_value}});
  const NoGrad off;
  for (const Tensor& p : parameters) {
    if (const Tensor g = p.grad(); g.defined()) p.set_grad(clamp(g, -clip_value, clip_value));
  }
}

}  // namespace thalweg::optim
