// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/comparison.h"

#include "thalweg/ops/loops/pointwise.h"
#include "thalweg/tensor/create.h"

namespace thalweg {
namespace {

template <class F>
Tensor compare(const char* op, const Tensor& a, double b) {
  check_scalar(op, b, a);
  if (a.dtype() == boolean) b = b != 0;  // the loop sees bool as u8
  return map(op, CompareScalar<F>{b}, a);
}

}  // namespace

Tensor eq(const Tensor& a, const Tensor& b) { return map("eq", Eq{}, a, b); }
Tensor ne(const Tensor& a, const Tensor& b) { return map("ne", Ne{}, a, b); }
Tensor lt(const Tensor& a, const Tensor& b) { return map("lt", Lt{}, a, b); }
Tensor le(const Tensor& a, const Tensor& b) { return map("le", Le{}, a, b); }
Tensor gt(const Tensor& a, const Tensor& b) { return map("gt", Gt{}, a, b); }
Tensor ge(const Tensor& a, const Tensor& b) { return map("ge", Ge{}, a, b); }

Tensor eq(const Tensor& a, double b) { return compare<Eq>("eq", a, b); }
Tensor ne(const Tensor& a, double b) { return compare<Ne>("ne", a, b); }
Tensor lt(const Tensor& a, double b) { return compare<Lt>("lt", a, b); }
Tensor le(const Tensor& a, double b) { return compare<Le>("le", a, b); }
Tensor gt(const Tensor& a, double b) { return compare<Gt>("gt", a, b); }
Tensor ge(const Tensor& a, double b) { return compare<Ge>("ge", a, b); }

}  // namespace thalweg
