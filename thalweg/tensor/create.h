// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

#include "thalweg/tensor/tensor.h"

namespace thalweg {

/// Every element `value`, rounded for floats, 0 or not for bool. DtypeError when an integer dtype
/// cannot hold it (a fraction, out of range, NaN).
Tensor full(const Shape& shape, double value, Dtype dtype = f32, Device device = cpu());
Tensor zeros(const Shape& shape, Dtype dtype = f32, Device device = cpu());
Tensor ones(const Shape& shape, Dtype dtype = f32, Device device = cpu());
Tensor zeros_like(const Tensor& x);
Tensor ones_like(const Tensor& x);
Tensor full_like(const Tensor& x, double value);

/// A row-major tensor with these elements. ShapeError when their number does not fit the shape.
///   tensor<float>({1, 2, 3, 4}, {2, 2})
template <class T>
Tensor tensor(std::span<const T> values, const Shape& shape, Device device = cpu());
template <class T>
Tensor tensor(const std::vector<T>& values, const Shape& shape, Device device = cpu()) {
  return tensor(std::span<const T>(values), shape, device);
}
Tensor tensor(const std::vector<bool>& values, const Shape& shape, Device device = cpu());
template <class T>
Tensor tensor(std::initializer_list<T> values, const Shape& shape, Device device = cpu()) {
  return tensor(std::span<const T>(values.begin(), values.size()), shape, device);
}
/// One axis.
template <class T>
Tensor tensor(std::initializer_list<T> values) {
  return tensor(values, Shape{static_cast<std::int64_t>(values.size())});
}
/// No axis: a scalar.
Tensor scalar(double value, Dtype dtype = f32, Device device = cpu());

/// The elements in row-major order, copied to the host, cast to T.
template <class T>
std::vector<T> to_vector(const Tensor& x);

/// Sets every element, in place, by the rule of full(); counts as a write.
void fill(Tensor& x, double value);

/// What every op does with a scalar beside a tensor: DtypeError that names `op` when the dtype of x
/// is an integer that cannot hold it.
void check_scalar(std::string_view op, double value, const Tensor& x);

}  // namespace thalweg
