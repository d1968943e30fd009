// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/solve_triangular.h"

#include "thalweg/ops/loops/matrices.h"
#include "thalweg/ops/neg.h"
#include "thalweg/ops/tril.h"

namespace thalweg::linalg {

Tensor solve_triangular(const Tensor& a, const Tensor& b, bool upper) {
  check_square("solve_triangular", a, "a");
  check_same("solve_triangular", a, b);
  if (b.dim() < 2 || b.shape() != with_last(a, {a.size(-1), b.size(-1)})) {
    throw ShapeError(
        "solve_triangular: b must have the leading sizes and the rows of a; got a={}, b={}",
        a.describe(), b.describe());
  }
  const Tensor as = as_contiguous(a.detach());
  Tensor x = contiguous_copy(b.detach());
  for_each_matrix("solve_triangular", x, [&]<class T>(std::int64_t i) {
    auto to = mutable_matrix<T>(x, i);
    if (upper) {
      matrix<T>(as, i).template triangularView<Eigen::Upper>().solveInPlace(to);
    } else {
      matrix<T>(as, i).template triangularView<Eigen::Lower>().solveInPlace(to);
    }
  });
  if (Record r{"solve_triangular", {&a, &b}, {&x}}) {
    r.backward([a = r.keep(a), x = r.keep_output(x), upper](Backward& pass) {
      const Tensor z = solve_triangular(transposed(a.get(pass)), pass.output(), !upper);
      if (pass.needs(0)) {
        const Tensor whole = neg(matmul(z, transposed(x.get(pass))));
        pass.give(0, upper ? triu(whole) : tril(whole));
      }
      if (pass.needs(1)) pass.give(1, z);
    });
  }
  return x;
}

}  // namespace thalweg::linalg
