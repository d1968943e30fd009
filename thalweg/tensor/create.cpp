// SPDX-License-Identifier: Apache-2.0
#include "thalweg/tensor/create.h"

#include <algorithm>
#include <limits>
#include <memory>

#include "thalweg/base/cast.h"
#include "thalweg/tensor/copy.h"
#include "thalweg/tensor/copy_kernel.h"

namespace thalweg {

void check_scalar(std::string_view op, double value, const Tensor& x) {
  if (is_float(x.dtype()) || x.dtype() == boolean) return;
  visit_number(x.dtype(), op, [&]<class T>() {
    // 2^63 becomes the largest i64, which as a double is 2^63 again: hence the second condition.
    constexpr double kAbove = 2.0 * static_cast<double>(std::numeric_limits<T>::max() / 2 + 1);
    if (static_cast<double>(cast<T>(value)) == value && value < kAbove) return;
    throw DtypeError(
        "{}: a scalar beside integers must be one of them; got {} for x={}; use "
        "cast(x, f32)",
        op, value, x.describe());
  });
}

void fill(Tensor& x, double value) {
  check_scalar("fill", value, x);
  const StridedLoop<1> loop(x.shape(), {x.strides()});
  void* to = x.mutable_data();
  if (loop.count == 0) return;
  if (x.device().is_cuda()) return fill_cuda(x.device(), loop, x.dtype(), to, value);
  visit_any(x.dtype(), [&]<class T>() {
    const std::int64_t step = loop.stride[0][loop.rank - 1];
    const T element = cast<T>(value);
    constexpr std::int64_t kGrain = 1 << 16;
    parallel_for(loop.count, kGrain, [&](std::int64_t begin, std::int64_t end) {
      loop.walk(begin, end, [&](const std::array<std::int64_t, 1>& offsets, std::int64_t n) {
        T* y = static_cast<T*>(to) + offsets[0];
        if (step == 1) {
          std::fill_n(y, n, element);
        } else {
          for (std::int64_t i = 0; i < n; ++i) y[i * step] = element;
        }
      });
    });
  });
}

Tensor full(const Shape& shape, double value, Dtype dtype, Device device) {
  Tensor x = empty(shape, dtype, device);
  check_scalar("full", value, x);
  fill(x, value);
  return x;
}

Tensor zeros(const Shape& shape, Dtype dtype, Device device) {
  return full(shape, 0, dtype, device);
}
Tensor ones(const Shape& shape, Dtype dtype, Device device) {
  return full(shape, 1, dtype, device);
}
Tensor zeros_like(const Tensor& x) { return full(x.shape(), 0, x.dtype(), x.device()); }
Tensor ones_like(const Tensor& x) { return full(x.shape(), 1, x.dtype(), x.device()); }
Tensor full_like(const Tensor& x, double value) {
  return full(x.shape(), value, x.dtype(), x.device());
}
Tensor scalar(double value, Dtype dtype, Device device) { return full({}, value, dtype, device); }

template <class T>
Tensor tensor(std::span<const T> values, const Shape& shape, Device device) {
  if (element_count(shape) != static_cast<std::int64_t>(values.size())) {
    throw ShapeError(
        "tensor: the number of values does not fit the shape; got {} values for {}, which holds {}",
        values.size(), text_of(shape), element_count(shape));
  }
  Tensor x = empty(shape, dtype_of<T>, device);
  device_memory::copy(x.mutable_data(), device, values.data(), cpu(), values.size_bytes());
  return x;
}

Tensor tensor(const std::vector<bool>& values, const Shape& shape, Device device) {
  const std::unique_ptr<bool[]> bytes(new bool[values.size()]);  // std::vector<bool> holds bits
  std::copy(values.begin(), values.end(), bytes.get());
  return tensor(std::span<const bool>(bytes.get(), values.size()), shape, device);
}

template <class T>
std::vector<T> to_vector(const Tensor& x) {
  const Tensor there =
      x.dtype() == dtype_of<T> ? as_contiguous(x) : contiguous_copy(x, dtype_of<T>, x.device());
  std::vector<T> values(x.numel());
  if constexpr (std::is_same_v<T, bool>) {
    const Tensor host = contiguous_copy(there, cpu());
    std::copy_n(host.data<bool>(), x.numel(), values.begin());
  } else {
    device_memory::copy(values.data(), cpu(), there.data(), x.device(), x.numel() * sizeof(T));
  }
  return values;
}

template Tensor tensor(std::span<const float>, const Shape&, Device);
template Tensor tensor(std::span<const double>, const Shape&, Device);
template Tensor tensor(std::span<const std::int64_t>, const Shape&, Device);
template Tensor tensor(std::span<const std::int32_t>, const Shape&, Device);
template Tensor tensor(std::span<const std::uint8_t>, const Shape&, Device);
template Tensor tensor(std::span<const bool>, const Shape&, Device);
template std::vector<float> to_vector(const Tensor&);
template std::vector<double> to_vector(const Tensor&);
template std::vector<std::int64_t> to_vector(const Tensor&);
template std::vector<std::int32_t> to_vector(const Tensor&);
template std::vector<std::uint8_t> to_vector(const Tensor&);
template std::vector<bool> to_vector(const Tensor&);

}  // namespace thalweg
