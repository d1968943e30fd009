// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <utility>

#include "thalweg/base/math.h"
#include "thalweg/base/threads.h"
#include "thalweg/tensor/tensor.h"

// Loops of the steps of descent methods, which change a parameter and the method's state in place,
// each element by itself. An op gives a functor
//   template <class T> struct SgdElement {
//     static constexpr int kOperands = 3;    // p, gradient, and what the method keeps
//     THALWEG_HD void operator()(T& p, T g, T& v) const { ... }
//   };
// calls descend(), and names step_cuda of its functor in its .cu file.

namespace thalweg {

struct StepCall {
  static constexpr int kMostOperands = 5;
  Device device;
  Dtype dtype;
  std::int64_t count;
  void* operands[kMostOperands];  // p, gradient, state
};

/// Something that a method keeps for a parameter, and its name for error texts.
struct StepState {
  const char* name;
  Tensor& tensor;
};

/// The call, checked: p a float; gradient and state with its shape, dtype and device; p and state
/// contiguous; no two sharing memory. Counts as a write to p and state. `gradient` is null for a
/// step that needs none; when it has strides, it is replaced by a row-major copy, which must live
/// as long as the call.
StepCall checked_step(const char* op, Tensor& p, Tensor* gradient,
                      std::initializer_list<StepState> state);

/// The CUDA side, defined in descent.cuh. An op's .cu holds `template void step_cuda<float>(const
/// StepCall&, const SgdElement<float>&);` and the same for double.
template <class T, class Element>
void step_cuda(const StepCall& call, const Element& element);

template <class Element, class... T>
void step_simd(const Element& element, std::int64_t n, T* __restrict... x) {
#pragma omp simd
  for (std::int64_t i = 0; i < n; ++i) element(x[i]...);
}

template <class T, class Element>
void step_cpu(const StepCall& call, const Element& element) {
  constexpr std::int64_t kGrain = 1 << 14;  // elements that are worth another thread
  parallel_for(call.count, kGrain, [&](std::int64_t begin, std::int64_t end) {
    [&]<std::size_t... k>(std::index_sequence<k...>) {
      step_simd(element, end - begin, (static_cast<T*>(call.operands[k]) + begin)...);
    }
    (std::make_index_sequence<Element::kOperands>{});
  });
}

/// One step. element.operator()<T>() gives the functor with its scalars as T. Errors: those of
/// checked_step, in the op's name.
template <class MakeElement>
void descend(const char* op, Tensor& p, Tensor* gradient, std::initializer_list<StepState> state,
             MakeElement&& element) {
  const StepCall call = checked_step(op, p, gradient, state);
  if (call.count == 0) return;
  visit_float(call.dtype, op, [&]<class T>() {
    if (call.device.is_cuda()) {
      step_cuda<T>(call, element.template operator()<T>());
    } else {
      step_cpu<T>(call, element.template operator()<T>());
    }
  });
}

/// The slope that a step goes down: the gradient, turned round with maximize, and that of the
/// penalty weight_decay / 2 * sum p^2 by fma, left out when weight_decay is 0.
template <class T>
struct Slope {
  T weight_decay;
  bool maximize;

  Slope(double decay, bool up) : weight_decay(static_cast<T>(decay)), maximize(up) {}
  THALWEG_HD T operator()(T p, T g) const {
    g = maximize ? -g : g;
    return weight_decay != 0 ? math::fma(weight_decay, p, g) : g;
  }
};

}  // namespace thalweg
