// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

#include "thalweg/tensor/tensor.h"

// Tensors as Eigen sees them, without copying. No other header includes this one. Eigen's own sums
// and products have orders of their own, so what it computes is not covered by the equal-bits
// promise of the library.
namespace thalweg {

template <class T>
using EigenMatrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <class T>
using EigenVector = Eigen::Matrix<T, Eigen::Dynamic, 1>;

using EigenMatrixStride = Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>;
template <class T>
using EigenMatrixMap = Eigen::Map<T, Eigen::Unaligned, EigenMatrixStride>;
template <class T>
using EigenVectorMap = Eigen::Map<T, Eigen::Unaligned, Eigen::InnerStride<>>;

/// ShapeError unless x has `axes` axes; DeviceError unless it is on the CPU.
inline void check_eigen(const char* op, const Tensor& x, int axes) {
  if (x.dim() != axes) {
    throw ShapeError("{}: wants a tensor with {} ax{}s; got {}; use reshape", op, axes,
                     axes == 1 ? "i" : "e", x.describe());
  }
  if (!x.device().is_cpu()) {
    throw DeviceError("{}: wants a tensor on the CPU; got {}; use to(x, cpu())", op, x.describe());
  }
}

/// A tensor with two axes as a matrix, any strides. The map does not keep the tensor alive.
/// DtypeError when T is not the tensor's type.
///   eigen_matrix<float>(x).colwise().maxCoeff()
template <class T>
EigenMatrixMap<const EigenMatrix<T>> eigen_matrix(const Tensor& x) {
  check_eigen("eigen_matrix", x, 2);
  return {x.data<T>(), x.shape()[0], x.shape()[1], {x.strides()[0], x.strides()[1]}};
}

/// The same for writing; counts as one in-place write.
template <class T>
EigenMatrixMap<EigenMatrix<T>> mutable_eigen_matrix(Tensor& x) {
  check_eigen("mutable_eigen_matrix", x, 2);
  return {x.mutable_data<T>(), x.shape()[0], x.shape()[1], {x.strides()[0], x.strides()[1]}};
}

/// A tensor with one axis as a column vector.
template <class T>
EigenVectorMap<const EigenVector<T>> eigen_vector(const Tensor& x) {
  check_eigen("eigen_vector", x, 1);
  return {x.data<T>(), x.shape()[0], Eigen::InnerStride<>(x.strides()[0])};
}

template <class T>
EigenVectorMap<EigenVector<T>> mutable_eigen_vector(Tensor& x) {
  check_eigen("mutable_eigen_vector", x, 1);
  return {x.mutable_data<T>(), x.shape()[0], Eigen::InnerStride<>(x.strides()[0])};
}

}  // namespace thalweg
