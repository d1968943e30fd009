// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/tensor/tensor.h"

// Tensors whose elements follow from their place. Made on the host, then copied to `device`.
namespace thalweg {

/// start, start + step, ... before `end`: element i is start + i * step in f64, rounded to the
/// dtype; ceil((end - start) / step) of them. ValueError when one of the three is not finite, step
/// is 0, or step leads away from `end`; DtypeError for bool and when an integer dtype cannot hold
/// an element.
///   arange(0, n, 1, i64)
Tensor arange(double start, double end, double step = 1, Dtype dtype = f32, Device device = cpu());

/// `steps` numbers from start to end, both included, as far apart from each other; only `start`
/// when steps is 1. With d = (end - start) / (steps - 1), in f64, element i is start + i * d up to
/// the middle and end - (steps - 1 - i) * d after it, so both ends are exact. Floats only.
/// ValueError when steps is negative or start or end - start not finite; DtypeError.
Tensor linspace(double start, double end, std::int64_t steps, Dtype dtype = f32,
                Device device = cpu());

/// n rows and m columns (n when left out): 1 where row and column are equal, 0 elsewhere.
/// ShapeError for a negative size.
Tensor eye(std::int64_t n, std::int64_t m, Dtype dtype = f32, Device device = cpu());
inline Tensor eye(std::int64_t n, Dtype dtype = f32, Device device = cpu()) {
  return eye(n, n, dtype, device);
}

}  // namespace thalweg
