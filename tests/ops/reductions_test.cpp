// SPDX-License-Identifier: Apache-2.0
// What reductions say of zeros, NaN and infinities, and the gradients there.
#include <doctest/doctest.h>

#include <cmath>

#include "testing/sum_rule.h"
#include "thalweg/autograd/backward.h"
#include "thalweg/ops/any.h"
#include "thalweg/ops/cumsum.h"
#include "thalweg/ops/logsumexp.h"
#include "thalweg/ops/norm.h"
#include "thalweg/ops/prod.h"
#include "thalweg/ops/var.h"
#include "thalweg/tensor/create.h"

using namespace thalweg;

namespace {

using Values = std::vector<double>;

bool same(const Values& a, const Values& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!(a[i] == b[i] || (std::isnan(a[i]) && std::isnan(b[i])))) return false;
  }
  return true;
}

Tensor row(const Values& values) {
  return tensor(values, {static_cast<std::int64_t>(values.size())});
}

template <class F>
Values gradient(const Values& at, F&& f) {
  Tensor x = row(at);
  x.set_requires_grad();
  return to_vector<double>(grad({f(x)}, {x})[0]);
}

}  // namespace

TEST_CASE("any and all: NaN is true, -0 is not") {
  CHECK(any(row({0, NAN})).item() == 1);
  CHECK(any(row({0, -0.0})).item() == 0);
  CHECK(all(row({-INFINITY, NAN})).item() == 1);
  CHECK(all(row({1, -0.0})).item() == 0);
  CHECK(any(row({})).item() == 0);
  CHECK(all(row({})).item() == 1);
  CHECK(any(tensor<std::int64_t>({0, std::int64_t{1} << 40})).item() == 1);
  CHECK(any(zeros({3, 2}), {1}).dtype() == boolean);
}

TEST_CASE("logsumexp: infinities and NaN") {
  CHECK(logsumexp(row({-INFINITY, -INFINITY})).item() == -INFINITY);
  CHECK(logsumexp(row({1, INFINITY, -INFINITY})).item() == INFINITY);
  CHECK(std::isnan(logsumexp(row({INFINITY, NAN})).item()));
  CHECK(logsumexp(row({-INFINITY, 5})).item() == 5);
  CHECK(logsumexp(row({-1e308, -1e308})).item() == -1e308);
  const auto f = [](const Tensor& x) { return logsumexp(x); };
  CHECK(gradient({-INFINITY, 3}, f) == Values{0, 1});
  CHECK(same(gradient({-INFINITY, -INFINITY}, f), {NAN, NAN}));
}

TEST_CASE("norm: the gradient at 0 is 0, and the first of the largest gets it") {
  for (const double p : {1.0, 2.0, double{INFINITY}}) {
    const auto f = [p](const Tensor& x) { return norm(x, p); };
    CHECK(gradient({0, -0.0, 0}, f) == Values{0, 0, 0});
    CHECK(std::isnan(norm(row({1, NAN}), p).item()));
    CHECK(norm(row({1, -INFINITY}), p).item() == INFINITY);
  }
  CHECK(gradient({0, 4, -4, 4, 4}, [](const Tensor& x) { return norm(x); }) ==
        Values{0, .5, -.5, .5, .5});
  CHECK(gradient({0, 3, -4}, [](const Tensor& x) { return norm(x, 1); }) == Values{0, 1, -1});
  CHECK(gradient({1, -4, 4}, [](const Tensor& x) { return norm(x, INFINITY); }) ==
        Values{0, -1, 0});
}

TEST_CASE("var and std: one element, equal elements") {
  CHECK(std::isnan(var(row({3})).item()));
  CHECK(var(row({3}), {}, false, 0).item() == 0);
  CHECK(var(row({1, 3}), {}, false, 5).item() == INFINITY);
  CHECK(var(row({1, 3})).item() == 2);
  CHECK(std::isnan(thalweg::std(row({1, INFINITY})).item()));
  CHECK(gradient({2, 2, 2}, [](const Tensor& x) { return thalweg::std(x); }) == Values{0, 0, 0});
}

TEST_CASE("prod: the gradient beside zeros, to second order") {
  const auto f = [](const Tensor& x) { return prod(x); };
  CHECK(gradient({2, 3, 5, 7, 11}, f) == Values{1155, 770, 462, 330, 210});
  CHECK(gradient({2, 0, 5, 7}, f) == Values{0, 70, 0, 0});
  CHECK(gradient({2, 0, 5, 0}, f) == Values{0, 0, 0, 0});
  Tensor x = row({2, 0, 5, 0});
  x.set_requires_grad();
  GradOptions recorded;
  recorded.create_graph = true;
  const Tensor first = grad({prod(x)}, {x}, {}, recorded)[0];
  const Tensor weight = row({0, 1, 0, 0});
  CHECK(to_vector<double>(grad({first}, {x}, {weight})[0]) == Values{0, 0, 0, 10});
}

TEST_CASE("prod is multiplied up in the order of the sum rule") {
  std::vector<float> x;
  for (int i = 0; i < 5000; ++i) x.push_back(1 + static_cast<float>(i * 37 % 101 - 50) * 1e-3f);
  std::vector<float> lanes, blocks;
  for (std::size_t begin = 0; begin < x.size(); begin += 1024) {
    lanes.assign(32, 1.0f);
    for (std::size_t i = begin; i < std::min(begin + 1024, x.size()); ++i) {
      lanes[(i - begin) % 32] *= x[i];
    }
    for (int s = 16; s > 0; s /= 2) {
      for (int l = 0; l < s; ++l) lanes[l] *= lanes[l + s];
    }
    blocks.push_back(lanes[0]);
  }
  REQUIRE(blocks.size() == 5);
  const float wanted = ((blocks[0] * blocks[1]) * (blocks[2] * blocks[3])) * blocks[4];
  CHECK(to_vector<float>(prod(tensor(x, {5000})))[0] == wanted);
}

TEST_CASE("norm, var and logsumexp keep the sum rule") {
  std::vector<float> x, magnitudes;
  for (int i = 0; i < 70001; ++i) x.push_back(static_cast<float>(i * 37 % 1013 - 500) * 1e-2f);
  for (const float v : x) magnitudes.push_back(std::abs(v));
  const Tensor t = tensor(x, {70001});
  const float total = testing::sum_rule(magnitudes);
  CHECK(to_vector<float>(norm(t, 1))[0] == total);
  // The same row as one of several, along memory and across it.
  const Tensor pair = tensor(x, {1, 70001}).view({2, 70001}, {0, 1}, 0);
  CHECK(to_vector<float>(var(pair, {1}))[1] == to_vector<float>(var(t))[0]);
  CHECK(to_vector<float>(logsumexp(pair, {1}))[1] == to_vector<float>(logsumexp(t))[0]);
}

TEST_CASE("cumsum adds strictly in order") {
  std::vector<float> x;
  for (int i = 0; i < 3000; ++i) x.push_back(static_cast<float>(i * 37 % 1013 - 500) * 1e-2f);
  std::vector<float> wanted = x;
  for (std::size_t i = 1; i < x.size(); ++i) wanted[i] += wanted[i - 1];
  CHECK(to_vector<float>(cumsum(tensor(x, {3000}), 0)) == wanted);
  CHECK(std::signbit(to_vector<double>(cumsum(row({-0.0, -0.0}), 0))[1]));
  CHECK(cumsum(tensor<std::uint8_t>({200, 100}), 0).size(0) == 2);
  CHECK(to_vector<std::int64_t>(cumsum(tensor<std::uint8_t>({200, 100}), 0))[1] == 300);
}
