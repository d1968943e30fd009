// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/dot.h"

#include "thalweg/ops/check.h"
#include "thalweg/ops/matmul.h"
#include "thalweg/ops/mul.h"
#include "thalweg/ops/reshape.h"

namespace thalweg {

Tensor dot(const Tensor& a, const Tensor& b) {
  check_same("dot", a, b);
  check_float("dot", a, "a");
  if (a.dim() != 1 || a.shape() != b.shape()) {
    throw ShapeError("dot: wants two vectors of one length; got a={}, b={}; use matmul or vecdot",
                     a.describe(), b.describe());
  }
  return matmul(a, b);
}

Tensor outer(const Tensor& a, const Tensor& b) {
  check_same("outer", a, b);
  check_number("outer", a, "a");
  if (a.dim() != 1 || b.dim() != 1) {
    throw ShapeError("outer: wants two vectors; got a={}, b={}; use reshape or mul", a.describe(),
                     b.describe());
  }
  return mul(reshape(a, {a.size(0), 1}), b);
}

}  // namespace thalweg
