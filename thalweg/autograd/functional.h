// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "thalweg/tensor/tensor.h"

// Derivatives of functions. `f` gets its inputs as fresh leaves, so histories that the caller's
// tensors have play no part; the results have no history. `f` may use other tensors that require
// gradients; no grad() is changed. All functions throw what f throws, GradientError where an op has
// no derivative, and ShapeError or DtypeError where vectors do not fit.
//
// Each has a form for one input and one output:
//   const auto [y, dy] = jvp([](const Tensor& x) { return tanh(x); }, x, direction);

namespace thalweg {

using TensorFunction = std::function<std::vector<Tensor>(const std::vector<Tensor>&)>;
using TensorMap = std::function<Tensor(const Tensor&)>;
using ScalarFunction = std::function<Tensor(const std::vector<Tensor>&)>;

/// Values of f and a derivative: products[k] belongs to input k (vjp, hvp) or output k (jvp).
struct Derivatives {
  std::vector<Tensor> values;
  std::vector<Tensor> products;
};
struct Derivative {
  Tensor value;
  Tensor product;
};

/// Vector times Jacobian: products[i] = sum_k vectors[k]^T (d f_k / d inputs[i]); zeros where f
/// does not depend on an input.
Derivatives vjp(const TensorFunction& f, const std::vector<Tensor>& inputs,
                const std::vector<Tensor>& vectors);
Derivative vjp(const TensorMap& f, const Tensor& x, const Tensor& vector);

/// Jacobian times vector: products[k] = sum_i (d f_k / d inputs[i]) vectors[i], the derivative of f
/// along a direction. Made of two reverse passes (the product u^T J is linear in u, so its own
/// reverse derivative along the direction is J v); the ops need no forward rules.
Derivatives jvp(const TensorFunction& f, const std::vector<Tensor>& inputs,
                const std::vector<Tensor>& vectors);
Derivative jvp(const TensorMap& f, const Tensor& x, const Tensor& vector);

/// Hessian times vector for f with one element: products[i] = sum_j (d2 f / dx_i dx_j) vectors[j],
/// by differentiating <grad f, vectors>. values holds f(inputs).
Derivatives hvp(const ScalarFunction& f, const std::vector<Tensor>& inputs,
                const std::vector<Tensor>& vectors);
Derivative hvp(const TensorMap& f, const Tensor& x, const Tensor& vector);

}  // namespace thalweg
