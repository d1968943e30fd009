// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/check.h"

#include "thalweg/tensor/overlap.h"

namespace thalweg {

void check_same(std::string_view op, const Tensor& a, const Tensor& b, std::string_view a_name,
                std::string_view b_name) {
  const bool dtypes = a.dtype() == b.dtype();
  const bool devices = a.device() == b.device();
  if (dtypes && devices) return;
  const std::string text = fmt::format(
      "{}: {} must be equal; got {}={}, {}={}; use {}", op,
      dtypes ? "devices" : (devices ? "dtypes" : "dtypes and devices"), a_name, a.describe(),
      b_name, b.describe(), dtypes ? "to" : (devices ? "cast" : "cast and to"));
  if (!dtypes) throw DtypeError(text);
  throw DeviceError(text);
}

void check_float(std::string_view op, const Tensor& x, std::string_view name) {
  if (is_float(x.dtype())) return;
  refuse_dtype(op, x, name, "a float dtype (f32, f64)");
}

void check_number(std::string_view op, const Tensor& x, std::string_view name) {
  if (x.dtype() == boolean) refuse_dtype(op, x, name, "a number dtype (f32, f64, i64, i32, u8)");
}

void check_index(std::string_view op, const Tensor& x, std::string_view name) {
  if (x.dtype() == i64 || x.dtype() == i32) return;
  refuse_dtype(op, x, name, "an index dtype (i64, i32)");
}

Shape broadcast_shape_of(std::string_view op, const Tensor& a, const Tensor& b) {
  if (const auto shape = broadcast(a.shape(), b.shape())) return *shape;
  throw ShapeError(
      "{}: sizes must be equal or 1, compared from the last axis; got a={}, b={}; use reshape or "
      "expand",
      op, a.describe(), b.describe());
}

void check_apart(std::string_view op, const Tensor& a, std::string_view a_name, const Tensor& b,
                 std::string_view b_name) {
  if (!may_overlap(a, b)) return;
  throw ValueError("{}: {} and {} must not share memory; got {}={}, {}={}; use clone", op, a_name,
                   b_name, a_name, a.describe(), b_name, b.describe());
}

void refuse_device(std::string_view op, Device device) {
  throw DeviceError("{}: no kernel for this device; got {}; move the tensors with to(x, cpu())", op,
                    name_of(device));
}

}  // namespace thalweg
