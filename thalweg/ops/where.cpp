// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/where.h"

#include "thalweg/ops/loops/pointwise.h"
#include "thalweg/ops/sum.h"
#include "thalweg/tensor/create.h"
#include "thalweg/tensor/record.h"

namespace thalweg {
namespace {

void check_mask(const char* op, const Tensor& mask, const char* name, const Tensor& x,
                const char* x_name) {
  if (mask.dtype() != boolean) refuse_dtype(op, mask, name, "bool, as gt, eq and the like give it");
  if (mask.device() == x.device()) return;
  throw DeviceError("{}: devices must be equal; got {}={}, {}={}; use to", op, name,
                    mask.describe(), x_name, x.describe());
}

// x where the condition is not `at`, the scalar where it is.
Tensor where_scalar(const Tensor& condition, bool at, double value, const Tensor& x,
                    const char* x_name) {
  check_mask("where", condition, "condition", x, x_name);
  check_scalar("where", value, x);
  const auto shape = broadcast(condition.shape(), x.shape());
  if (!shape) {
    throw ShapeError(
        "where: sizes must be equal or 1, compared from the last axis; got condition={}, {}={}; "
        "use reshape or expand",
        condition.describe(), x_name, x.describe());
  }
  const double element = x.dtype() == boolean ? value != 0 : value;  // the loop sees bool as u8
  Tensor y = map_checked("where", WhereScalar{at, element}, *shape, x.dtype(), condition, x);
  if (Record r{"where", {&x}, {&y}}) {
    r.backward([at, condition = r.keep(condition)](Backward& pass) {
      const Tensor g = where_scalar(condition.get(pass), at, 0, pass.output(), "g");
      pass.give(0, sum_to(g, pass.input_shape(0)));
    });
  }
  return y;
}

}  // namespace

Tensor where(const Tensor& condition, const Tensor& a, const Tensor& b) {
  check_same("where", a, b);
  check_mask("where", condition, "condition", a, "a");
  const auto sides = broadcast(a.shape(), b.shape());
  const auto shape = sides ? broadcast(condition.shape(), *sides) : std::nullopt;
  if (!shape) {
    throw ShapeError(
        "where: sizes must be equal or 1, compared from the last axis; got condition={}, a={}, "
        "b={}; use reshape or expand",
        condition.describe(), a.describe(), b.describe());
  }
  Tensor y = map_checked("where", Where{}, *shape, a.dtype(), condition, a, b);
  if (Record r{"where", {&a, &b}, {&y}}) {
    r.backward([condition = r.keep(condition)](Backward& pass) {
      const Tensor c = condition.get(pass), g = pass.output();
      if (pass.needs(0)) pass.give(0, sum_to(where(c, g, 0.0), pass.input_shape(0)));
      if (pass.needs(1)) pass.give(1, sum_to(where(c, 0.0, g), pass.input_shape(1)));
    });
  }
  return y;
}

Tensor where(const Tensor& condition, const Tensor& a, double b) {
  return where_scalar(condition, false, b, a, "a");
}

Tensor where(const Tensor& condition, double a, const Tensor& b) {
  return where_scalar(condition, true, a, b, "b");
}

Tensor masked_fill(const Tensor& x, const Tensor& mask, double value) {
  check_mask("masked_fill", mask, "mask", x, "x");
  check_scalar("masked_fill", value, x);
  if (broadcast(mask.shape(), x.shape()) != x.shape()) {
    throw ShapeError(
        "masked_fill: the mask must broadcast to the shape of x; got x={}, mask={}; use reshape",
        x.describe(), mask.describe());
  }
  return where_scalar(mask, true, value, x, "x");
}

}  // namespace thalweg
