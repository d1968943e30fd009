// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/svd.h"

#include <Eigen/SVD>
#include <algorithm>

#include "thalweg/ops/add.h"
#include "thalweg/ops/div.h"
#include "thalweg/ops/loops/matrices.h"
#include "thalweg/ops/mul.h"
#include "thalweg/ops/reshape.h"
#include "thalweg/ops/sub.h"

namespace thalweg::linalg {
namespace {

// y - p p^T y.
Tensor without(const Tensor& p, const Tensor& y) {
  return sub(y, matmul(p, matmul(transposed(p), y)));
}

Tensor gradient(const Tensor& u, const Tensor& s, const Tensor& vh, const Tensor& gu,
                const Tensor& gs, const Tensor& gvh) {
  const Tensor v = transposed(vh), gv = transposed(gvh), one = eye(s.size(-1), s.dtype());
  const Tensor row = reshape(s, with_last(u, {1, s.size(-1)})), column = transposed(row);
  const Tensor square = mul(row, row);
  const Tensor f = div(sub(1.0, one), add(sub(square, transposed(square)), one));
  const auto skew = [&](const Tensor& y, const Tensor& gy) {
    const Tensor inner = matmul(transposed(y), gy);
    return mul(f, sub(inner, transposed(inner)));
  };
  const Tensor inner =
      add(add(mul(skew(u, gu), row), mul(column, skew(v, gv))), mul(one, reshape(gs, row.shape())));
  const Tensor left = matmul(without(u, div(gu, row)), vh);
  const Tensor right = matmul(u, transposed(without(v, div(gv, row))));
  return add(add(matmul(matmul(u, inner), vh), left), right);
}

}  // namespace

Svd svd(const Tensor& x) {
  check_matrices("svd", x);
  const Tensor xs = as_contiguous(x.detach());
  const std::int64_t m = x.size(-2), n = x.size(-1), k = std::min(m, n);
  Tensor u = empty(with_last(x, {m, k}), x.dtype()), s = empty(with_last(x, {k}), x.dtype());
  Tensor vh = empty(with_last(x, {k, n}), x.dtype());
  for_each_matrix("svd", xs, [&]<class T>(std::int64_t i) {
    check_finite<T>("svd", xs, i);
    const Eigen::BDCSVD<Matrix<T>> result(matrix<T>(xs, i),
                                          Eigen::ComputeThinU | Eigen::ComputeThinV);
    if (result.info() != Eigen::Success) {
      throw ValueError("svd: no convergence for matrix {} of x={}", i, x.describe());
    }
    Matrix<T> left = result.matrixU(), right = result.matrixV();
    fix_signs(left, &right);
    mutable_matrix<T>(u, i) = left;
    std::copy_n(result.singularValues().data(), k, s.mutable_data<T>() + i * k);
    mutable_matrix<T>(vh, i) = right.transpose();
  });
  if (Record r{"svd", {&x}, {&u, &s, &vh}}) {
    r.backward(
        [u = r.keep_output(u), s = r.keep_output(s), vh = r.keep_output(vh)](Backward& pass) {
          pass.give(0, gradient(u.get(pass), s.get(pass), vh.get(pass), pass.output(0),
                                pass.output(1), pass.output(2)));
        });
  }
  return {u, s, vh};
}

}  // namespace thalweg::linalg
