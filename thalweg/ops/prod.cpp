// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/prod.h"

#include "thalweg/ops/cat.h"
#include "thalweg/ops/loops/axes_last.h"
#include "thalweg/ops/loops/reduce_cpu.h"
#include "thalweg/ops/mul.h"
#include "thalweg/ops/reshape.h"
#include "thalweg/ops/slice.h"
#include "thalweg/tensor/copy.h"
#include "thalweg/tensor/record.h"

namespace thalweg {
namespace {

// g [.., 1] times the product of the other elements of each row of x [.., n]. Element i of the
// first half is paired with element i of the second; what the others of a pair are multiplied by
// is its partner times what the pair itself gets.
Tensor times_others(const Tensor& g, const Tensor& x) {
  const std::int64_t n = x.shape().back();
  if (n <= 1) return slice(g, -1, 0, n);
  const std::int64_t half = n / 2;
  const Tensor left = slice(x, -1, 0, half), right = slice(x, -1, half, 2 * half);
  const Tensor pairs = times_others(g, cat({mul(left, right), slice(x, -1, 2 * half)}, -1));
  const Tensor both = slice(pairs, -1, 0, half);
  return cat({mul(both, right), mul(both, left), slice(pairs, -1, half)}, -1);
}

}  // namespace

Tensor prod(const Tensor& x, const Axes& axes, bool keepdim) {
  const Axes over = normalize_axes("prod", axes, x.dim());
  check_number("prod", x);
  const Tensor wide = is_float(x.dtype()) ? x : contiguous_copy(x, i64, x.device());
  Tensor y = reduce<ProductOf>({wide}, over, keepdim);
  if (Record r{"prod", {&x}, {&y}}) {
    r.backward([x = r.keep(x), over](Backward& pass) {
      const Tensor at = x.get(pass);
      const AxesLast last(at.shape(), over);
      const Tensor g = reshape(pass.output(), last.result_shape());
      pass.give(0, last.back(times_others(g, last.rows(at))));
    });
  }
  return y;
}

}  // namespace thalweg
