// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/base/platform.h"
#include "thalweg/tensor/tensor.h"

namespace thalweg {

/// What linear does to each element at the end, by the op of that name.
enum class Activation { kNone, kRelu, kSigmoid, kTanh, kGelu, kSilu };

/// A dense layer in one op: y = activation(x weight^T + bias), x [.., in], weight [out, in], bias
/// [out] or undefined, y [.., out]. Bias and activation are applied in the memory of the product.
/// The bits are those of the ops written out over the rows of x,
///   relu(add(matmul(reshape(x, {rows, in}), transpose(weight)), bias)),
/// forward and backward: products by the product rule, the gradient of bias by the sum rule. f32
/// and f64. ShapeError, DtypeError, DeviceError.
///   linear(x, weight, bias, Activation::kRelu)
Tensor linear(const Tensor& x, const Tensor& weight, const Tensor& bias = {},
              Activation activation = Activation::kNone);

/// f after the addition of a bias.
template <class F>
struct AfterBias {
  static constexpr bool kIntegers = false;
  F f;
  template <class T>
  THALWEG_HD T operator()(T x, T bias) const {
    return f(x + bias);
  }
};

/// The activation that is none.
struct Identity {
  static constexpr bool kIntegers = false;
  template <class T>
  THALWEG_HD T operator()(T x) const {
    return x;
  }
};

}  // namespace thalweg
