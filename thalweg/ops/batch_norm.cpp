// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/batch_norm.h"

#include "thalweg/base/math.h"
#include "thalweg/ops/add.h"
#include "thalweg/ops/check.h"
#include "thalweg/ops/div.h"
#include "thalweg/ops/loops/channels.h"
#include "thalweg/ops/loops/dispatch.h"
#include "thalweg/ops/loops/scratch.h"
#include "thalweg/ops/mean.h"
#include "thalweg/ops/mul.h"
#include "thalweg/ops/reshape.h"
#include "thalweg/ops/sqrt.h"
#include "thalweg/ops/sub.h"
#include "thalweg/ops/sum.h"
#include "thalweg/tensor/copy.h"
#include "thalweg/tensor/record.h"

namespace thalweg {
namespace {

struct ScratchX;
struct ScratchG;

// x[i] - mean, times r: what the pixels of a channel are normalized to.
template <class T>
const T* normalized(const T* x, std::int64_t n, T mean, T r, T* h) {
#pragma omp simd
  for (std::int64_t i = 0; i < n; ++i) h[i] = (x[i] - mean) * r;
  return h;
}

template <class T>
struct ForwardChannel {
  ChannelShape shape;
  T eps;
  const T *x, *weight, *bias;  // weight and bias may be null
  T *y, *mean, *variance, *inverse_std;

  void operator()(std::int64_t c) const {
    if (lies_in_pieces(shape)) {
      T* const side = scratch<ScratchX, T>(shape.count());
      gather_channel(shape, c, x, side);
      ForwardChannel{ChannelShape{1, 1, shape.count()},
                     eps,
                     side,
                     weight ? weight + c : nullptr,
                     bias ? bias + c : nullptr,
                     side,
                     mean + c,
                     variance + c,
                     inverse_std + c}(0);
      return scatter_channel(shape, c, side, y);
    }
    const T count = static_cast<T>(shape.count());
    T room[kChannelPair], d[kChannelPair];
    const T m = reduce_channel<SumOf, T>(
                    shape,
                    [&](std::int64_t begin, std::int64_t n, T* sums) {
                      reduce_pair<SumOf>(n, sums, channel_elements(shape, c, x, begin, n, room));
                    }) /
                count;
    const T v = reduce_channel<SumOfProducts, T>(
                    shape,
                    [&](std::int64_t begin, std::int64_t n, T* sums) {
                      const T* from = channel_elements(shape, c, x, begin, n, room);
#pragma omp simd
                      for (std::int64_t i = 0; i < n; ++i) d[i] = from[i] - m;
                      const T* differences = d;
                      reduce_pair<SumOfProducts>(n, sums, differences, differences);
                    }) /
                count;
    const T r = T(1) / math::sqrt(v + eps);
    mean[c] = m;
    variance[c] = v;
    inverse_std[c] = r;
    const T scale = weight ? weight[c] : T(1), shift = bias ? bias[c] : T(0);
    for (std::int64_t image = 0; image < shape.images; ++image) {
      const T* from = x + shape.start(image, c);  // which may be where the result goes
      T* to = y + shape.start(image, c);
      if (bias) {
#pragma omp simd
        for (std::int64_t i = 0; i < shape.pixels; ++i) {
          to[i] = ((from[i] - m) * r) * scale + shift;
        }
      } else {
#pragma omp simd
        for (std::int64_t i = 0; i < shape.pixels; ++i) to[i] = ((from[i] - m) * r) * scale;
      }
    }
  }
};

template <class T>
struct GradientOfChannel {
  ChannelShape shape;
  const T *x, *g, *weight, *mean, *inverse_std;
  T *dx, *sum_g, *sum_gh;

  void operator()(std::int64_t c) const {
    if (lies_in_pieces(shape)) {
      T* const side = scratch<ScratchX, T>(shape.count());
      T* const g_side = scratch<ScratchG, T>(shape.count());
      gather_channel(shape, c, x, side);
      gather_channel(shape, c, g, g_side);
      GradientOfChannel{ChannelShape{1, 1, shape.count()},
                        side,
                        g_side,
                        weight ? weight + c : nullptr,
                        mean + c,
                        inverse_std + c,
                        side,
                        sum_g + c,
                        sum_gh + c}(0);
      return scatter_channel(shape, c, side, dx);
    }
    const T m = mean[c], r = inverse_std[c], count = static_cast<T>(shape.count());
    T room[kChannelPair], g_room[kChannelPair], h[kChannelPair];
    sum_g[c] = reduce_channel<SumOf, T>(shape, [&](std::int64_t begin, std::int64_t n, T* sums) {
      reduce_pair<SumOf>(n, sums, channel_elements(shape, c, g, begin, n, g_room));
    });
    sum_gh[c] =
        reduce_channel<SumOfProducts, T>(shape, [&](std::int64_t begin, std::int64_t n, T* sums) {
          const T* from = channel_elements(shape, c, x, begin, n, room);
          reduce_pair<SumOfProducts>(n, sums, channel_elements(shape, c, g, begin, n, g_room),
                                     normalized(from, n, m, r, h));
        });
    const T mean_g = sum_g[c] / count, mean_gh = sum_gh[c] / count;
    const T scale = (weight ? weight[c] : T(1)) * r;
    for (std::int64_t image = 0; image < shape.images; ++image) {
      const T* from = x + shape.start(image, c);  // which may be where the result goes
      const T* gs = g + shape.start(image, c);
      T* to = dx + shape.start(image, c);
#pragma omp simd
      for (std::int64_t i = 0; i < shape.pixels; ++i) {
        to[i] = scale * ((gs[i] - mean_g) - ((from[i] - m) * r) * mean_gh);
      }
    }
  }
};

struct Gradients {
  Tensor x, weight, bias;
};

// The way back in public ops, for gradients that are recorded themselves: x and g [n, c, pixels],
// weight [c, 1] or undefined.
Gradients composed(const Tensor& x, const Tensor& weight, const Tensor& g, double eps) {
  const auto n = static_cast<double>(x.size(0) * x.size(2));
  const Axes axes = {0, 2};
  const Tensor d = sub(x, mean(x, axes, true));
  const Tensor r = div(1.0, sqrt(add(div(vecdot(d, d, axes, true), n), eps)));
  const Tensor h = mul(d, r);
  const Tensor sum_g = sum(g, axes, true), sum_gh = vecdot(g, h, axes, true);
  const Tensor scale = weight.defined() ? mul(weight, r) : r;
  return {mul(scale, sub(sub(g, div(sum_g, n)), mul(h, div(sum_gh, n)))), sum_gh, sum_g};
}

ChannelShape check(const Tensor& x, const Tensor& weight, const Tensor& bias, double eps) {
  check_float("batch_norm", x);
  bool fits = x.dim() >= 2;
  for (const Tensor* p : {&weight, &bias}) {
    if (!p->defined()) continue;
    check_same("batch_norm", x, *p, "x", p == &weight ? "weight" : "bias");
    fits = fits && p->shape() == Shape{x.size(1)};
  }
  if (!fits) {
    throw ShapeError(
        "batch_norm: wants x [n,c,...] with weight and bias [c]; got x={}, weight={}, bias={}; use "
        "reshape",
        x.describe(), weight.defined() ? weight.describe() : "none",
        bias.defined() ? bias.describe() : "none");
  }
  if (!(eps >= 0)) throw ValueError("batch_norm: eps is 0 or more; got {}", eps);
  ChannelShape shape{x.size(0), x.size(1), 1};
  for (int axis = 2; axis < x.dim(); ++axis) shape.pixels *= x.size(axis);
  if (shape.count() == 0) {
    throw ValueError("batch_norm: a channel needs at least one element; got x={}", x.describe());
  }
  if (x.device().is_cuda()) refuse_device("batch_norm", x.device());
  return shape;
}

}  // namespace

Tensor batch_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, double eps,
                  BatchStatistics* statistics) {
  const ChannelShape shape = check(x, weight, bias, eps);
  const Tensor xs = as_contiguous(x);
  const Tensor ws = weight.defined() ? as_contiguous(weight) : weight;
  const Tensor bs = bias.defined() ? as_contiguous(bias) : bias;
  Tensor y = empty(x.shape(), x.dtype());
  Tensor means = empty({shape.channels}, x.dtype()), variances = empty_like(means);
  Tensor inverse_stds = empty_like(means);
  visit_float(x.dtype(), "batch_norm", [&]<class T>() {
    for_each_channel(shape,
                     ForwardChannel<T>{shape, static_cast<T>(eps), xs.data<T>(),
                                       ws.defined() ? ws.data<T>() : nullptr,
                                       bs.defined() ? bs.data<T>() : nullptr, y.mutable_data<T>(),
                                       means.mutable_data<T>(), variances.mutable_data<T>(),
                                       inverse_stds.mutable_data<T>()});
  });
  if (statistics) *statistics = {means, variances};

  const Tensor absent = empty({0}, x.dtype());  // stands for a missing parameter
  const Tensor& w = weight.defined() ? weight : absent;
  const Tensor& b = bias.defined() ? bias : absent;
  if (Record r{"batch_norm", {&x, &w, &b}, {&y}}) {
    r.backward([x = r.keep(x), w = r.keep(w), has_weight = weight.defined(), shape, eps,
                means = contiguous_copy(means), inverse_stds](Backward& pass) {
      const Tensor kept = x.get(pass), g = pass.output();
      Gradients result;
      if (pass.create_graph()) {
        const Shape planes = {shape.images, shape.channels, shape.pixels};
        result = composed(reshape(kept, planes),
                          has_weight ? reshape(w.get(pass), {shape.channels, 1}) : Tensor(),
                          reshape(g, planes), eps);
      } else {
        const Tensor xs = as_contiguous(kept), gs = as_contiguous(g);
        const Tensor ws = has_weight ? as_contiguous(w.get(pass)) : Tensor();
        result = {empty_like(xs), empty({shape.channels}, xs.dtype()),
                  empty({shape.channels}, xs.dtype())};
        visit_float(xs.dtype(), "batch_norm", [&]<class T>() {
          for_each_channel(
              shape, GradientOfChannel<T>{
                         shape, xs.data<T>(), gs.data<T>(), has_weight ? ws.data<T>() : nullptr,
                         means.data<T>(), inverse_stds.data<T>(), result.x.mutable_data<T>(),
                         result.bias.mutable_data<T>(), result.weight.mutable_data<T>()});
        });
      }
      pass.give(0, reshape(result.x, kept.shape()));
      if (pass.needs(1)) pass.give(1, reshape(result.weight, {shape.channels}));
      if (pass.needs(2)) pass.give(2, reshape(result.bias, {shape.channels}));
    });
  }
  return y;
}

}  // namespace thalweg
