// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/loops/indices.h"

#include <algorithm>
#include <atomic>

#include "thalweg/ops/check.h"
#include "thalweg/tensor/copy.h"
#include "thalweg/tensor/create.h"

namespace thalweg {
namespace {

template <class I>
bool outside(I i, std::int64_t size) {
  return static_cast<std::uint64_t>(std::int64_t{i}) >= static_cast<std::uint64_t>(size);
}

template <class I>
std::int64_t first_outside_cpu(const StridedLoop<1>& loop, const I* index, std::int64_t size) {
  constexpr std::int64_t kGrain = 1 << 16;
  const std::int64_t step = loop.stride[0][loop.rank - 1];
  std::atomic<std::int64_t> first{loop.count};
  parallel_for(loop.count, kGrain, [&](std::int64_t begin, std::int64_t end) {
    std::int64_t position = begin;
    loop.walk(begin, end, [&](const std::array<std::int64_t, 1>& at, std::int64_t n) {
      const I* x = index + at[0];
      bool bad = false;
      if (step == 1) {
        for (std::int64_t i = 0; i < n; ++i) bad |= outside(x[i], size);
      } else {
        for (std::int64_t i = 0; i < n; ++i) bad |= outside(x[i * step], size);
      }
      if (bad) {
        std::int64_t i = 0;
        while (!outside(x[i * step], size)) ++i;
        std::int64_t before = first.load();
        while (position + i < before && !first.compare_exchange_weak(before, position + i)) {
        }
      }
      position += n;
    });
  });
  return first.load();
}

}  // namespace

void check_index_of(const char* op, const Tensor& x, int axis, const Tensor& index) {
  check_index(op, index);
  if (x.device() != index.device()) {
    throw DeviceError("{}: devices must be equal; got x={}, index={}; use to", op, x.describe(),
                      index.describe());
  }
  bool fits = x.dim() == index.dim();
  for (int k = 0; fits && k < x.dim(); ++k) fits = k == axis || index.shape()[k] <= x.shape()[k];
  if (fits) return;
  throw ShapeError(
      "{}: index must have as many axes as x and, but for axis {}, no more positions; got x={}, "
      "index={}; use reshape or slice",
      op, axis, x.describe(), index.describe());
}

void check_indices(const char* op, const Tensor& index, std::int64_t size,
                   FunctionRef<std::string()> place) {
  // What is repeated by a step of 0 is looked at once.
  Shape shape = index.shape();
  for (int axis = 0; axis < shape.size(); ++axis) {
    if (index.strides()[axis] == 0 && shape[axis] > 1) shape[axis] = 1;
  }
  const StridedLoop<1> loop(shape, {index.strides()});
  if (loop.count == 0) return;
  const std::int64_t first = visit_index(index.dtype(), op, [&]<class I>() {
    return index.device().is_cuda()
               ? first_outside_cuda(index.device(), loop, index.dtype(), index.data(), size)
               : first_outside_cpu(loop, index.data<I>(), size);
  });
  if (first == loop.count) return;
  Dims position(shape.size(), 0);
  std::int64_t rest = first;
  std::int64_t offset = index.offset();
  for (int axis = shape.size() - 1; axis >= 0; --axis) {
    position[axis] = rest % shape[axis];
    rest /= shape[axis];
    offset += position[axis] * index.strides()[axis];
  }
  const auto value = to_vector<std::int64_t>(index.view({}, {}, offset))[0];
  throw IndexError(
      "{}: an index lies outside {}; got index{}={}; {}", op, place(), text_of(position), value,
      size == 0 ? std::string("there are none") : fmt::format("0 to {} exist", size - 1));
}

}  // namespace thalweg
