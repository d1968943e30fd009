// SPDX-License-Identifier: Apache-2.0
// Gradients where the mathematics has a choice, as the headers state them; central differences say
// nothing there.
#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "thalweg/autograd/backward.h"
#include "thalweg/ops/abs.h"
#include "thalweg/ops/clamp.h"
#include "thalweg/ops/elu.h"
#include "thalweg/ops/leaky_relu.h"
#include "thalweg/ops/maximum.h"
#include "thalweg/ops/pow.h"
#include "thalweg/ops/relu.h"
#include "thalweg/ops/sign.h"
#include "thalweg/tensor/create.h"

using namespace thalweg;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

struct Kink {
  const char* text;
  std::function<Tensor(const Tensor&)> f;
  double x, gradient;
};

double gradient_at(const Kink& kink, bool recorded) {
  Tensor x = scalar(kink.x, f64);
  x.set_requires_grad();
  GradOptions options;
  options.create_graph = recorded;
  return grad({kink.f(x)}, {x}, {scalar(1, f64)}, options)[0].item();
}

}  // namespace

TEST_CASE("gradients of one tensor at kinks, recorded or not") {
  const auto p_of = [](double base) {
    return [base](const Tensor& p) { return pow(scalar(base, f64), p); };
  };
  const auto to_the = [](double p) { return [p](const Tensor& x) { return pow(x, p); }; };
  const auto to_tensor = [](double p) {
    return [p](const Tensor& x) { return pow(x, scalar(p, f64)); };
  };
  const auto leaky = [](const Tensor& x) { return leaky_relu(x, 0.25); };
  const auto elu_075 = [](const Tensor& x) { return elu(x, 0.75); };
  const auto clamped = [](const Tensor& x) { return clamp(x, -1.0, 2.0); };
  const Kink kinks[] = {{"relu", relu, 0, 0},
                        {"relu", relu, kNan, kNan},
                        {"leaky_relu", leaky, 0, 0.25},
                        {"leaky_relu", leaky, kNan, kNan},
                        {"elu", elu_075, 0, 0.75},
                        {"elu", elu_075, kInfinity, 1},
                        {"abs", thalweg::abs, 0, 0},
                        {"abs", thalweg::abs, -0.0, 0},
                        {"abs", thalweg::abs, kNan, kNan},
                        {"sign", sign, 3, 0},
                        {"sign", sign, 0, 0},
                        {"clamp", clamped, -1, 1},
                        {"clamp", clamped, 2, 1},
                        {"clamp", clamped, 2.5, 0},
                        {"clamp", clamped, kNan, kNan},
                        {"x^0", to_the(0), 0, 0},
                        {"x^1", to_the(1), 0, 1},
                        {"x^2", to_the(2), 0, 0},
                        {"x^.5", to_the(.5), 0, kInfinity},
                        {"x^.5", to_the(.5), -1, kNan},
                        {"x^3", to_the(3), -2, 12},
                        {"x^[0]", to_tensor(0), 0, 0},
                        {"x^[1]", to_tensor(1), 0, 1},
                        {"0^p", p_of(0), 0, 0},
                        {"0^p", p_of(0), 2, 0},
                        {"0^p", p_of(0), -1, -kInfinity},
                        {"(-1)^p", p_of(-1), 2, kNan}};
  for (const Kink& kink : kinks) {
    for (bool recorded : {false, true}) {
      const double got = gradient_at(kink, recorded);
      CHECK_MESSAGE(same(got, kink.gradient), kink.text << " at " << kink.x << ": " << got
                                                        << " instead of " << kink.gradient);
    }
  }
}

TEST_CASE("maximum and minimum: halves where equal, all where taken or NaN") {
  const Tensor a = tensor<double>({1, 2, 3, -0.0, kNan, 1, kInfinity});
  const Tensor b = tensor<double>({2, 1, 3, 0.0, 1, kNan, kInfinity});
  const std::vector<double> of_max[] = {{0, 1, .5, .5, 1, 0, .5}, {1, 0, .5, .5, 0, 1, .5}};
  const std::vector<double> of_min[] = {{1, 0, .5, .5, 1, 0, .5}, {0, 1, .5, .5, 0, 1, .5}};
  Tensor x = a.detach(), y = b.detach();
  x.set_requires_grad();
  y.set_requires_grad();
  const auto most = grad({maximum(x, y)}, {x, y}, {ones({7}, f64)});
  const auto least = grad({minimum(x, y)}, {x, y}, {ones({7}, f64)});
  for (int side : {0, 1}) {
    CHECK(to_vector<double>(most[side]) == of_max[side]);
    CHECK(to_vector<double>(least[side]) == of_min[side]);
  }
}
