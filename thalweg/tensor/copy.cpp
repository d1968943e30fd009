// SPDX-License-Identifier: Apache-2.0
#include "thalweg/tensor/copy.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "thalweg/base/cast.h"
#include "thalweg/base/pack.h"
#include "thalweg/tensor/copy_kernel.h"
#include "thalweg/tensor/node.h"
#include "thalweg/tensor/overlap.h"

namespace thalweg {
namespace {

constexpr std::int64_t kGrain = 1 << 15;  // elements that are worth another thread

// Rows that lie dense in the target and across those of the source, as of a transpose: in squares
// of registers. False when the copy is of another kind.
template <class T>
bool copy_transposed(const StridedLoop<2>& loop, T* to, const T* from) {
  constexpr std::int64_t kStrip = 64;  // rows that are copied at once
  const int last = loop.rank - 1, down = last - 1;
  if (loop.rank < 2 || loop.stride[0][last] != 1 || loop.stride[1][down] != 1) return false;
  const std::int64_t rows = loop.size[down], cols = loop.size[last];
  const std::int64_t strips = (rows + kStrip - 1) / kStrip;
  const std::int64_t planes = loop.count / (rows * cols);
  const std::int64_t strip_size = std::min(rows, kStrip) * cols;
  parallel_for(planes * strips, 1 + kGrain / strip_size, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t unit = begin; unit < end; ++unit) {
      const std::int64_t row = unit % strips * kStrip;
      const std::int64_t at = unit / strips * rows * cols + row * cols;
      const MatrixView<T> view{from + loop.offset(1, at), 1, loop.stride[1][last]};
      pack(std::min(kStrip, rows - row), cols, view, to + loop.offset(0, at), loop.stride[0][down]);
    }
  });
  return true;
}

template <class To, class From>
void copy_cpu(const StridedLoop<2>& loop, To* to, const From* from) {
  if constexpr (std::is_same_v<To, From> && std::is_floating_point_v<To>) {
    if (copy_transposed(loop, to, from)) return;
  }
  const std::int64_t to_step = loop.stride[0][loop.rank - 1];
  const std::int64_t from_step = loop.stride[1][loop.rank - 1];
  parallel_for(loop.count, kGrain, [&](std::int64_t begin, std::int64_t end) {
    loop.walk(begin, end, [&](const std::array<std::int64_t, 2>& offsets, std::int64_t n) {
      To* y = to + offsets[0];
      const From* x = from + offsets[1];
      if (to_step == 1 && from_step == 1) {
        if constexpr (std::is_same_v<To, From>) {
          std::memcpy(y, x, n * sizeof(To));
        } else {
          for (std::int64_t i = 0; i < n; ++i) y[i] = cast<To>(x[i]);
        }
      } else {
        for (std::int64_t i = 0; i < n; ++i) y[i * to_step] = cast<To>(x[i * from_step]);
      }
    });
  });
}

void copy_on_one_device(Tensor& to, const Tensor& from) {
  const StridedLoop<2> loop(to.shape(), {to.strides(), from.strides()});
  void* y = to.mutable_data();
  if (loop.count == 0) return;
  if (to.device().is_cuda()) {
    return copy_cuda(to.device(), loop, to.dtype(), y, from.dtype(), from.data());
  }
  visit_any(to.dtype(), [&]<class To>() {
    visit_any(from.dtype(),
              [&]<class From>() { copy_cpu(loop, static_cast<To*>(y), from.data<From>()); });
  });
}

void check_apart(const Tensor& to, const Tensor& from) {
  if (may_repeat(to)) {
    throw ValueError(
        "copy_into: each element of the target is written once; got to={} with strides {}; use "
        "contiguous or clone",
        to.describe(), text_of(to.strides()));
  }
  const bool same = to.offset() == from.offset() && to.strides() == from.strides();
  if (!same && may_overlap(to, from)) {
    throw ValueError(
        "copy_into: source and target must not share memory; got to={} with strides {}, from={} "
        "with strides {} of one storage; use clone(from)",
        to.describe(), text_of(to.strides()), from.describe(), text_of(from.strides()));
  }
}

}  // namespace

void copy_into(Tensor& to, const Tensor& from) {
  if (to.shape() != from.shape()) {
    throw ShapeError("copy_into: shapes must be equal; got to={}, from={}; use expand or reshape",
                     to.describe(), from.describe());
  }
  check_apart(to, from);
  if (to.device() == from.device()) return copy_on_one_device(to, from);
  // Between devices only whole row-major blocks of one dtype travel.
  const Tensor source = from.dtype() == to.dtype()
                            ? as_contiguous(from)
                            : contiguous_copy(from, to.dtype(), from.device());
  if (to.is_contiguous()) {
    device_memory::copy(to.mutable_data(), to.device(), source.data(), from.device(),
                        to.numel() * size_of(to.dtype()));
  } else {
    copy_on_one_device(to, contiguous_copy(source, to.device()));
  }
}

Tensor contiguous_copy(const Tensor& x, Dtype dtype, Device device) {
  Tensor result = empty(x.shape(), dtype, device);
  copy_into(result, x);
  return result;
}

}  // namespace thalweg
