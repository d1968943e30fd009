// SPDX-License-Identifier: Apache-2.0
#include "thalweg/autograd/function.h"

#include <algorithm>

#include "thalweg/base/error.h"
#include "thalweg/tensor/record.h"

namespace thalweg {

Function Function::once_differentiable(const char* name, Half forward, Half backward) {
  Function result(name, std::move(forward), std::move(backward));
  result.once_ = true;
  return result;
}

Function Function::without_derivative(const char* name, Half forward, const char* reason) {
  Function result(name, std::move(forward), nullptr);
  result.reason_ = reason;
  return result;
}

const Tensor& FunctionContext::saved(std::size_t i) const {
  if (i < saved_.size()) return saved_[i];
  throw IndexError("saved: forward saved fewer tensors; got index {} of {}; call save in forward",
                   i, saved_.size());
}

std::vector<Tensor> Function::operator()(const std::vector<Tensor>& inputs) const {
  if (!forward_ || (!backward_ && !reason_)) {
    throw ValueError(
        "{}: a Function has a forward and a backward; got none; use "
        "without_derivative where there is no backward",
        name_);
  }
  FunctionContext context;
  std::vector<Tensor> outputs;
  {
    const NoGrad mode;
    outputs = forward_(context, inputs);
  }
  const auto is_input = [&](const Tensor& x) {
    return std::any_of(inputs.begin(), inputs.end(), [&](auto& in) { return x.same_as(in); });
  };
  const std::vector<Tensor> returned = outputs;
  const auto output_of = [&](const Tensor& x) {
    return std::find_if(returned.begin(), returned.end(), [&](auto& y) { return x.same_as(y); }) -
           returned.begin();
  };
  for (Tensor& y : outputs) y = y.detach();  // forward may return what others hold as well
  std::vector<const Tensor*> from;
  std::vector<Tensor*> to;
  for (const Tensor& x : inputs) from.push_back(&x);
  for (Tensor& y : outputs) to.push_back(&y);
  Record r{name_, from, to};
  if (!r) return outputs;
  if (reason_) {
    r.no_derivative(reason_);
    return outputs;
  }
  std::vector<Saved> saved;
  const char* hidden = once_ ? "its backward is declared differentiable once" : nullptr;
  for (const Tensor& x : context.saved_) {
    const auto k = static_cast<std::size_t>(output_of(x));
    const bool output = !is_input(x) && k < outputs.size();
    saved.push_back(output ? r.keep_output(outputs[k]) : r.keep(x));
    if (!hidden && !output && !is_input(x))
      hidden = "it saved a tensor that is no input and no output";
  }
  const std::size_t outputs_count = outputs.size();
  r.backward([name = name_, backward = backward_, saved, hidden, outputs_count](Backward& pass) {
    if (pass.create_graph() && hidden) {
      throw GradientError("{}: no gradient of the gradient: {}; use it without create_graph", name,
                          hidden);
    }
    FunctionContext context;
    for (const Saved& x : saved) context.saved_.push_back(x.get(pass));
    const std::size_t count = pass.node().inputs.size();
    for (std::size_t i = 0; i < count; ++i) context.needs_.push_back(pass.needs(i));
    std::vector<Tensor> gradients;
    for (std::size_t k = 0; k < outputs_count; ++k) gradients.push_back(pass.output(k));
    std::vector<Tensor> given = backward(context, gradients);
    if (given.size() != count) {
      throw GradientError("{}: backward must return one gradient for each input; got {} for {}",
                          name, given.size(), count);
    }
    for (std::size_t i = 0; i < count; ++i) pass.give(i, std::move(given[i]));
  });
  return outputs;
}

}  // namespace thalweg
