// SPDX-License-Identifier: Apache-2.0
#include "thalweg/tensor/arange.h"

#include <algorithm>

#include "thalweg/base/cast.h"
#include "thalweg/base/math.h"
#include "thalweg/tensor/copy.h"
#include "thalweg/tensor/create.h"

namespace thalweg {
namespace {

// value(i) for each element, as numbers of the tensor's dtype.
template <class Value>
Tensor numbers(const char* op, std::int64_t count, Dtype dtype, Device device, Value&& value) {
  Tensor x = empty({count}, dtype);
  visit_number(dtype, op, [&]<class T>() {
    T* elements = x.mutable_data<T>();
    for (std::int64_t i = 0; i < count; ++i) elements[i] = cast<T>(value(i));
  });
  return device.is_cpu() ? x : contiguous_copy(x, device);
}

}  // namespace

Tensor arange(double start, double end, double step, Dtype dtype, Device device) {
  const double steps = (end - start) / step;
  if (!math::is_finite(steps) || !math::is_finite(step) || steps < 0) {
    throw ValueError(
        "arange: wants finite numbers and a step that leads from start to end; got start={}, "
        "end={}, step={}",
        start, end, step);
  }
  if (dtype == boolean) refuse_dtype("arange", dtype, "a number dtype (f32, f64, i64, i32, u8)");
  constexpr double kMost = 0x1p62;
  auto count = static_cast<std::int64_t>(std::min(steps, kMost));
  if (static_cast<double>(count) < steps) ++count;
  const auto at = [&](std::int64_t i) { return start + static_cast<double>(i) * step; };
  const Tensor like = empty({}, dtype);
  for (const double number : {start, step, at(std::max<std::int64_t>(count - 1, 0))}) {
    // A step back cannot be held by u8 itself, only what it leads to.
    if (count > 0) check_scalar("arange", number == step && step < 0 ? -step : number, like);
  }
  return numbers("arange", count, dtype, device, at);
}

Tensor linspace(double start, double end, std::int64_t steps, Dtype dtype, Device device) {
  if (!is_float(dtype)) refuse_dtype("linspace", dtype, "a float dtype (f32, f64)");
  if (steps < 0 || !math::is_finite(start) || !math::is_finite(end - start)) {
    throw ValueError(
        "linspace: steps is 0 or more, and start and end - start are finite; got start={}, end={}, "
        "steps={}",
        start, end, steps);
  }
  const double d = steps > 1 ? (end - start) / static_cast<double>(steps - 1) : 0;
  return numbers("linspace", steps, dtype, device, [&](std::int64_t i) {
    return i < steps - steps / 2 ? start + static_cast<double>(i) * d
                                 : end - static_cast<double>(steps - 1 - i) * d;
  });
}

Tensor eye(std::int64_t n, std::int64_t m, Dtype dtype, Device device) {
  Tensor x = zeros({n, m}, dtype, device);
  Tensor diagonal = x.view({std::min(n, m)}, {m + 1}, 0);
  fill(diagonal, 1);
  return x;
}

}  // namespace thalweg
