// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <initializer_list>
#include <span>

#include "thalweg/ops/check.h"
#include "thalweg/ops/loops/dispatch.h"
#include "thalweg/ops/matmul.h"
#include "thalweg/ops/transpose.h"
#include "thalweg/tensor/arange.h"
#include "thalweg/tensor/copy.h"
#include "thalweg/tensor/create.h"
#include "thalweg/tensor/record.h"

// What the decompositions share: one matrix of a tensor after another, as Eigen sees it. These
// files are compiled with a name of their own for Eigen's namespace and without its vector code,
// so that no program that links them can exchange their functions for its own
// (cmake/library.cmake).
namespace thalweg::linalg {

template <class T>
using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;
template <class T>
using Rows = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// The sizes of the last two axes, and how many such matrices there are.
struct Sizes {
  std::int64_t count, rows, cols;
};

inline Sizes sizes_of(const Tensor& x) {
  const std::int64_t rows = x.size(-2), cols = x.size(-1);
  return {element_count(Shape(std::span(x.shape().begin(), x.dim() - 2))), rows, cols};
}

/// The shape of x with other last two sizes, or one.
inline Shape with_last(const Tensor& x, std::initializer_list<std::int64_t> last) {
  Shape shape(std::span(x.shape().begin(), x.dim() - 2));
  for (std::int64_t size : last) shape.push_back(size);
  return shape;
}

/// Floats on the CPU with two axes or more.
inline void check_matrices(const char* op, const Tensor& x, const char* name = "x") {
  check_float(op, x, name);
  if (x.dim() < 2) {
    throw ShapeError("{}: wants matrices, two axes or more; got {}={}; use reshape", op, name,
                     x.describe());
  }
  if (x.device().is_cuda()) refuse_device(op, x.device());
}

inline void check_square(const char* op, const Tensor& x, const char* name = "x") {
  check_matrices(op, x, name);
  if (x.size(-1) != x.size(-2)) {
    throw ShapeError("{}: wants square matrices; got {}={}", op, name, x.describe());
  }
}

/// Matrix i of dense matrices.
template <class T>
Eigen::Map<const Rows<T>> matrix(const Tensor& x, std::int64_t i) {
  const Sizes s = sizes_of(x);
  return {x.data<T>() + i * s.rows * s.cols, s.rows, s.cols};
}
template <class T>
Eigen::Map<Rows<T>> mutable_matrix(Tensor& x, std::int64_t i) {
  const Sizes s = sizes_of(x);
  return {x.mutable_data<T>() + i * s.rows * s.cols, s.rows, s.cols};
}

/// Calls f<T>(i) for every matrix of x that holds something. Sums inside depend on how products are
/// blocked, which Eigen would choose by the caches of this machine.
template <class F>
void for_each_matrix(const char* op, const Tensor& x, F&& f) {
  Eigen::setCpuCacheSizes(32 << 10, 256 << 10, 2 << 20);
  const Sizes s = sizes_of(x);
  if (s.rows == 0 || s.cols == 0) return;
  visit_float(x.dtype(), op, [&]<class T>() {
    for (std::int64_t i = 0; i < s.count; ++i) f.template operator()<T>(i);
  });
}

/// ValueError when matrix i of x holds NaN or an infinity.
template <class T>
void check_finite(const char* op, const Tensor& x, std::int64_t i) {
  if (matrix<T>(x, i).allFinite()) return;
  throw ValueError("{}: wants finite numbers; got NaN or infinity in matrix {} of x={}", op, i,
                   x.describe());
}

/// Columns of `vectors` with the sign that makes their largest element (the first of equal ones)
/// positive; `others` change sign with them.
template <class T>
void fix_signs(Matrix<T>& vectors, Matrix<T>* others = nullptr) {
  for (std::int64_t j = 0; j < vectors.cols(); ++j) {
    std::int64_t largest = 0;
    for (std::int64_t i = 1; i < vectors.rows(); ++i) {
      if (std::abs(vectors(i, j)) > std::abs(vectors(largest, j))) largest = i;
    }
    if (vectors.rows() == 0 || !(vectors(largest, j) < 0)) continue;
    vectors.col(j) = -vectors.col(j);
    if (others) others->col(j) = -others->col(j);
  }
}

/// The identity of the size of x's rows.
inline Tensor identity(const Tensor& x) { return eye(x.size(-2), x.dtype()); }

inline Tensor transposed(const Tensor& x) { return transpose(x, -2, -1); }

}  // namespace thalweg::linalg
