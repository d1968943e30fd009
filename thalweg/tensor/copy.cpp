// SPDX-License-Identifier: Apache-2.0
#include "thalweg/tensor/copy.h"

#include <cstring>

#include "thalweg/base/cast.h"
#include "thalweg/tensor/copy_kernel.h"
#include "thalweg/tensor/node.h"
#include "thalweg/tensor/overlap.h"

namespace thalweg {
namespace {

constexpr std::int64_t kGrain = 1 << 15;  // elements that are worth another thread

template <class To, class From>
void copy_cpu(const StridedLoop<2>& loop, To* to, const From* from) {
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
