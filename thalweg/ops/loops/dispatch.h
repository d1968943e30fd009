// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/tensor/dtype.h"

namespace thalweg {

/// Calls visitor.operator()<T>() for the dtypes that a functor or reducer says it has: floats, and
/// with kIntegers also i64, i32 and u8, with kBool also bool, whose elements are read as u8 (0 or
/// 1). DtypeError that names `op` for others.
template <class F, class Visitor>
void visit_dtype_of(Dtype dtype, const char* op, Visitor&& visitor) {
  if constexpr (requires { requires F::kBool; }) {
    if (dtype == boolean) return visitor.template operator()<std::uint8_t>();
  }
  if constexpr (F::kIntegers) {
    visit_number(dtype, op, visitor);
  } else {
    visit_float(dtype, op, visitor);
  }
}

}  // namespace thalweg
