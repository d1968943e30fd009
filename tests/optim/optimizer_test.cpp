// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>
#include <functional>

#include "thalweg/base/error.h"
#include "thalweg/ops/mul.h"
#include "thalweg/ops/sum.h"
#include "thalweg/optim/adam.h"
#include "thalweg/optim/sgd.h"
#include "thalweg/tensor/create.h"

namespace thalweg {
namespace {

std::string message_of(const std::function<void()>& f) {
  try {
    f();
  } catch (const Error& e) {
    return e.what();
  }
  return "did not throw";
}

Tensor leaf(double value) { return scalar(value, f64).set_requires_grad(); }

TEST_CASE("Adam's first step moves by lr g / (|g| + eps)") {
  for (double g : {3.0, -0.01, 1e-9}) {
    const Tensor w = leaf(1);
    AdamOptions options;
    options.lr = 0.1;
    optim::Adam adam({w}, options);
    (w * g).backward();
    adam.step();
    CHECK(w.item() == doctest::Approx(1 - 0.1 * g / (std::abs(g) + 1e-8)).epsilon(1e-12));
  }
}

TEST_CASE("SGD on w^2: w shrinks by 1 - 2 lr; with L2 by 1 - 2 lr - lr decay") {
  const Tensor w = leaf(1);
  optim::SGD plain({w}, {0.1});
  sum(w * w).backward();
  plain.step();
  CHECK(w.item() == doctest::Approx(0.8).epsilon(1e-15));
  optim::SGD decayed({w}, {0.1, 0, 0, 0.5});
  decayed.zero_grad();
  sum(w * w).backward();
  decayed.step();
  CHECK(w.item() == doctest::Approx(0.8 * (1 - 0.2 - 0.05)).epsilon(1e-15));
}

TEST_CASE("a parameter without a gradient stays, and its count of steps with it") {
  const Tensor used = leaf(1), unused = leaf(1);
  optim::Adam adam({used, unused});
  (used * 2.0).backward();
  adam.step();
  CHECK(unused.item() == 1);
  CHECK(used.item() < 1);
}

TEST_CASE("the learning rate can be changed between steps") {
  const Tensor w = leaf(1);
  optim::SGD sgd({w}, {0.1});
  (w * 1.0).backward();
  sgd.set_lr(0.5);
  sgd.step();
  CHECK(w.item() == 0.5);
  CHECK(sgd.steps() == 1);
}

TEST_CASE("bad options and parameters are refused") {
  const Tensor w = leaf(1);
  CHECK(message_of([] { optim::SGD sgd({}); }) == "SGD: wants at least one parameter; got none");
  CHECK(message_of([] {
          optim::SGD sgd({ones({2})});
        }).starts_with("SGD: every parameter is a leaf that requires a gradient; got f32[2]"));
  CHECK(message_of([&] { optim::SGD sgd({w}, {-1}); }) ==
        "SGD: the learning rate is 0 or more and finite; got -1");
  CHECK(message_of([&] {
          optim::SGD sgd({w}, {1, 0, 0, 0, true});
        }).starts_with("SGD: nesterov wants momentum above 0"));
  CHECK(message_of([&] {
          optim::SGD sgd({w, w}, {0.1});
        }) == "SGD: a parameter would be moved twice in a step; got f64[] on cpu:0 at 0 and at 1");
  const double infinity = __builtin_inf();
  CHECK(message_of([&] {
          optim::SGD sgd({w}, {infinity});
        }).starts_with("SGD: the learning rate is 0 or more and finite; got inf"));
  CHECK(message_of([&] {
          optim::SGD sgd({w}, {1, 0.9, __builtin_nan("")});
        }).ends_with("dampening nan"));
  AdamOptions options;
  options.eps = infinity;
  CHECK(message_of([&] {
          optim::Adam adam({w}, options);
        }).starts_with("Adam: eps and weight_decay are 0 or more and finite; got inf"));
  options = {};
  options.beta1 = 1;
  CHECK(message_of([&] {
          optim::Adam adam({w}, options);
        }).starts_with("Adam: betas are at least 0 and below 1; got 1"));
}

}  // namespace
}  // namespace thalweg
