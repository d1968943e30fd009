// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/linear.h"

#include <cmath>

#include "testing/op_case.h"
#include "thalweg/tensor/create.h"

namespace thalweg::testing {
namespace {

double activated(Activation activation, double z) {
  switch (activation) {
    case Activation::kNone:
      return z;
    case Activation::kRelu:
      return std::fmax(z, 0);
    case Activation::kSigmoid:
      return 1 / (1 + std::exp(-z));
    case Activation::kTanh:
      return std::tanh(z);
    case Activation::kGelu:
      return z * (0.5 * std::erfc(-z / std::sqrt(2.0)));
    case Activation::kSilu:
      return z / (1 + std::exp(-z));
  }
  return z;
}

Array reference(Activation activation, const Arrays& in) {
  const Array &x = in[0], &weight = in[1];
  Shape shape = x.shape;
  shape[shape.size() - 1] = weight.shape[0];
  Array y(shape);
  for_each_index(shape, [&](const Dims& i) {
    Dims from = i;
    long double z = in.size() > 2 ? in[2].at({i.back()}) : 0.0;
    for (std::int64_t k = 0; k < x.shape.back(); ++k) {
      from[from.size() - 1] = k;
      z += static_cast<long double>(x.at(from)) * weight.at({i.back(), k});
    }
    y.at(i) = activated(activation, static_cast<double>(z));
  });
  return y;
}

Sample sample(const std::string& name, const Shape& x, std::int64_t out, Activation activation,
              bool with_bias = true) {
  std::vector<Input> inputs = {{x}, {{out, x.back()}}};
  if (with_bias) inputs.push_back({{out}});
  return {
      text_of(x) + " " + name + (with_bias ? "" : " without a bias"), inputs,
      [=](const Tensors& t) { return linear(t[0], t[1], with_bias ? t[2] : Tensor(), activation); },
      [=](const Arrays& in) { return reference(activation, in); }};
}

}  // namespace

std::vector<OpCase> linear_cases() {
  using enum Activation;
  OpCase c;
  c.op = "linear";
  c.order_rule = "product rule";
  c.relative = 16;
  c.absolute = 200;
  c.samples = {sample("none", {5, 7}, 3, kNone),        sample("none", {5, 7}, 3, kNone, false),
               sample("relu", {33, 31}, 32, kRelu),     sample("relu", {2, 3, 4}, 5, kRelu, false),
               sample("sigmoid", {4, 9}, 33, kSigmoid), sample("tanh", {7}, 4, kTanh),
               sample("gelu", {2, 3, 4}, 5, kGelu),     sample("gelu", {6, 5}, 7, kGelu, false),
               sample("silu", {5, 4}, 3, kSilu),        sample("relu", {0, 4}, 3, kRelu),
               sample("gelu", {3, 0}, 2, kGelu),        sample("tanh", {3, 2}, 0, kTanh)};
  c.bad_calls = {{"sizes",
                  [] {
                    linear(zeros({2, 3}), zeros({4, 5}));
                  },
                  {"linear: wants x [..,in], weight [out,in] and bias [out]; got x=f32[2,3] on "
                   "cpu:0, weight=f32[4,5] on cpu:0, bias=none; use reshape or transpose"}},
                 {"bias",
                  [] {
                    linear(zeros({2, 3}), zeros({4, 3}), zeros({3}));
                  },
                  {"linear: wants x [..,in]", "bias=f32[3] on cpu:0"}},
                 {"scalar",
                  [] {
                    linear(zeros({}), zeros({4, 3}));
                  },
                  {"linear: wants x [..,in]", "got x=f32[] on cpu:0"}},
                 {"dtypes",
                  [] {
                    linear(zeros({2, 3}), zeros({4, 3}, f64));
                  },
                  {"linear: dtypes"}},
                 {"integers",
                  [] {
                    linear(zeros({2, 3}, i64), zeros({4, 3}, i64));
                  },
                  {"linear: wants a float dtype"}}};
  c.benchmarks = {{"linear 512x784x512 relu",
                   {{{512, 784}}, {{512, 784}}, {{512}}},
                   [](const Tensors& t) { return linear(t[0], t[1], t[2], kRelu); },
                   4.0 * (512 * 784 * 2 + 512 + 512 * 512),
                   2.0 * 512 * 784 * 512}};
  return {c};
}

}  // namespace thalweg::testing
