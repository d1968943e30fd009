// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "thalweg/tensor/tensor.h"

// Checks that ops share. Each throws with the op's name, everything that is wrong, and what came.
namespace thalweg {

/// Equal dtypes and devices.
void check_same(std::string_view op, const Tensor& a, const Tensor& b,
                std::string_view a_name = "a", std::string_view b_name = "b");

/// A float dtype.
void check_float(std::string_view op, const Tensor& x, std::string_view name = "x");

/// A dtype with arithmetic: f32, f64, i64, i32, u8.
void check_number(std::string_view op, const Tensor& x, std::string_view name = "x");

/// A dtype of indices: i64, i32.
void check_index(std::string_view op, const Tensor& x, std::string_view name = "index");

/// The shape to which a and b broadcast (broadcast in tensor/shape.h).
Shape broadcast_shape_of(std::string_view op, const Tensor& a, const Tensor& b);

/// Tensors that an op writes to, or writes and reads, share no element: ValueError else.
void check_apart(std::string_view op, const Tensor& a, std::string_view a_name, const Tensor& b,
                 std::string_view b_name);

/// The op has no kernel for this device.
[[noreturn]] void refuse_device(std::string_view op, Device device);

}  // namespace thalweg
