// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/eigh.h"

#include <Eigen/Eigenvalues>
#include <algorithm>

#include "thalweg/ops/add.h"
#include "thalweg/ops/div.h"
#include "thalweg/ops/loops/matrices.h"
#include "thalweg/ops/mul.h"
#include "thalweg/ops/reshape.h"
#include "thalweg/ops/sub.h"
#include "thalweg/ops/tril.h"

namespace thalweg::linalg {

Eigh eigh(const Tensor& x) {
  check_square("eigh", x);
  const Tensor xs = as_contiguous(x.detach());
  const std::int64_t n = x.size(-1);
  Tensor w = empty(with_last(x, {n}), x.dtype()), v = empty(x.shape(), x.dtype());
  for_each_matrix("eigh", xs, [&]<class T>(std::int64_t i) {
    Matrix<T> lower = matrix<T>(xs, i).template triangularView<Eigen::Lower>();
    if (!lower.allFinite()) {
      throw ValueError("eigh: wants finite numbers; got NaN or infinity in matrix {} of x={}", i,
                       x.describe());
    }
    const Eigen::SelfAdjointEigenSolver<Matrix<T>> result(lower);
    if (result.info() != Eigen::Success) {
      throw ValueError("eigh: no convergence for matrix {} of x={}", i, x.describe());
    }
    Matrix<T> vectors = result.eigenvectors();
    fix_signs(vectors);
    std::copy_n(result.eigenvalues().data(), n, w.mutable_data<T>() + i * n);
    mutable_matrix<T>(v, i) = vectors;
  });
  if (Record r{"eigh", {&x}, {&w, &v}}) {
    r.backward([w = r.keep_output(w), v = r.keep_output(v)](Backward& pass) {
      const Tensor values = w.get(pass), vectors = v.get(pass), one = identity(vectors);
      const Tensor gw = reshape(pass.output(0), with_last(vectors, {1, vectors.size(-1)}));
      const Tensor row = reshape(values, with_last(vectors, {1, vectors.size(-1)}));
      // 1 / (w[j] - w[i]), and nothing on the diagonal.
      const Tensor f = div(sub(1.0, one), add(sub(row, transposed(row)), one));
      const Tensor inner = add(mul(one, gw), mul(f, matmul(transposed(vectors), pass.output(1))));
      const Tensor g = matmul(matmul(vectors, inner), transposed(vectors));
      pass.give(0, mul(add(g, transposed(g)), 0.5));
    });
  }
  return {w, v};
}

}  // namespace thalweg::linalg
