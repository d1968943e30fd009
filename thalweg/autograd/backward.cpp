// SPDX-License-Identifier: Apache-2.0
#include "thalweg/autograd/backward.h"

#include "thalweg/autograd/walk.h"
#include "thalweg/tensor/create.h"

namespace thalweg {
namespace {

// The gradient that the pass starts with at outputs[k].
Tensor seed(const char* name, const std::vector<Tensor>& outputs,
            const std::vector<Tensor>& gradients, std::size_t k) {
  const Tensor& y = outputs[k];
  const auto which = [&] { return outputs.size() > 1 ? fmt::format("outputs[{}]", k) : "output"; };
  if (!y.defined() || !y.requires_grad()) {
    throw GradientError(
        "{}: the {} has no history; got {}; no input requires a gradient, or it was made under "
        "NoGrad or by detach()",
        name, which(), y.describe());
  }
  if (gradients.empty() || !gradients[k].defined()) {
    if (y.numel() == 1) return ones(y.shape(), y.dtype(), y.device());
    throw ShapeError(
        "{}: the {} must have one element where no gradient is given for it; got {}; take sum or "
        "mean, or give a gradient of its shape",
        name, which(), y.describe());
  }
  const Tensor& g = gradients[k];
  if (g.shape() != y.shape()) {
    throw ShapeError("{}: the gradient must have the shape of the {}; got output={}, gradient={}",
                     name, which(), y.describe(), g.describe());
  }
  if (g.dtype() != y.dtype()) {
    throw DtypeError("{}: the gradient must have the dtype of the {}; got output={}, gradient={}",
                     name, which(), y.describe(), g.describe());
  }
  if (!(g.device() == y.device())) {
    throw DeviceError("{}: the gradient must be where the {} is; got output={}, gradient={}", name,
                      which(), y.describe(), g.describe());
  }
  return g;
}

void start(Walk& walk, const char* name, const std::vector<Tensor>& outputs,
           const std::vector<Tensor>& gradients) {
  if (outputs.empty()) throw ValueError("{}: wants at least one output; got none", name);
  if (!gradients.empty() && gradients.size() != outputs.size()) {
    throw ValueError("{}: wants one gradient for each output; got {} outputs, {} gradients", name,
                     outputs.size(), gradients.size());
  }
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    walk.start(outputs[k], seed(name, outputs, gradients, k));
  }
}

void check_inputs(const std::vector<Tensor>& inputs) {
  std::string wrong;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i].defined() && inputs[i].requires_grad()) continue;
    wrong += fmt::format("{}inputs[{}]={}", wrong.empty() ? "" : ", ", i, inputs[i].describe());
  }
  if (wrong.empty()) return;
  throw GradientError(
      "grad: every input must require a gradient; got {}; call set_requires_grad before computing",
      wrong);
}

}  // namespace

void Tensor::backward(BackwardOptions options) const { thalweg::backward({*this}, {}, options); }

void backward(const std::vector<Tensor>& outputs, const std::vector<Tensor>& gradients,
              BackwardOptions options) {
  Walk walk(options.retain_graph || options.create_graph, options.create_graph);
  start(walk, "backward", outputs, gradients);
  walk.run();
}

std::vector<Tensor> grad(const Tensor& loss, const std::vector<Tensor>& inputs,
                         GradOptions options) {
  return grad(std::vector{loss}, inputs, {}, options);
}

std::vector<Tensor> grad(const std::vector<Tensor>& outputs, const std::vector<Tensor>& inputs,
                         const std::vector<Tensor>& output_gradients, GradOptions options) {
  check_inputs(inputs);
  Walk walk(options.retain_graph || options.create_graph, options.create_graph);
  walk.capture(inputs);
  start(walk, "grad", outputs, output_gradients);
  walk.run();
  std::vector<Tensor> gradients;
  std::string unused;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    gradients.push_back(walk.captured(i));
    if (gradients[i].defined()) continue;
    unused += fmt::format("{}inputs[{}]={}", unused.empty() ? "" : ", ", i, inputs[i].describe());
  }
  if (!unused.empty() && !options.allow_unused) {
    throw GradientError(
        "grad: the outputs do not depend on every input; unused: {}; leave them out, or set "
        "allow_unused to get undefined gradients",
        unused);
  }
  return gradients;
}

}  // namespace thalweg
