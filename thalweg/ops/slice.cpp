// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/slice.h"

#include <algorithm>
#include <string>

#include "thalweg/ops/check.h"
#include "thalweg/ops/reshape.h"
#include "thalweg/tensor/copy.h"
#include "thalweg/tensor/create.h"
#include "thalweg/tensor/record.h"

namespace thalweg {
namespace {

struct Range {
  int axis;
  std::int64_t begin, end, step;
};

Range complete(const char* op, const Tensor& x, std::int64_t axis, std::int64_t begin,
               std::int64_t end, std::int64_t step) {
  const int a = normalize_axis(op, axis, x.dim());
  const std::int64_t size = x.shape()[a];
  if (step < 1) {
    throw ValueError("{}: step is at least 1; got {} for x={}; a step back does not exist", op,
                     step, x.describe());
  }
  if (begin < -size || begin > size || end < -size) {
    throw IndexError("{}: positions outside axis {}; got {}..{} for x={}; {} to {} exist", op, a,
                     begin, end == kToEnd ? std::string("end") : std::to_string(end), x.describe(),
                     -size, size);
  }
  if (begin < 0) begin += size;
  if (end < 0) end += size;
  return {a, begin, std::max(begin, std::min(end, size)), step};
}

Tensor view_of(const Tensor& x, const Range& range) {
  Shape shape = x.shape();
  Strides strides = x.strides();
  const std::int64_t n =
      range.end > range.begin ? (range.end - range.begin - 1) / range.step + 1 : 0;
  shape[range.axis] = n;
  const std::int64_t offset = x.offset() + range.begin * strides[range.axis];
  if (n > 1) strides[range.axis] *= range.step;  // a step that is never taken may be any number
  return x.view(shape, strides, offset);
}

}  // namespace

Tensor slice(const Tensor& x, std::int64_t axis, std::int64_t begin, std::int64_t end,
             std::int64_t step) {
  const Range range = complete("slice", x, axis, begin, end, step);
  Tensor y = view_of(x, range);
  if (Record r{"slice", {&x}, {&y}}) {
    r.backward([range](Backward& pass) {
      const Tensor g = pass.output();
      pass.give(0, slice_scatter(zeros(pass.input_shape(0), g.dtype(), g.device()), g, range.axis,
                                 range.begin, range.end, range.step));
    });
  }
  return y;
}

Tensor select(const Tensor& x, std::int64_t axis, std::int64_t i) {
  const int a = normalize_axis("select", axis, x.dim());
  const std::int64_t size = x.shape()[a];
  if (i < -size || i >= size) {
    throw IndexError(
        "select: position outside axis {}; got {} for x={}; {}", a, i, x.describe(),
        size == 0 ? std::string("there are none") : fmt::format("{} to {} exist", -size, size - 1));
  }
  const std::int64_t begin = i < 0 ? i + size : i;
  Shape shape = x.shape();
  shape.erase(a);
  return reshape(slice(x, a, begin, begin + 1), shape);
}

Tensor slice_scatter(const Tensor& x, const Tensor& src, std::int64_t axis, std::int64_t begin,
                     std::int64_t end, std::int64_t step) {
  check_same("slice_scatter", x, src, "x", "src");
  const Range range = complete("slice_scatter", x, axis, begin, end, step);
  Tensor y = contiguous_copy(x);
  Tensor hole = view_of(y, range);
  if (hole.shape() != src.shape()) {
    throw ShapeError(
        "slice_scatter: src must have the slice's shape {}; got src={}, x={}; use "
        "expand or reshape",
        text_of(hole.shape()), src.describe(), x.describe());
  }
  copy_into(hole, src);
  if (Record r{"slice_scatter", {&x, &src}, {&y}}) {
    r.backward([range](Backward& pass) {
      const Tensor g = pass.output();
      if (pass.needs(0)) {
        const Tensor nothing = zeros_like(view_of(g, range));
        pass.give(0, slice_scatter(g, nothing, range.axis, range.begin, range.end, range.step));
      }
      if (pass.needs(1)) pass.give(1, slice(g, range.axis, range.begin, range.end, range.step));
    });
  }
  return y;
}

}  // namespace thalweg
