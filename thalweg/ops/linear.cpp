// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/linear.h"

#include <type_traits>

#include "thalweg/ops/add.h"
#include "thalweg/ops/check.h"
#include "thalweg/ops/exp.h"
#include "thalweg/ops/gelu.h"
#include "thalweg/ops/loops/unary.h"
#include "thalweg/ops/matmul.h"
#include "thalweg/ops/mul.h"
#include "thalweg/ops/neg.h"
#include "thalweg/ops/relu.h"
#include "thalweg/ops/reshape.h"
#include "thalweg/ops/sigmoid.h"
#include "thalweg/ops/silu.h"
#include "thalweg/ops/sub.h"
#include "thalweg/ops/sum.h"
#include "thalweg/ops/tanh.h"
#include "thalweg/ops/transpose.h"
#include "thalweg/tensor/copy.h"
#include "thalweg/tensor/record.h"

namespace thalweg {
namespace {

template <class Visit>
void visit_activation(Activation activation, Visit&& visit) {
  switch (activation) {
    case Activation::kNone:
      return visit(Identity{});
    case Activation::kRelu:
      return visit(Relu{});
    case Activation::kSigmoid:
      return visit(Sigmoid{});
    case Activation::kTanh:
      return visit(Tanh{});
    case Activation::kGelu:
      return visit(Gelu{});
    case Activation::kSilu:
      return visit(Silu{});
  }
}

template <class F>
inline constexpr bool kSlopeOfInput = requires {
  requires F::kKept == Kept::kInput;
};

// y = f(y + bias), or f(y) without one.
template <class F, class T>
[[gnu::flatten]] void finish_row(F f, std::int64_t n, T* y, const T* bias) {
  if (bias) {
    const AfterBias<F> after{f};
#pragma omp simd
    for (std::int64_t j = 0; j < n; ++j) y[j] = after(y[j], bias[j]);
  } else {
#pragma omp simd
    for (std::int64_t j = 0; j < n; ++j) y[j] = f(y[j]);
  }
}

template <class F>
void finish_cuda(F f, Tensor& y, const Tensor& bias) {
  if (bias.defined()) {
    const Strides repeated = broadcast_strides(bias.shape(), bias.strides(), y.shape());
    const StridedLoop<3> loop(y.shape(), {y.strides(), y.strides(), repeated});
    map_cuda(MapCall<AfterBias<F>, 2>{
        {f}, y.device(), y.dtype(), loop, y.mutable_data(), {y.data(), bias.data()}});
  } else if constexpr (!std::is_same_v<F, Identity>) {
    const StridedLoop<2> loop(y.shape(), {y.strides(), y.strides()});
    map_cuda(MapCall<F, 1>{f, y.device(), y.dtype(), loop, y.mutable_data(), {y.data()}});
  }
}

// y = f(y + bias) in place, y [rows, out] row-major.
template <class F>
void finish(F f, Tensor& y, const Tensor& bias) {
  if (y.numel() == 0 || (std::is_same_v<F, Identity> && !bias.defined())) return;
  if (y.device().is_cuda()) return finish_cuda(f, y, bias);
  const std::int64_t rows = y.size(0), n = y.size(1);
  visit_float(y.dtype(), "linear", [&]<class T>() {
    constexpr std::int64_t kGrain = 1 << 15;  // elements that are worth another thread
    T* const to = y.mutable_data<T>();
    const T* const added = bias.defined() ? bias.data<T>() : nullptr;
    parallel_for(rows, 1 + kGrain / n, [&](std::int64_t begin, std::int64_t end) {
      for (std::int64_t i = begin; i < end; ++i) finish_row(f, n, to + i * n, added);
    });
  });
}

void check(const Tensor& x, const Tensor& weight, const Tensor& bias) {
  check_float("linear", x);
  check_same("linear", x, weight, "x", "weight");
  if (bias.defined()) check_same("linear", x, bias, "x", "bias");
  const bool fits = x.dim() >= 1 && weight.dim() == 2 && x.size(-1) == weight.size(1) &&
                    (!bias.defined() || bias.shape() == Shape{weight.size(0)});
  if (!fits) {
    throw ShapeError(
        "linear: wants x [..,in], weight [out,in] and bias [out]; got x={}, weight={}, bias={}; "
        "use "
        "reshape or transpose",
        x.describe(), weight.describe(), bias.defined() ? bias.describe() : "none");
  }
}

// What f is given, in ops that are recorded.
Tensor before_activation(const Tensor& rows, const Tensor& weight, const Tensor& bias) {
  const Tensor product = matmul(rows, transpose(weight));
  return bias.defined() ? add(product, bias) : product;
}

// x [rows, in].
template <class F>
Tensor linear_rows(F f, const Tensor& x, const Tensor& weight, const Tensor& bias) {
  const Tensor absent = empty({0}, x.dtype(), x.device());  // stands for a missing bias
  const Tensor& b = bias.defined() ? bias : absent;
  const Tensor dense = bias.defined() ? as_contiguous(bias) : bias;
  Tensor y, z;  // z: f's input, where its slope is written in that
  {
    const NoGrad off;
    y = matmul(x, transpose(weight));
  }
  if constexpr (kSlopeOfInput<F>) {
    const bool kept =
        grad_enabled() && (x.requires_grad() || weight.requires_grad() || b.requires_grad());
    if (kept) {
      z = y;
      finish(Identity{}, z, dense);
      y = map("linear", f, z);
    }
  }
  if (!z.defined()) finish(f, y, dense);

  if (Record r{"linear", {&x, &weight, &b}, {&y}}) {
    Saved kept;
    if constexpr (kSlopeOfInput<F>) {
      kept = r.keep(z);
    } else if constexpr (!std::is_same_v<F, Identity>) {
      kept = r.keep_output(y);
    }
    r.backward([f, x = r.keep(x), weight = r.keep(weight), b = r.keep(b), kept,
                has_bias = bias.defined()](Backward& pass) {
      const bool recorded = pass.create_graph();
      Tensor g = pass.output();
      if constexpr (kSlopeOfInput<F>) {
        const Tensor z = recorded ? before_activation(x.get(pass), weight.get(pass),
                                                      has_bias ? b.get(pass) : Tensor())
                                  : kept.get(pass);
        g = slope_times("linear", f, g, z, recorded);
      } else if constexpr (!std::is_same_v<F, Identity>) {
        g = slope_times("linear", f, g, kept.get(pass), recorded);
      }
      if (pass.needs(0)) pass.give(0, matmul(g, weight.get(pass)));
      if (pass.needs(1)) pass.give(1, matmul(transpose(g), x.get(pass)));
      if (pass.needs(2)) pass.give(2, sum_to(g, b.get(pass).shape()));
    });
  }
  return y;
}

}  // namespace

Tensor linear(const Tensor& x, const Tensor& weight, const Tensor& bias, Activation activation) {
  check(x, weight, bias);
  Shape shape = x.shape();
  shape[shape.size() - 1] = weight.size(0);
  std::int64_t rows = 1;
  for (int axis = 0; axis + 1 < x.dim(); ++axis) rows *= x.size(axis);
  Tensor y;
  visit_activation(activation, [&](auto f) {
    y = linear_rows(f, reshape(x, {rows, x.size(-1)}), weight, bias);
  });
  return reshape(y, shape);
}

}  // namespace thalweg
