// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/ops/loops/reduce_cpu.h"
#include "thalweg/tensor/record.h"

// What max and min share.
namespace thalweg {

/// argmax or argmin.
using Argument = Tensor (*)(const Tensor& x, std::int64_t axis, bool keepdim);

/// Zeros of the shape of x with g (one element for each result) at the first element, in row-major
/// order of the axes `over`, that `argument` chooses there. `recorded`: by public ops alone.
Tensor place_at_argument(const Tensor& g, const Tensor& x, const Axes& over, Argument argument,
                         bool recorded);

/// ShapeError when the sorted axes `over` of x hold no element.
void check_not_empty(const char* op, const Tensor& x, const Axes& over);

/// The extremum over axes by reducer R, with its gradient.
template <class R>
Tensor extremum(const char* op, const Tensor& x, const Axes& axes, bool keepdim,
                Argument argument) {
  const Axes over = normalize_axes(op, axes, x.dim());
  check_number(op, x);
  check_not_empty(op, x, over);
  Tensor y = reduce<R>({x}, over, keepdim);
  if (Record r{op, {&x}, {&y}}) {
    r.backward([x = r.keep(x.detach()), over, argument](Backward& pass) {
      pass.give(0,
                place_at_argument(pass.output(), x.get(pass), over, argument, pass.create_graph()));
    });
  }
  return y;
}

}  // namespace thalweg
