// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "testing/array.h"
#include "thalweg/ops/reduction.h"
#include "thalweg/tensor/tensor.h"

// One OpCase for each public op. It feeds the proof of values, gradients, bits and errors
// (tests/ops/) and the benchmarks (bench/).

namespace thalweg::testing {

using Tensors = std::vector<Tensor>;
using Arrays = std::vector<Array>;

/// How one input is made. Floats are drawn evenly from [low, high); integers from low .. high - 1.
struct Input {
  Shape shape;
  double low = -2;
  double high = 2;
  bool is_index = false;  // i64 whatever the dtype under test; has no gradient
};

/// One call with its shapes: what is run, and the plain loop in doubles that says what is right.
struct Sample {
  std::string text;  // tells samples of one op apart, e.g. "axes={1} keepdim"
  std::vector<Input> inputs;
  std::function<Tensor(const Tensors&)> call;
  std::function<Array(const Arrays&)> reference;
  /// In place of `reference` where what is right depends on the dtype (random numbers).
  std::function<Array(const Arrays&, Dtype)> reference_as = nullptr;
};

/// A call that must fail, and what its text must hold: parts in the house form.
struct BadCall {
  std::string text;
  std::function<void()> call;
  std::vector<std::string> says;  // every one must be part of the message
};

/// Work of one benchmark: bytes read and written and operations done by one call.
struct Benchmark {
  std::string name;  // e.g. "softmax 4096x1000"
  std::vector<Input> inputs;
  std::function<Tensor(const Tensors&)> call;
  double bytes = 0;
  double flops = 0;
};

struct OpCase {
  std::string op;          // the function's name in thalweg/ops/
  std::string order_rule;  // "pointwise", "sum rule", "product rule", "order rule", "copy"
  std::vector<Sample> samples;
  /// |y - reference| <= epsilon of the dtype * (relative * |reference| + absolute).
  double relative = 4;
  double absolute = 0;
  bool floats = true;
  bool integers = false;       // also i64, i32 and u8 (small values)
  bool pointwise = false;      // special values are held against the reference one by one
  bool differentiable = true;  // else the result, whole numbers or written in place, has no history
  bool second_order = true;
  bool cuda = true;  // else the op refuses CUDA devices
  std::vector<BadCall> bad_calls;
  std::vector<Benchmark> benchmarks;
};

/// Every case; each file testing/cases/NAME.cpp defines NAME_cases(), CMake makes the list.
const std::vector<OpCase>& op_cases();

// Makers for the common kinds.

/// Shapes around the borders of lanes, blocks and threads, empty and 0-d ones.
std::vector<Shape> pointwise_shapes();

/// A pointwise op of one tensor.
OpCase unary_case(const std::string& op, const std::function<Tensor(const Tensor&)>& call,
                  const std::function<double(double)>& reference, double low = -4, double high = 4);

/// A pointwise op of two tensors, with broadcasting in all its forms, and its errors.
OpCase binary_case(const std::string& op,
                   const std::function<Tensor(const Tensor&, const Tensor&)>& call,
                   const std::function<double(double, double)>& reference, double low = -4,
                   double high = 4);

/// A reduction over axes: value(reduced elements in order).
OpCase reduction_case(const std::string& op,
                      const std::function<Tensor(const Tensor&, const Axes&, bool)>& call,
                      const std::function<double(const std::vector<double>&)>& value);

/// A loss of elements against targets of the same shape: its reductions, and its errors.
OpCase loss_case(const std::string& op,
                 const std::function<Tensor(const Tensor&, const Tensor&, Reduction)>& call,
                 const std::function<double(double, double)>& loss, const Input& x = {{}},
                 const Input& target = {{}});

}  // namespace thalweg::testing
