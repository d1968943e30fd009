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
#include "thalweg/ops/relu.h"
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
struct ScratchShortcut;

// x[i] - mean, times r: what the pixels of a channel are normalized to.
template <class T>
const T* normalized(const T* x, std::int64_t n, T mean, T r, T* h) {
#pragma omp simd
  for (std::int64_t i = 0; i < n; ++i) h[i] = (x[i] - mean) * r;
  return h;
}

// With kRelu the result is relu(y), or relu(shortcut + y).
template <bool kRelu, class T>
struct ForwardChannel {
  ChannelShape shape;
  T eps;
  const T *x, *weight, *bias, *shortcut;  // all but x may be null
  T *y, *mean, *variance, *inverse_std;

  void operator()(std::int64_t c) const {
    if (lies_in_pieces(shape)) {
      T* const side = scratch<ScratchX, T>(shape.count());
      gather_channel(shape, c, x, side);
      T* beside = nullptr;
      if (shortcut) {
        beside = scratch<ScratchShortcut, T>(shape.count());
        gather_channel(shape, c, shortcut, beside);
      }
      ForwardChannel{ChannelShape{1, 1, shape.count()},
                     eps,
                     side,
                     weight ? weight + c : nullptr,
                     bias ? bias + c : nullptr,
                     beside,
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
    if (bias) {
      write(c, m, r, [shift = bias[c]](T v) { return v + shift; });
    } else {
      write(c, m, r, [](T v) { return v; });
    }
  }

  template <class Shift>
  void write(std::int64_t c, T m, T r, Shift shift) const {
    if constexpr (kRelu) {
      if (shortcut) {
        write_elements(c, m, r, shortcut, [=](T v, T beside) { return Relu{}(beside + shift(v)); });
      } else {
        write_elements(c, m, r, x, [=](T v, T) { return Relu{}(shift(v)); });
      }
    } else {
      write_elements(c, m, r, x, [=](T v, T) { return shift(v); });
    }
  }

  template <class Finish>
  void write_elements(std::int64_t c, T m, T r, const T* others, Finish finish) const {
    const T scale = weight ? weight[c] : T(1);
    for (std::int64_t image = 0; image < shape.images; ++image) {
      const std::int64_t start = shape.start(image, c);
      const T *from = x + start, *beside = others + start;
      T* to = y + start;  // which may be where x lies
#pragma omp simd
      for (std::int64_t i = 0; i < shape.pixels; ++i) {
        to[i] = finish(((from[i] - m) * r) * scale, beside[i]);
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

ChannelShape check(const char* op, const Tensor& x, const Tensor& weight, const Tensor& bias,
                   double eps) {
  check_float(op, x);
  bool fits = x.dim() >= 2;
  for (const Tensor* p : {&weight, &bias}) {
    if (!p->defined()) continue;
    check_same(op, x, *p, "x", p == &weight ? "weight" : "bias");
    fits = fits && p->shape() == Shape{x.size(1)};
  }
  if (!fits) {
    throw ShapeError(
        "{}: wants x [n,c,...] with weight and bias [c]; got x={}, weight={}, bias={}; use reshape",
        op, x.describe(), weight.defined() ? weight.describe() : "none",
        bias.defined() ? bias.describe() : "none");
  }
  if (!(eps >= 0)) throw ValueError("{}: eps is 0 or more; got {}", op, eps);
  ChannelShape shape{x.size(0), x.size(1), 1};
  for (int axis = 2; axis < x.dim(); ++axis) shape.pixels *= x.size(axis);
  if (shape.count() == 0) {
    throw ValueError("{}: a channel needs at least one element; got x={}", op, x.describe());
  }
  if (x.device().is_cuda()) refuse_device(op, x.device());
  return shape;
}

// Both ops; shortcut is undefined where there is none.
template <bool kRelu>
Tensor normalize(const char* op, const Tensor& x, const Tensor& weight, const Tensor& bias,
                 const Tensor& shortcut, double eps, BatchStatistics* statistics) {
  const ChannelShape shape = check(op, x, weight, bias, eps);
  const auto row_major = [](const Tensor& t) { return t.defined() ? as_contiguous(t) : t; };
  const Tensor xs = as_contiguous(x), ws = row_major(weight), bs = row_major(bias);
  const Tensor beside = row_major(shortcut);
  Tensor y = empty(x.shape(), x.dtype());
  Tensor means = empty({shape.channels}, x.dtype()), variances = empty_like(means);
  Tensor inverse_stds = empty_like(means);
  visit_float(x.dtype(), op, [&]<class T>() {
    const auto data = [](const Tensor& t) { return t.defined() ? t.data<T>() : nullptr; };
    for_each_channel(shape, ForwardChannel<kRelu, T>{
                                shape, static_cast<T>(eps), data(xs), data(ws), data(bs),
                                data(beside), y.mutable_data<T>(), means.mutable_data<T>(),
                                variances.mutable_data<T>(), inverse_stds.mutable_data<T>()});
  });
  if (statistics) *statistics = {means, variances};

  const Tensor absent = empty({0}, x.dtype());  // stands for what is missing
  const Tensor& w = weight.defined() ? weight : absent;
  const Tensor& b = bias.defined() ? bias : absent;
  const Tensor& s = shortcut.defined() ? shortcut : absent;
  if (Record r{op, {&x, &w, &b, &s}, {&y}}) {
    const Saved result = kRelu ? r.keep_output(y) : Saved();
    r.backward([op, x = r.keep(x), w = r.keep(w), has_weight = weight.defined(), result, shape, eps,
                means = contiguous_copy(means), inverse_stds](Backward& pass) {
      Tensor g = pass.output();
      if constexpr (kRelu) g = times_slope(op, Relu{}, g, result.get(pass));
      if (pass.needs(3)) pass.give(3, g);
      if (!pass.needs(0) && !pass.needs(1) && !pass.needs(2)) return;
      const Tensor kept = x.get(pass);
      Gradients found;
      if (pass.create_graph()) {
        const Shape planes = {shape.images, shape.channels, shape.pixels};
        found = composed(reshape(kept, planes),
                         has_weight ? reshape(w.get(pass), {shape.channels, 1}) : Tensor(),
                         reshape(g, planes), eps);
      } else {
        const Tensor xs = as_contiguous(kept), gs = as_contiguous(g);
        const Tensor ws = has_weight ? as_contiguous(w.get(pass)) : Tensor();
        found = {empty_like(xs), empty({shape.channels}, xs.dtype()),
                 empty({shape.channels}, xs.dtype())};
        visit_float(xs.dtype(), op, [&]<class T>() {
          for_each_channel(
              shape, GradientOfChannel<T>{
                         shape, xs.data<T>(), gs.data<T>(), has_weight ? ws.data<T>() : nullptr,
                         means.data<T>(), inverse_stds.data<T>(), found.x.mutable_data<T>(),
                         found.bias.mutable_data<T>(), found.weight.mutable_data<T>()});
        });
      }
      pass.give(0, reshape(found.x, kept.shape()));
      if (pass.needs(1)) pass.give(1, reshape(found.weight, {shape.channels}));
      if (pass.needs(2)) pass.give(2, reshape(found.bias, {shape.channels}));
    });
  }
  return y;
}

}  // namespace

Tensor batch_norm(const Tensor& x, const Tensor& weight, const Tensor& bias, double eps,
                  BatchStatistics* statistics) {
  return normalize<false>("batch_norm", x, weight, bias, {}, eps, statistics);
}

Tensor batch_norm_relu(const Tensor& x, const Tensor& weight, const Tensor& bias,
                       const Tensor& shortcut, double eps, BatchStatistics* statistics) {
  if (shortcut.defined()) {
    check_same("batch_norm_relu", x, shortcut, "x", "shortcut");
    if (shortcut.shape() != x.shape()) {
      throw ShapeError("batch_norm_relu: x and shortcut must have one shape; got x={}, shortcut={}",
                       x.describe(), shortcut.describe());
    }
  }
  return normalize<true>("batch_norm_relu", x, weight, bias, shortcut, eps, statistics);
}

}  // namespace thalweg
