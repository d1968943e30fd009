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

/// The op has no kernel for this device.
[[noreturn]] void refuse_device(std::string_view op, Device device);

}  // namespace thalweg
