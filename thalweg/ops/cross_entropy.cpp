// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/cross_entropy.h"

#include "thalweg/base/math.h"
#include "thalweg/ops/check.h"
#include "thalweg/ops/div.h"
#include "thalweg/ops/loops/rows.h"
#include "thalweg/ops/loops/softmax_rows.h"
#include "thalweg/ops/mean.h"
#include "thalweg/ops/mul.h"
#include "thalweg/ops/softmax.h"
#include "thalweg/ops/sub.h"
#include "thalweg/ops/sum.h"
#include "thalweg/tensor/create.h"
#include "thalweg/tensor/record.h"

namespace thalweg {
namespace {

template <class T>
void forward_rows(const CrossEntropyRows& call, std::int64_t first, std::int64_t count) {
  const std::int64_t n = call.classes;
  const T* x = static_cast<const T*>(call.x) + first * n;
  T* losses = static_cast<T*>(call.losses) + first;
  T greatest[kSoftmaxRows], total[kSoftmaxRows];
  softmax_rows(count, n, x, static_cast<T*>(call.softmax) + first * n, greatest, total);
#pragma omp simd
  for (std::int64_t i = 0; i < count; ++i) total[i] = math::log(total[i]);
  for (std::int64_t i = 0; i < count; ++i) {
    losses[i] = total[i] - (x[i * n + call.target[first + i]] - greatest[i]);
  }
}

template <class T>
void gradient_row(const CrossEntropyRows& call, std::int64_t row) {
  const std::int64_t n = call.classes;
  const T* __restrict p = static_cast<const T*>(call.x) + row * n;
  T* __restrict dx = static_cast<T*>(call.softmax) + row * n;
  const T scale = *static_cast<const T*>(call.scale);
#pragma omp simd
  for (std::int64_t i = 0; i < n; ++i) dx[i] = (p[i] - T(0)) * scale;
  const std::int64_t t = call.target[row];
  dx[t] = (p[t] - T(1)) * scale;
}

// The classes as i64 beside x, after every check.
Tensor checked_target(const Tensor& x, const Tensor& target) {
  check_float("cross_entropy", x);
  check_index("cross_entropy", target, "target");
  if (x.dim() != 2 || target.dim() != 1 || target.shape()[0] != x.shape()[0]) {
    const bool column = x.dim() == 2 && target.shape() == Shape{x.shape()[0], 1};
    throw ShapeError(
        "cross_entropy: wants logits [n,classes] and classes [n]; got x={}, target={}; {}",
        x.describe(), target.describe(),
        column ? "use reshape(target, {-1}): (n) against (n,1) is not repeated" : "use reshape");
  }
  if (!(x.device() == target.device())) {
    throw DeviceError("cross_entropy: devices must be equal; got x={}, target={}; use to",
                      x.describe(), target.describe());
  }
  const Tensor classes = contiguous_copy(target, i64, cpu());
  const auto numbers = classes.span<std::int64_t>();
  for (std::size_t row = 0; row < numbers.size(); ++row) {
    if (numbers[row] < 0 || numbers[row] >= x.shape()[1]) {
      throw IndexError(
          "cross_entropy: a class out of range; got {} in row {} of target for x={}; {}",
          numbers[row], row, x.describe(),
          x.shape()[1] == 0 ? std::string("there are no classes")
                            : fmt::format("classes are 0 to {}", x.shape()[1] - 1));
    }
  }
  return x.device().is_cpu() ? classes : contiguous_copy(classes, x.device());
}

Tensor one_hot(const Tensor& classes, const Tensor& like) {
  Tensor hot = zeros(like.shape(), like.dtype());
  const auto numbers = to_vector<std::int64_t>(classes);
  visit_float(like.dtype(), "cross_entropy", [&]<class T>() {
    T* at = hot.mutable_data<T>();
    for (std::size_t row = 0; row < numbers.size(); ++row) {
      at[static_cast<std::int64_t>(row) * like.shape()[1] + numbers[row]] = 1;
    }
  });
  return contiguous_copy(hot, like.device());
}

Tensor fused_gradient(const Tensor& p, const Tensor& classes, const Tensor& scale) {
  Tensor dx = empty_like(p);
  const CrossEntropyRows call{p.device(),        p.dtype(), p.shape()[0],
                              p.shape()[1],      p.data(),  classes.data<std::int64_t>(),
                              dx.mutable_data(), nullptr,   scale.data()};
  if (dx.numel() == 0) return dx;
  if (call.device.is_cuda()) {
    cross_entropy_gradient_cuda(call);
  } else {
    visit_float(call.dtype, "cross_entropy", [&]<class T>() {
      for_each_row(call.rows, call.classes, [&](std::int64_t row) { gradient_row<T>(call, row); });
    });
  }
  return dx;
}

}  // namespace

Tensor cross_entropy(const Tensor& x, const Tensor& target) {
  const Tensor classes = checked_target(x, target);
  const Tensor logits = as_contiguous(x);
  Tensor p = empty_like(logits);
  Tensor losses = empty({x.shape()[0]}, x.dtype(), x.device());
  const CrossEntropyRows call{x.device(),       x.dtype(),
                              x.shape()[0],     x.shape()[1],
                              logits.data(),    classes.data<std::int64_t>(),
                              p.mutable_data(), losses.mutable_data(),
                              nullptr};
  if (p.numel() > 0 && call.device.is_cuda()) {
    cross_entropy_cuda(call);
  } else if (p.numel() > 0) {
    visit_float(call.dtype, "cross_entropy", [&]<class T>() {
      for_each_rows<kSoftmaxRows>(
          call.rows, call.classes,
          [&](std::int64_t first, std::int64_t count) { forward_rows<T>(call, first, count); });
    });
  }
  Tensor y = mean(losses);
  if (Record r{"cross_entropy", {&x}, {&y}}) {
    r.backward([x = r.keep(x), p, classes](Backward& pass) {
      const Tensor scale = div(pass.output(), static_cast<double>(p.shape()[0]));
      if (!pass.create_graph()) return pass.give(0, fused_gradient(p, classes, scale));
      pass.give(0, mul(sub(softmax(x.get(pass)), one_hot(classes, p)), scale));
    });
  }
  return y;
}

}  // namespace thalweg
