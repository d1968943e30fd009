// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/adam_step.h"

#include "thalweg/base/threads.h"
#include "thalweg/ops/check.h"
#include "thalweg/tensor/copy.h"

namespace thalweg {
namespace {

template <class T>
void adam_cpu(const AdamCall& call, const AdamElement<T>& element) {
  constexpr std::int64_t kGrain = 1 << 14;  // elements that are worth another thread
  parallel_for(call.count, kGrain, [&](std::int64_t begin, std::int64_t end) {
    T* __restrict p = static_cast<T*>(call.p);
    const T* __restrict g = static_cast<const T*>(call.g);
    T* __restrict m = static_cast<T*>(call.m);
    T* __restrict v = static_cast<T*>(call.v);
#pragma omp simd
    for (std::int64_t i = begin; i < end; ++i) element(p[i], g[i], m[i], v[i]);
  });
}

void check(const Tensor& p, const Tensor& g, const Tensor& m, const Tensor& v, std::int64_t t) {
  check_float("adam_step", p, "p");
  check_same("adam_step", p, g, "p", "gradient");
  check_same("adam_step", p, m, "p", "m");
  check_same("adam_step", p, v, "p", "v");
  if (g.shape() != p.shape() || m.shape() != p.shape() || v.shape() != p.shape()) {
    throw ShapeError(
        "adam_step: shapes must be equal; got p={}, gradient={}, m={}, v={}; use reshape or "
        "zeros_like",
        p.describe(), g.describe(), m.describe(), v.describe());
  }
  if (!p.is_contiguous() || !m.is_contiguous() || !v.is_contiguous()) {
    throw ShapeError(
        "adam_step: p, m and v must be contiguous; got strides p={}, m={}, v={}; use contiguous",
        text_of(p.strides()), text_of(m.strides()), text_of(v.strides()));
  }
  if (t < 1) throw ValueError("adam_step: steps count from 1; got t={}; the first is 1", t);
}

}  // namespace

void adam_step(Tensor& p, const Tensor& gradient, Tensor& m, Tensor& v, const AdamOptions& options,
               std::int64_t t) {
  check(p, gradient, m, v, t);
  const Tensor g = as_contiguous(gradient);
  check_apart("adam_step", p, "p", g, "gradient");
  check_apart("adam_step", p, "p", m, "m");
  check_apart("adam_step", p, "p", v, "v");
  check_apart("adam_step", m, "m", g, "gradient");
  check_apart("adam_step", m, "m", v, "v");
  check_apart("adam_step", v, "v", g, "gradient");
  const AdamCall call{p.device(), p.dtype(),        p.numel(),       p.mutable_data(),
                      g.data(),   m.mutable_data(), v.mutable_data()};
  if (call.count == 0) return;
  if (call.device.is_cuda()) return adam_step_cuda(call, options, t);
  visit_float(call.dtype, "adam_step",
              [&]<class T>() { adam_cpu<T>(call, AdamElement<T>(options, t)); });
}

}  // namespace thalweg
