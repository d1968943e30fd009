// SPDX-License-Identifier: Apache-2.0
#include "thalweg/autograd/gradcheck.h"

#include <doctest/doctest.h>

#include "thalweg/autograd/function.h"
#include "thalweg/ops/add.h"
#include "thalweg/ops/div.h"
#include "thalweg/ops/exp.h"
#include "thalweg/ops/mul.h"
#include "thalweg/ops/reshape.h"
#include "thalweg/ops/sub.h"
#include "thalweg/ops/sum.h"
#include "thalweg/ops/tanh.h"
#include "thalweg/ops/transpose.h"
#include "thalweg/tensor/create.h"

namespace thalweg {
namespace {

using Tensors = std::vector<Tensor>;

Tensor ramp(const Shape& shape, double low, double high) {
  std::vector<double> values(element_count(shape));
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = low + (high - low) * static_cast<double>(i * 7 % values.size()) /
                          static_cast<double>(values.size());
  }
  return tensor(values, shape).set_requires_grad();
}

// x^3 whose gradient is wrong by a factor, in the first or in the second order.
Function cube(double first_factor, double second_factor) {
  return {"cube",
          [](FunctionContext& context, const Tensors& x) {
            context.save(x[0]);
            return Tensors{x[0] * x[0] * x[0]};
          },
          [=](FunctionContext& context, const Tensors& g) {
            const Tensor x = context.saved(0);
            const Function square{"square",
                                  [](FunctionContext& inner, const Tensors& y) {
                                    inner.save(y[0]);
                                    return Tensors{y[0] * y[0]};
                                  },
                                  [=](FunctionContext& inner, const Tensors& h) {
                                    return Tensors{h[0] * inner.saved(0) * (2 * second_factor)};
                                  }};
            return Tensors{g[0] * square({x})[0] * (3 * first_factor)};
          }};
}

TEST_CASE("right gradients pass, with several inputs and outputs, views and broadcasting") {
  const auto f = [](const Tensors& in) {
    const Tensor y = tanh(in[0] * in[1]) / exp(in[1]);
    return Tensors{sum(y, {0}), transpose(y, 0, 1) - 0.5, in[2]};
  };
  const Tensor index = tensor<std::int64_t>({1, 2});
  const GradcheckReport report = gradcheck(f, {ramp({3, 4}, -1, 1), ramp({4}, 0.5, 2), index});
  CHECK_MESSAGE(report.passed(), report.text());
  CHECK(report.rows.size() == 2 * 2 + 2 * 4);  // x, w; x, w and the two float outputs' gradients
  report.require();
}

TEST_CASE("a gradient wrong by 0.1 % is found, and said") {
  const Tensor x = ramp({5}, 0.5, 2);
  gradcheck(cube(1, 1), {x}).require();
  const GradcheckReport report = gradcheck(cube(1.001, 1), {x});
  CHECK_FALSE(report.passed());
  CHECK(report.rows[0].error == doctest::Approx(0.001).epsilon(0.01));
  CHECK(report.text().find("order 1, inputs[0]=f64[5] on cpu:0, direction 0: analytic ") == 0);
  CHECK_THROWS_WITH_AS(report.require(), doctest::Contains("relative error 0.001"), GradientError);
}

TEST_CASE("so is a second derivative that is wrong while the first is right") {
  const Tensor x = ramp({5}, 0.5, 2);
  CHECK(gradcheck(cube(1, 1.001), {x}, {.second_order = false}).passed());
  const GradcheckReport report = gradcheck(cube(1, 1.001), {x});
  CHECK_FALSE(report.passed());
  CHECK(report.text().find("order 2") == 0);
}

TEST_CASE("a gradient that is wrong in one element of a thousand is found") {
  const Function almost_copy{"almost_copy",
                             [](FunctionContext&, const Tensors& x) { return Tensors{x[0] * 1.0}; },
                             [](FunctionContext&, const Tensors& g) {
                               Tensor other = g[0] * 1.0;
                               const NoGrad mode;
                               other.mutable_data<double>()[617] *= 1.001;
                               return Tensors{other};
                             }};
  CHECK_FALSE(gradcheck(almost_copy, {ramp({1000}, -1, 1)}, {.second_order = false}).passed());
}

TEST_CASE("functions that are linear, constant or of nothing") {
  gradcheck([](const Tensors& x) { return Tensors{x[0]}; }, {ramp({3}, -1, 1)}).require();
  gradcheck(
      [](const Tensors& x) {
        return Tensors{x[0] * 0.0, x[0].detach() * 0.0};
      },
      {ramp({3}, -1, 1)})
      .require();
  gradcheck([](const Tensors& x) { return Tensors{tanh(x[0])}; }, {ramp({0, 3}, -1, 1)}).require();
  gradcheck([](const Tensors& x) { return Tensors{tanh(x[0])}; }, {ramp({}, 0.3, 1)}).require();
}

TEST_CASE("gradcheck refuses f32 and inputs without gradients") {
  const auto f = [](const Tensors& x) { return x; };
  CHECK_THROWS_WITH_AS(gradcheck(f, {tensor<float>({1}).set_requires_grad()}),
                       "gradcheck: wants f64; got f32; use cast", DtypeError);
  CHECK_THROWS_WITH_AS(
      gradcheck(f, {tensor<double>({1})}),
      "gradcheck: no input requires a gradient; got 1 inputs; call set_requires_grad", ValueError);
}

}  // namespace
}  // namespace thalweg
