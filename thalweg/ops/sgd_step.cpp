// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/sgd_step.h"

#include "thalweg/base/threads.h"
#include "thalweg/ops/check.h"
#include "thalweg/tensor/copy.h"

namespace thalweg {
namespace {

template <class T>
void sgd_cpu(const SgdCall& call, const SgdElement<T>& element) {
  constexpr std::int64_t kGrain = 1 << 15;  // elements that are worth another thread
  parallel_for(call.count, kGrain, [&](std::int64_t begin, std::int64_t end) {
    T* __restrict p = static_cast<T*>(call.p);
    const T* __restrict g = static_cast<const T*>(call.g);
    T* __restrict v = static_cast<T*>(call.v);
    if (v) {
#pragma omp simd
      for (std::int64_t i = begin; i < end; ++i) element.with_velocity(p[i], g[i], v[i]);
    } else {
#pragma omp simd
      for (std::int64_t i = begin; i < end; ++i) element.plain(p[i], g[i]);
    }
  });
}

}  // namespace

void sgd_step(Tensor& p, const Tensor& gradient, Tensor& v, const SgdStep& step, bool first) {
  check_float("sgd_step", p, "p");
  check_same("sgd_step", p, gradient, "p", "gradient");
  const bool moving = step.momentum != 0;
  if (moving) check_same("sgd_step", p, v, "p", "v");
  if (gradient.shape() != p.shape() || (moving && v.shape() != p.shape())) {
    throw ShapeError(
        "sgd_step: shapes must be equal; got p={}, gradient={}, v={}; use reshape or zeros_like",
        p.describe(), gradient.describe(), moving ? v.describe() : "none");
  }
  if (!p.is_contiguous() || (moving && !v.is_contiguous())) {
    throw ShapeError("sgd_step: p and v must be contiguous; got strides p={}, v={}; use contiguous",
                     text_of(p.strides()), moving ? text_of(v.strides()) : "none");
  }
  const Tensor g = as_contiguous(gradient);
  check_apart("sgd_step", p, "p", g, "gradient");
  if (moving) {
    check_apart("sgd_step", p, "p", v, "v");
    check_apart("sgd_step", v, "v", g, "gradient");
  }
  const SgdCall call{p.device(),       p.dtype(), p.numel(),
                     p.mutable_data(), g.data(),  moving ? v.mutable_data() : nullptr};
  if (call.count == 0) return;
  if (call.device.is_cuda()) return sgd_step_cuda(call, step, first);
  visit_float(call.dtype, "sgd_step",
              [&]<class T>() { sgd_cpu<T>(call, SgdElement<T>(step, first)); });
}

}  // namespace thalweg
