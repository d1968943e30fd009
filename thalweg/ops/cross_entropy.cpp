// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/cross_entropy.h"

#include "thalweg/base/math.h"
#include "thalweg/ops/add.h"
#include "thalweg/ops/div.h"
#include "thalweg/ops/gather.h"
#include "thalweg/ops/log_softmax.h"
#include "thalweg/ops/loops/loss.h"
#include "thalweg/ops/loops/rows.h"
#include "thalweg/ops/loops/softmax_rows.h"
#include "thalweg/ops/mean.h"
#include "thalweg/ops/mul.h"
#include "thalweg/ops/neg.h"
#include "thalweg/ops/nll_loss.h"
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

// The mean against class numbers, with softmax in one pass.
Tensor plain(const Tensor& x, const Tensor& classes) {
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

// Against class numbers, with weights or smoothing.
Tensor against_classes(const Tensor& x, const Tensor& classes, const CrossEntropyOptions& options) {
  const Tensor& weight = options.weight;
  const Reduction reduction = options.reduction;
  const double s = options.label_smoothing;
  const Tensor p = log_softmax(x, 1);
  if (s == 0) return nll_loss(p, classes, weight, reduction);
  const Tensor spread = neg(sum(weight.defined() ? mul(p, weight) : p, {1}));
  Tensor all = reduce_losses(spread, reduction);
  if (weight.defined() && reduction == Reduction::kMean) {
    all = div(sum(spread), sum(gather(weight, 0, classes)));
  }
  return add(mul(nll_loss(p, classes, weight, reduction), 1 - s),
             mul(all, s / static_cast<double>(x.shape()[1])));
}

// Against class probabilities.
Tensor against_probabilities(const Tensor& x, const Tensor& target,
                             const CrossEntropyOptions& options) {
  const double s = options.label_smoothing;
  Tensor q = target;
  if (s > 0) q = add(mul(q, 1 - s), s / static_cast<double>(x.shape()[1]));
  if (options.weight.defined()) q = mul(q, options.weight);
  return reduce_losses(neg(sum(mul(log_softmax(x, 1), q), {1})), options.reduction);
}

}  // namespace

Tensor cross_entropy(const Tensor& x, const Tensor& target, const CrossEntropyOptions& options) {
  const char* op = "cross_entropy";
  const double s = options.label_smoothing;
  if (!(s >= 0 && s <= 1)) {
    throw ValueError("cross_entropy: label_smoothing lies between 0 and 1; got {}", s);
  }
  const bool probabilities = is_float(target.dtype());
  if (probabilities && (x.dim() != 2 || x.shape() != target.shape())) {
    throw ShapeError(
        "cross_entropy: class probabilities must have the shape of the logits, [n,classes]; got "
        "x={}, target={}; use cast(target, i64) if they are class numbers",
        x.describe(), target.describe());
  }
  if (probabilities) check_loss(op, x, target);
  const Tensor classes = probabilities ? Tensor() : checked_classes(op, x, target);
  if (options.weight.defined()) check_class_weight(op, x, options.weight);
  if (probabilities) return against_probabilities(x, target, options);
  const bool is_plain =
      !options.weight.defined() && s == 0 && options.reduction == Reduction::kMean;
  return is_plain ? plain(x, classes) : against_classes(x, classes, options);
}

}  // namespace thalweg
