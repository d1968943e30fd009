// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "thalweg/tensor/node.h"

namespace thalweg {

/// What the two halves of a Function share in one call.
class FunctionContext {
 public:
  /// In forward: keeps a tensor for backward. Inputs and outputs are kept with their history;
  /// a third kind has none, so gradients of gradients are then refused.
  void save(const Tensor& x) { saved_.push_back(x); }
  /// In backward: the i-th tensor that forward saved. GradientError when it was written to since.
  /// IndexError when it saved fewer.
  const Tensor& saved(std::size_t i) const;
  /// In backward: whether input i wants a gradient.
  bool needs(std::size_t i) const { return needs_.empty() || needs_[i]; }

 private:
  friend class Function;
  std::vector<Tensor> saved_;
  std::vector<bool> needs_;
};

/// An op of the user's own: values and gradients by two functions.
///
///   const Function square{
///       "square",
///       [](FunctionContext& context, const std::vector<Tensor>& x) {
///         context.save(x[0]);
///         return std::vector{x[0] * x[0]};
///       },
///       [](FunctionContext& context, const std::vector<Tensor>& g) {
///         return std::vector{g[0] * context.saved(0) * 2.0};
///       }};
///   Tensor y = square({x})[0];
///
/// forward runs unrecorded and may compute in any way; what it returns gets handles of its own, so
/// that an input or a captured tensor keeps its history. backward gets a gradient for each output
/// (zeros where none arrived) and returns one for each input, in the input's shape; undefined means
/// none. Gradients of gradients exist if backward is written with ops, on gradients and saved
/// tensors.
class Function {
 public:
  using Half = std::function<std::vector<Tensor>(FunctionContext&, const std::vector<Tensor>&)>;

  /// `name` is a string literal, or lives as long as the tensors that are made.
  Function(const char* name, Half forward, Half backward)
      : name_(name), forward_(std::move(forward)), backward_(std::move(backward)) {}

  /// A function whose backward does not consist of ops: gradients of gradients are refused.
  static Function once_differentiable(const char* name, Half forward, Half backward);

  /// A function without a derivative: backward through it throws a GradientError with `reason`.
  static Function without_derivative(const char* name, Half forward, const char* reason);

  /// ValueError without a forward, or without a backward and a reason. GradientError (in backward)
  /// when the number or the kinds of gradients do not fit the inputs.
  std::vector<Tensor> operator()(const std::vector<Tensor>& inputs) const;

 private:
  const char* name_;
  Half forward_;
  Half backward_;
  bool once_ = false;
  const char* reason_ = nullptr;  // why there is no derivative
};

}  // namespace thalweg
