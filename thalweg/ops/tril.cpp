// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/tril.h"

#include <algorithm>
#include <cstring>

#include "thalweg/base/threads.h"
#include "thalweg/tensor/copy.h"
#include "thalweg/tensor/record.h"

namespace thalweg {
namespace {

void triangle_cpu(const TriangleCall& call) {
  constexpr std::int64_t kGrain = 1 << 16;  // elements that are worth another thread
  const auto bytes = static_cast<std::int64_t>(size_of(call.dtype));
  char* x = static_cast<char*>(call.x);
  parallel_for(call.rows, 1 + kGrain / call.columns, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t row = begin; row < end; ++row) {
      const std::int64_t at = row % call.height + call.diagonal;
      const std::int64_t cut = std::clamp<std::int64_t>(call.upper ? at : at + 1, 0, call.columns);
      const std::int64_t first = call.upper ? 0 : cut;
      const std::int64_t last = call.upper ? cut : call.columns;
      std::memset(x + (row * call.columns + first) * bytes, 0, (last - first) * bytes);
    }
  });
}

Tensor triangle(const char* op, const Tensor& x, std::int64_t diagonal, bool upper) {
  if (x.dim() < 2) {
    throw ShapeError("{}: wants matrices, two axes or more; got x={}; use reshape", op,
                     x.describe());
  }
  Tensor y = contiguous_copy(x);
  if (y.numel() > 0) {
    const std::int64_t height = x.size(-2), columns = x.size(-1);
    // A diagonal beyond the matrix says no more than one just outside of it.
    const TriangleCall call{
        y.device(), y.dtype(),       y.numel() / columns,
        height,     columns,         std::clamp(diagonal, -height - 1, columns + 1),
        upper,      y.mutable_data()};
    if (call.device.is_cuda()) {
      triangle_cuda(call);
    } else {
      triangle_cpu(call);
    }
  }
  if (Record r{op, {&x}, {&y}}) {
    r.backward([op, diagonal, upper](Backward& pass) {
      pass.give(0, triangle(op, pass.output(), diagonal, upper));
    });
  }
  return y;
}

}  // namespace

Tensor tril(const Tensor& x, std::int64_t diagonal) { return triangle("tril", x, diagonal, false); }

Tensor triu(const Tensor& x, std::int64_t diagonal) { return triangle("triu", x, diagonal, true); }

}  // namespace thalweg
