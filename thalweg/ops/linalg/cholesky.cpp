// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/cholesky.h"

#include <Eigen/Cholesky>

#include "thalweg/ops/add.h"
#include "thalweg/ops/loops/matrices.h"
#include "thalweg/ops/mul.h"
#include "thalweg/ops/solve_triangular.h"
#include "thalweg/ops/sub.h"
#include "thalweg/ops/tril.h"

namespace thalweg::linalg {

Tensor cholesky(const Tensor& x) {
  check_square("cholesky", x);
  const Tensor xs = as_contiguous(x.detach());
  Tensor l = zeros(x.shape(), x.dtype());
  for_each_matrix("cholesky", xs, [&]<class T>(std::int64_t i) {
    const Eigen::LLT<Matrix<T>> result(matrix<T>(xs, i));
    if (result.info() != Eigen::Success || !result.matrixLLT().diagonal().allFinite()) {
      throw ValueError(
          "cholesky: wants positive definite matrices; matrix {} of x={} is not; a small multiple "
          "of eye() added to it may help",
          i, x.describe());
    }
    mutable_matrix<T>(l, i) = result.matrixL();
  });
  if (Record r{"cholesky", {&x}, {&l}}) {
    r.backward([l = r.keep_output(l)](Backward& pass) {
      const Tensor lower = l.get(pass), upper = transposed(lower);
      const Tensor whole = matmul(upper, tril(pass.output()));
      const Tensor half = tril(sub(whole, mul(mul(whole, identity(whole)), 0.5)));
      const Tensor left = solve_triangular(upper, half, true);  // l^-T phi
      const Tensor s = solve_triangular(upper, transposed(left), true);
      pass.give(0, mul(add(s, transposed(s)), 0.5));
    });
  }
  return l;
}

}  // namespace thalweg::linalg
