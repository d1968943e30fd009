// SPDX-License-Identifier: Apache-2.0
#include "thalweg/autograd/functional.h"

#include "thalweg/autograd/backward.h"
#include "thalweg/tensor/create.h"
#include "thalweg/tensor/node.h"

namespace thalweg {
namespace {

using Tensors = std::vector<Tensor>;

// Leaves for the float inputs, so that f's graph begins at them; integers (indices) as they are.
Tensors fresh_leaves(const Tensors& inputs) {
  Tensors leaves;
  for (const Tensor& x : inputs) {
    leaves.push_back(x.detach());
    if (is_float(x.dtype())) leaves.back().set_requires_grad();
  }
  return leaves;
}

Tensors detached(const Tensors& tensors) {
  Tensors result;
  for (const Tensor& x : tensors) result.push_back(x.detach());
  return result;
}

void check_vectors(const char* name, const char* of, const Tensors& places,
                   const Tensors& vectors) {
  if (places.size() != vectors.size()) {
    throw ValueError("{}: wants one vector for each {}; got {} for {}", name, of, vectors.size(),
                     places.size());
  }
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Tensor& x = places[i];
    const Tensor& v = vectors[i];
    if (!is_float(x.dtype())) continue;  // indices have no direction
    if (v.defined() && v.shape() == x.shape() && v.dtype() == x.dtype()) continue;
    throw ShapeError("{}: vectors[{}] must be like its {}; got {}={}, vector={}", name, i, of, of,
                     x.describe(), v.describe());
  }
}

// Gradients of sum_k <gradients[k], outputs[k]>; zeros where nothing depends on an input.
Tensors gradients_or_zeros(const Tensors& outputs, const Tensors& gradients, const Tensors& inputs,
                           bool create_graph) {
  Tensors ys, gs, xs;
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    if (!outputs[k].requires_grad()) continue;
    ys.push_back(outputs[k]);
    gs.push_back(gradients[k]);
  }
  for (const Tensor& x : inputs) {
    if (x.requires_grad()) xs.push_back(x);
  }
  Tensors found(xs.size());
  if (!ys.empty() && !xs.empty()) {
    found = grad(ys, xs, gs, {.create_graph = create_graph, .allow_unused = true});
  }
  Tensors result;
  std::size_t next = 0;
  for (const Tensor& x : inputs) {
    const Tensor g = x.requires_grad() ? found[next++] : Tensor();
    result.push_back(g.defined() ? g : zeros_like(x));
  }
  return result;
}

TensorFunction as_list(const TensorMap& f) {
  return [&f](const Tensors& x) { return Tensors{f(x[0])}; };
}

}  // namespace

Derivatives vjp(const TensorFunction& f, const Tensors& inputs, const Tensors& vectors) {
  const EnableGrad mode;
  const Tensors leaves = fresh_leaves(inputs);
  const Tensors outputs = f(leaves);
  check_vectors("vjp", "output", outputs, vectors);
  return {detached(outputs), gradients_or_zeros(outputs, vectors, leaves, false)};
}

Derivatives jvp(const TensorFunction& f, const Tensors& inputs, const Tensors& vectors) {
  check_vectors("jvp", "input", inputs, vectors);
  const EnableGrad mode;
  const Tensors leaves = fresh_leaves(inputs);
  const Tensors outputs = f(leaves);
  // u^T J for a free u; at u = 0 the values vanish, but not the derivative by u.
  Tensors u;
  for (const Tensor& y : outputs) u.push_back(zeros_like(y).set_requires_grad(is_float(y.dtype())));
  const Tensors products = gradients_or_zeros(outputs, u, leaves, true);
  return {detached(outputs), gradients_or_zeros(products, vectors, u, false)};
}

Derivatives hvp(const ScalarFunction& f, const Tensors& inputs, const Tensors& vectors) {
  check_vectors("hvp", "input", inputs, vectors);
  const EnableGrad mode;
  const Tensors leaves = fresh_leaves(inputs);
  const Tensor y = f(leaves);
  const Tensors gradients = gradients_or_zeros({y}, {Tensor()}, leaves, true);
  return {{y.detach()}, gradients_or_zeros(gradients, vectors, leaves, false)};
}

Derivative vjp(const TensorMap& f, const Tensor& x, const Tensor& vector) {
  const Derivatives d = vjp(as_list(f), {x}, {vector});
  return {d.values[0], d.products[0]};
}

Derivative jvp(const TensorMap& f, const Tensor& x, const Tensor& vector) {
  const Derivatives d = jvp(as_list(f), {x}, {vector});
  return {d.values[0], d.products[0]};
}

Derivative hvp(const TensorMap& f, const Tensor& x, const Tensor& vector) {
  const Derivatives d =
      hvp(ScalarFunction([&f](const Tensors& in) { return f(in[0]); }), {x}, {vector});
  return {d.values[0], d.products[0]};
}

}  // namespace thalweg
