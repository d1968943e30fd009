// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/layer_norm.h"

#include "thalweg/base/math.h"
#include "thalweg/ops/add.h"
#include "thalweg/ops/check.h"
#include "thalweg/ops/div.h"
#include "thalweg/ops/loops/reduce_rows.h"
#include "thalweg/ops/loops/rows.h"
#include "thalweg/ops/mean.h"
#include "thalweg/ops/mul.h"
#include "thalweg/ops/reshape.h"
#include "thalweg/ops/sqrt.h"
#include "thalweg/ops/sub.h"
#include "thalweg/ops/sum.h"
#include "thalweg/tensor/record.h"

namespace thalweg {
namespace {

template <class T>
void forward_row(const LayerNormRows& call, std::int64_t row) {
  const std::int64_t n = call.n;
  const T* __restrict x = static_cast<const T*>(call.x) + row * n;
  T* __restrict y = static_cast<T*>(call.y) + row * n;
  const T mean = reduce_row<SumOf, T>(n, x) / static_cast<T>(n);
#pragma omp simd
  for (std::int64_t i = 0; i < n; ++i) y[i] = x[i] - mean;
  const T* d = y;
  const T variance = reduce_row<SumOfProducts, T>(n, d, d) / static_cast<T>(n);
  const T inverse_std = T(1) / math::sqrt(variance + static_cast<T>(call.eps));
  const T* __restrict weight = static_cast<const T*>(call.weight);
  const T* __restrict bias = static_cast<const T*>(call.bias);
#pragma omp simd
  for (std::int64_t i = 0; i < n; ++i) y[i] = y[i] * inverse_std;
  if (weight) {
#pragma omp simd
    for (std::int64_t i = 0; i < n; ++i) y[i] = y[i] * weight[i];
  }
  if (bias) {
#pragma omp simd
    for (std::int64_t i = 0; i < n; ++i) y[i] = y[i] + bias[i];
  }
  static_cast<T*>(call.mean)[row] = mean;
  static_cast<T*>(call.inverse_std)[row] = inverse_std;
}

template <class T>
void gradient_row(const LayerNormRows& call, std::int64_t row) {
  const std::int64_t n = call.n;
  const T* __restrict x = static_cast<const T*>(call.x) + row * n;
  const T* __restrict g = static_cast<const T*>(call.g) + row * n;
  const T* __restrict weight = static_cast<const T*>(call.weight);
  T* __restrict h = static_cast<T*>(call.normalized) + row * n;
  T* __restrict q = static_cast<T*>(call.dx) + row * n;
  const T mean = static_cast<const T*>(call.mean)[row];
  const T inverse_std = static_cast<const T*>(call.inverse_std)[row];
#pragma omp simd
  for (std::int64_t i = 0; i < n; ++i) {
    h[i] = (x[i] - mean) * inverse_std;
    q[i] = weight ? g[i] * weight[i] : g[i];
  }
  const T count = static_cast<T>(n);
  const T mean_q = reduce_row<SumOf, T>(n, static_cast<const T*>(q)) / count;
  const T mean_qh =
      reduce_row<SumOfProducts, T>(n, static_cast<const T*>(q), static_cast<const T*>(h)) / count;
#pragma omp simd
  for (std::int64_t i = 0; i < n; ++i) {
    q[i] = inverse_std * ((q[i] - mean_q) - h[i] * mean_qh);
  }
}

template <class Cpu>
void run(const LayerNormRows& call, void (*cuda)(const LayerNormRows&), Cpu&& cpu_row) {
  if (call.rows * call.n == 0) return;
  if (call.device.is_cuda()) return cuda(call);
  visit_float(call.dtype, "layer_norm", [&]<class T>() {
    for_each_row(call.rows, call.n, [&](std::int64_t row) { cpu_row.template operator()<T>(row); });
  });
}

struct Gradients {
  Tensor x, weight, bias;
};

// x, g as [rows, n]; the way back in public ops, for gradients that are recorded themselves.
Gradients composed(const Tensor& x, const Tensor& weight, const Tensor& g, double eps) {
  const auto n = static_cast<double>(x.size(1));
  const Tensor d = sub(x, mean(x, {1}, true));
  const Tensor r = div(1.0, sqrt(add(div(vecdot(d, d, {1}, true), n), eps)));
  const Tensor h = mul(d, r);
  const Tensor q = weight.defined() ? mul(g, weight) : g;
  const Tensor mean_q = mean(q, {1}, true);
  const Tensor mean_qh = div(vecdot(q, h, {1}, true), n);
  return {mul(r, sub(sub(q, mean_q), mul(h, mean_qh))), vecdot(g, h, {0}), sum(g, {0})};
}

void check(const Tensor& x, const Shape& shape, const Tensor& weight, const Tensor& bias,
           double eps) {
  check_float("layer_norm", x);
  bool fits = !shape.empty() && shape.size() <= x.dim();
  for (int i = 1; fits && i <= shape.size(); ++i) {
    fits = shape[shape.size() - i] == x.shape()[x.dim() - i];
  }
  for (const Tensor* p : {&weight, &bias}) {
    if (!p->defined()) continue;
    check_same("layer_norm", x, *p, "x", p == &weight ? "weight" : "bias");
    fits &= p->shape() == shape;
  }
  if (!fits) {
    throw ShapeError(
        "layer_norm: normalized_shape must be the last sizes of x, and the shape of weight and "
        "bias; got normalized_shape={}, x={}, weight={}, bias={}; use reshape",
        text_of(shape), x.describe(), weight.defined() ? weight.describe() : "none",
        bias.defined() ? bias.describe() : "none");
  }
  if (!(eps >= 0)) throw ValueError("layer_norm: eps is 0 or more; got {}", eps);
}

}  // namespace

Tensor layer_norm(const Tensor& x, const Shape& shape, const Tensor& weight, const Tensor& bias,
                  double eps) {
  check(x, shape, weight, bias, eps);
  const std::int64_t n = element_count(shape);
  const std::int64_t rows = n ? x.numel() / n : 0;
  const Tensor xs = as_contiguous(x);
  const Tensor ws = weight.defined() ? as_contiguous(weight) : weight;
  const Tensor bs = bias.defined() ? as_contiguous(bias) : bias;
  Tensor y = empty(x.shape(), x.dtype(), x.device());
  Tensor means = empty({rows}, x.dtype(), x.device());
  Tensor inverse_stds = empty({rows}, x.dtype(), x.device());
  LayerNormRows call{x.device(),
                     x.dtype(),
                     rows,
                     n,
                     eps,
                     xs.data(),
                     ws.defined() ? ws.data() : nullptr,
                     bs.defined() ? bs.data() : nullptr,
                     y.mutable_data(),
                     means.mutable_data(),
                     inverse_stds.mutable_data(),
                     nullptr,
                     nullptr,
                     nullptr};
  run(call, layer_norm_cuda, [&]<class T>(std::int64_t row) { forward_row<T>(call, row); });

  const Tensor absent = empty({0}, x.dtype(), x.device());  // stands for a missing parameter
  const Tensor& w = weight.defined() ? weight : absent;
  const Tensor& b = bias.defined() ? bias : absent;
  if (Record r{"layer_norm", {&x, &w, &b}, {&y}}) {
    r.backward([x = r.keep(x), w = r.keep(w), has_weight = weight.defined(), shape, n, rows, eps,
                means, inverse_stds](Backward& pass) {
      const Tensor kept = x.get(pass);
      const Tensor x2 = reshape(kept, {rows, n});
      const Tensor g2 = reshape(pass.output(), {rows, n});
      const Tensor w1 = has_weight ? reshape(w.get(pass), {n}) : Tensor();
      Gradients result;
      if (pass.create_graph()) {
        result = composed(x2, w1, g2, eps);
      } else {
        const Tensor xs = as_contiguous(x2), gs = as_contiguous(g2);
        const Tensor ws = has_weight ? as_contiguous(w1) : w1;
        Tensor h = empty_like(xs);
        result.x = empty_like(xs);
        const LayerNormRows call{xs.device(),
                                 xs.dtype(),
                                 rows,
                                 n,
                                 eps,
                                 xs.data(),
                                 has_weight ? ws.data() : nullptr,
                                 nullptr,
                                 nullptr,
                                 const_cast<void*>(means.data()),
                                 const_cast<void*>(inverse_stds.data()),
                                 gs.data(),
                                 h.mutable_data(),
                                 result.x.mutable_data()};
        run(call, layer_norm_gradient_cuda,
            [&]<class T>(std::int64_t row) { gradient_row<T>(call, row); });
        if (pass.needs(1)) result.weight = vecdot(gs, h, {0});
        if (pass.needs(2)) result.bias = sum(gs, {0});
      }
      pass.give(0, reshape(result.x, kept.shape()));
      if (pass.needs(1)) pass.give(1, reshape(result.weight, shape));
      if (pass.needs(2)) pass.give(2, reshape(result.bias, shape));
    });
  }
  return y;
}

}  // namespace thalweg
