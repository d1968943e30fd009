// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/sum.h"

#include "thalweg/ops/expand.h"
#include "thalweg/ops/loops/reduce_cpu.h"
#include "thalweg/ops/mul.h"
#include "thalweg/ops/reshape.h"
#include "thalweg/tensor/copy.h"
#include "thalweg/tensor/record.h"

namespace thalweg {

Tensor sum(const Tensor& x, const Axes& axes, bool keepdim) {
  const Axes over = normalize_axes("sum", axes, x.dim());
  check_number("sum", x);
  const Tensor wide = is_float(x.dtype()) ? x : contiguous_copy(x, i64, x.device());
  Tensor y = reduce<SumOf>({wide}, over, keepdim);
  if (Record r{"sum", {&x}, {&y}}) {
    const Shape kept = reduced_shape(x.shape(), over, true);
    r.backward([kept](Backward& pass) {
      pass.give(0, expand(reshape(pass.output(), kept), pass.input_shape(0)));
    });
  }
  return y;
}

Tensor sum_to(const Tensor& x, const Shape& shape) {
  if (x.shape() == shape) return x;
  const int extra = x.dim() - shape.size();
  Axes repeated;
  for (int axis = 0; axis < x.dim(); ++axis) {
    const std::int64_t size = axis < extra ? 1 : shape[axis - extra];
    if (axis < extra || (size == 1 && x.shape()[axis] != 1)) {
      repeated.push_back(axis);
    } else if (size != x.shape()[axis]) {
      throw ShapeError("sum_to: the shape does not broadcast to x; got shape={}, x={}; use reshape",
                       text_of(shape), x.describe());
    }
  }
  if (extra < 0) {
    throw ShapeError("sum_to: the shape has more axes than x; got shape={}, x={}; use expand",
                     text_of(shape), x.describe());
  }
  return reshape(repeated.empty() ? x : sum(x, repeated), shape);
}

Tensor vecdot(const Tensor& a, const Tensor& b, const Axes& axes, bool keepdim) {
  check_same("vecdot", a, b);
  check_float("vecdot", a, "a");
  const Shape shape = broadcast_shape_of("vecdot", a, b);
  const Axes over = normalize_axes("vecdot", axes, shape.size());
  Tensor y = reduce<SumOfProducts>(
      {a.view(shape, broadcast_strides(a.shape(), a.strides(), shape), a.offset()),
       b.view(shape, broadcast_strides(b.shape(), b.strides(), shape), b.offset())},
      over, keepdim);
  if (Record r{"vecdot", {&a, &b}, {&y}}) {
    const Shape kept = reduced_shape(shape, over, true);
    r.backward([a = r.keep(a), b = r.keep(b), kept, shape](Backward& pass) {
      const Tensor g = expand(reshape(pass.output(), kept), shape);
      if (pass.needs(0)) pass.give(0, sum_to(mul(g, b.get(pass)), pass.input_shape(0)));
      if (pass.needs(1)) pass.give(1, sum_to(mul(g, a.get(pass)), pass.input_shape(1)));
    });
  }
  return y;
}

}  // namespace thalweg
