// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/core.h>

#include <cstdint>
#include <iosfwd>
#include <string>

#include "thalweg/tensor/tensor.h"

namespace thalweg {

struct PrintOptions {
  int precision = 4;              // digits after the point
  std::int64_t threshold = 1000;  // elements above which only edges are shown
  int edge = 3;                   // elements shown at each end of an axis
  int line_width = 100;
};

/// The elements in nested brackets, rows under each other in columns of one width, then shape,
/// dtype, device and how the tensor was made:
///   [[ 1.0000, -2.5000],
///    [    nan,     inf]] f32[2,2] on cpu:0
/// Floats that are all whole are written 1., 2.; those that differ by more than 1000 times or are
/// very large or small as 1.0000e+10. Of a large tensor only the edges are read and shown.
/// A tensor without elements is `[]`. ValueError unless edge >= 1 and precision >= 0.
std::string to_string(const Tensor& x, const PrintOptions& options = {});

/// to_string with the default options; for fmt as well: fmt::print("{}\n", x).
std::ostream& operator<<(std::ostream& out, const Tensor& x);

}  // namespace thalweg

template <>
struct fmt::formatter<thalweg::Tensor> : fmt::formatter<std::string_view> {
  fmt::format_context::iterator format(const thalweg::Tensor& x, fmt::format_context& out) const;
};
