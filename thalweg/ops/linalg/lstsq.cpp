// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/lstsq.h"

#include <Eigen/QR>

#include "thalweg/ops/loops/matrices.h"
#include "thalweg/ops/qr.h"
#include "thalweg/ops/solve_triangular.h"
#include "thalweg/ops/sub.h"

namespace thalweg::linalg {

Tensor lstsq(const Tensor& a, const Tensor& b) {
  check_matrices("lstsq", a, "a");
  check_same("lstsq", a, b);
  if (b.dim() < 2 || b.shape() != with_last(a, {a.size(-2), b.size(-1)}) ||
      a.size(-2) < a.size(-1)) {
    throw ShapeError(
        "lstsq: wants a [...,m,n] and b [...,m,k] with m >= n; got a={}, b={}; use reshape",
        a.describe(), b.describe());
  }
  const Tensor as = as_contiguous(a.detach()), bs = as_contiguous(b.detach());
  const std::int64_t n = a.size(-1);
  Tensor x = zeros(with_last(a, {n, b.size(-1)}), a.dtype());
  for_each_matrix("lstsq", as, [&]<class T>(std::int64_t i) {
    check_finite<T>("lstsq", as, i);
    const Eigen::ColPivHouseholderQR<Matrix<T>> result(matrix<T>(as, i));
    if (result.rank() < n) {
      throw ValueError(
          "lstsq: the columns of a must be independent; got rank {} in matrix {} of a={}; leave "
          "columns out or add a ridge penalty",
          result.rank(), i, a.describe());
    }
    mutable_matrix<T>(x, i) = result.solve(Matrix<T>(matrix<T>(bs, i)));
  });
  if (Record r{"lstsq", {&a, &b}, {&x}}) {
    r.backward([a = r.keep(a), b = r.keep(b), x = r.keep_output(x)](Backward& pass) {
      const Tensor left = a.get(pass), solution = x.get(pass), right = qr(left).r;
      const Tensor half = solve_triangular(transposed(right), pass.output(), false);
      const Tensor z = solve_triangular(right, half, true), az = matmul(left, z);
      if (pass.needs(0)) {
        const Tensor residual = sub(b.get(pass), matmul(left, solution));
        pass.give(0, sub(matmul(residual, transposed(z)), matmul(az, transposed(solution))));
      }
      if (pass.needs(1)) pass.give(1, az);
    });
  }
  return x;
}

}  // namespace thalweg::linalg
