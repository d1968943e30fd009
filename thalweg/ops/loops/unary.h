// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/ops/loops/pointwise.h"
#include "thalweg/ops/mul.h"
#include "thalweg/tensor/record.h"

// A differentiable pointwise op of one tensor is one functor: value and slope.
//   struct Tanh {
//     static constexpr bool kIntegers = false;
//     static constexpr Kept kKept = Kept::kOutput;        // what slope() is written in
//     template <class T> THALWEG_HD T operator()(T x) const { return math::tanh(x); }
//     template <class T> THALWEG_HD T slope(const T& y) const { return 1 - y * y; }
//   };
// slope() serves scalars (the fused backward loop) and tensors (when the gradient is recorded
// itself): it is written with operators and with functions that exist for both, so both give the
// same bits. The gradient is g * slope. A functor whose slope is constant in pieces says
// kLinearPieces = true and writes slope() for scalars alone: the slope has no derivative, g * slope
// is its own.

namespace thalweg {

enum class Kept { kInput, kOutput };

/// g * slope(kept), the fused backward loop of F.
template <class F>
struct TimesSlope {
  static constexpr bool kIntegers = false;
  F f;
  template <class T>
  THALWEG_HD T operator()(T g, T kept) const {
    return g * f.slope(kept);
  }
};

/// g * slope(kept) as a function of g.
template <class F>
Tensor times_slope(const char* op, const F& f, const Tensor& g, const Tensor& kept) {
  Tensor y = map(op, TimesSlope<F>{f}, g, kept);
  if (Record r{op, {&g}, {&y}}) {
    r.backward([op, f, kept = r.keep(kept.detach())](Backward& pass) {
      pass.give(0, times_slope(op, f, pass.output(), kept.get(pass)));
    });
  }
  return y;
}

/// The gradient that F passes on to its input in a pass that records (`create_graph`) or not.
template <class F>
Tensor slope_times(const char* op, const F& f, const Tensor& g, const Tensor& kept,
                   bool create_graph) {
  if constexpr (requires { F::kLinearPieces; }) {
    return times_slope(op, f, g, kept);
  } else {
    return create_graph ? mul(g, f.slope(kept)) : map(op, TimesSlope<F>{f}, g, kept);
  }
}

template <class F>
Tensor unary(const char* op, const F& f, const Tensor& x) {
  Tensor y = map(op, f, x);
  if (Record r{op, {&x}, {&y}}) {
    const Saved saved = F::kKept == Kept::kInput ? r.keep(x) : r.keep_output(y);
    r.backward([op, f, saved](Backward& pass) {
      pass.give(0, slope_times(op, f, pass.output(), saved.get(pass), pass.create_graph()));
    });
  }
  return y;
}

}  // namespace thalweg
