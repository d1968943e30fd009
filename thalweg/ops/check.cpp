// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/check.h"

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
  throw DtypeError("{}: wants a float dtype (f32, f64); got {}={}; use cast", op, name,
                   x.describe());
}

void refuse_device(std::string_view op, Device device) {
  throw DeviceError("{}: no kernel for this device; got {}; move the tensors with to(x, cpu())", op,
                    name_of(device));
}

}  // namespace thalweg
