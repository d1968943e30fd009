// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/tensor/tensor.h"

namespace thalweg {

/// The elements as another dtype: floats become integers saturating (NaN becomes 0), f64 becomes
/// f32 to nearest even. x itself when it has the dtype. Gradient (float to float): g cast back.
Tensor cast(const Tensor& x, Dtype dtype);

/// The tensor on another device; x itself when it is there. Gradient: g moved back.
Tensor to(const Tensor& x, Device device);

/// A row-major copy with storage of its own. Gradient: g.
Tensor clone(const Tensor& x);

}  // namespace thalweg
