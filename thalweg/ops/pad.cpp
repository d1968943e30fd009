// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/pad.h"

#include <fmt/format.h>

#include <algorithm>

#include "thalweg/ops/slice.h"
#include "thalweg/tensor/copy.h"
#include "thalweg/tensor/create.h"
#include "thalweg/tensor/record.h"

namespace thalweg {
namespace {

// More than any axis can grow by, and far from where sums of widths overflow.
constexpr std::int64_t kWidest = std::int64_t{1} << 60;

bool too_wide(std::int64_t width) { return width > kWidest || width < -kWidest; }

[[noreturn]] void refuse(const char* rule, const std::vector<std::int64_t>& widths,
                         const Tensor& x) {
  throw ValueError("pad: {}; got widths=[{}] for x={}", rule, fmt::join(widths, ","), x.describe());
}

}  // namespace

Tensor pad(const Tensor& x, const std::vector<std::int64_t>& widths, double value) {
  const auto named = static_cast<int>(widths.size() / 2);
  if (widths.size() % 2 || named > x.dim()) {
    refuse("wants two widths, before and after, for each axis from the last one on", widths, x);
  }
  if (std::any_of(widths.begin(), widths.end(), too_wide)) refuse("no axis is so long", widths, x);
  check_scalar("pad", value, x);
  Shape shape = x.shape();
  for (int k = 0; k < named; ++k) {
    const int axis = x.dim() - 1 - k;
    const std::int64_t before = widths[2 * k], after = widths[2 * k + 1];
    if (std::max<std::int64_t>(0, -before) + std::max<std::int64_t>(0, -after) > shape[axis]) {
      refuse("no more can be taken away than there is", widths, x);
    }
    shape[axis] += before + after;
  }
  Tensor y = full(shape, value, x.dtype(), x.device());
  Tensor inside = y, from = x.detach();
  for (int k = 0; k < named; ++k) {
    const int axis = x.dim() - 1 - k;
    const std::int64_t before = widths[2 * k], after = widths[2 * k + 1];
    const std::int64_t zero = 0;
    inside = slice(inside, axis, std::max(zero, before), shape[axis] - std::max(zero, after));
    from = slice(from, axis, std::max(zero, -before), x.shape()[axis] - std::max(zero, -after));
  }
  copy_into(inside, from);
  if (Record r{"pad", {&x}, {&y}}) {
    std::vector<std::int64_t> back = widths;
    for (std::int64_t& width : back) width = -width;
    r.backward([back](Backward& pass) { pass.give(0, pad(pass.output(), back)); });
  }
  return y;
}

}  // namespace thalweg
