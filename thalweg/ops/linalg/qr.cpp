// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/qr.h"

#include <Eigen/QR>
#include <algorithm>

#include "thalweg/ops/add.h"
#include "thalweg/ops/loops/matrices.h"
#include "thalweg/ops/solve_triangular.h"
#include "thalweg/ops/sub.h"
#include "thalweg/ops/tril.h"

namespace thalweg::linalg {

Qr qr(const Tensor& x) {
  check_matrices("qr", x);
  const Tensor xs = as_contiguous(x.detach());
  const std::int64_t m = x.size(-2), n = x.size(-1), k = std::min(m, n);
  Tensor q = empty(with_last(x, {m, k}), x.dtype()), r = empty(with_last(x, {k, n}), x.dtype());
  for_each_matrix("qr", xs, [&]<class T>(std::int64_t i) {
    check_finite<T>("qr", xs, i);
    const Eigen::HouseholderQR<Matrix<T>> result(matrix<T>(xs, i));
    Matrix<T> left = result.householderQ() * Matrix<T>::Identity(m, k);
    Matrix<T> right = result.matrixQR().topRows(k).template triangularView<Eigen::Upper>();
    for (std::int64_t j = 0; j < k; ++j) {
      if (!(right(j, j) < 0)) continue;
      left.col(j) = -left.col(j);
      right.row(j).tail(n - j) = -right.row(j).tail(n - j);
    }
    mutable_matrix<T>(q, i) = left;
    mutable_matrix<T>(r, i) = right;
  });
  if (Record record{"qr", {&x}, {&q, &r}}) {
    if (m < n) {
      record.no_derivative("there is none for matrices with more columns than rows");
    } else {
      record.backward([q = record.keep_output(q), r = record.keep_output(r)](Backward& pass) {
        const Tensor left = q.get(pass), right = r.get(pass);
        const Tensor gq = pass.output(0), gr = triu(pass.output(1));
        const Tensor c = sub(matmul(right, transposed(gr)), matmul(transposed(gq), left));
        const Tensor symmetric = add(tril(c), transposed(tril(c, -1)));
        const Tensor y = add(gq, matmul(left, symmetric));
        pass.give(0, transposed(solve_triangular(right, transposed(y), true)));
      });
    }
  }
  return {q, r};
}

}  // namespace thalweg::linalg
