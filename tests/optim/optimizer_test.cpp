// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>

#include "tests/optim/message.h"
#include "thalweg/ops/add.h"
#include "thalweg/ops/mul.h"
#include "thalweg/ops/sub.h"
#include "thalweg/ops/sum.h"
#include "thalweg/optim/adagrad.h"
#include "thalweg/optim/adam.h"
#include "thalweg/optim/rmsprop.h"
#include "thalweg/optim/sgd.h"
#include "thalweg/tensor/create.h"

namespace thalweg {
namespace {

Tensor leaf(double value) { return scalar(value, f64).set_requires_grad(); }

TEST_CASE("Adam's first step moves by lr g / (|g| + eps)") {
  for (double g : {3.0, -0.01, 1e-9}) {
    const Tensor w = leaf(1);
    optim::AdamOptions options;
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

TEST_CASE("an L1 penalty makes the weights zero exactly that do not pay for it") {
  // (w - a)^2 / 2 + l1 |w| is lowest at a - l1 or, when |a| < l1, at 0.
  const Tensor w = ones({4}, f64).set_requires_grad();
  const Tensor a = tensor<double>({2, 0.4, -0.4, -2});
  optim::SGD sgd({w}, {.lr = 0.5, .l1 = 0.5});
  for (int step = 0; step < 60; ++step) {
    sgd.zero_grad();
    sum((w - a) * (w - a) * 0.5).backward();
    sgd.step();
  }
  const auto lowest = to_vector<double>(w);
  CHECK(lowest[0] == doctest::Approx(1.5).epsilon(1e-12));
  CHECK(lowest[1] == 0);
  CHECK(lowest[2] == 0);
  CHECK(lowest[3] == doctest::Approx(-1.5).epsilon(1e-12));
}

TEST_CASE("a group has its own rate and decay; a frozen one stays, and so does its state") {
  const Tensor a = leaf(1), b = leaf(1), c = leaf(1), d = leaf(1);
  optim::SGD sgd({a, d}, {.lr = 0.1, .momentum = 0.5, .weight_decay = 0.5});
  sgd.add_group({b}, {.lr = 0.2});
  sgd.add_group({c}, {.weight_decay = 0, .frozen = true});
  CHECK(sgd.group_count() == 3);
  CHECK(sgd.parameters().size() == 4);
  ((a + b + c) * 1.0).backward();
  sgd.step();
  CHECK(a.item() == doctest::Approx(1 - 0.1 * 1.5).epsilon(1e-15));
  CHECK(b.item() == doctest::Approx(1 - 0.2 * 1.5).epsilon(1e-15));
  CHECK(c.item() == 1);
  CHECK(d.item() == 1);  // no gradient, no decay
  sgd.set_frozen(false, 2);
  sgd.set_lr(0.4, 2);
  sgd.step();
  CHECK(c.item() == doctest::Approx(0.6).epsilon(1e-15));  // its first step
  sgd.set_lr(0);
  CHECK(sgd.lr() == 0);
  CHECK(sgd.lr(2) == 0);
}

TEST_CASE("two backward calls before a step are one of the sum") {
  const Tensor x = tensor<double>({1, -2, 3, 0.5}, {4});
  Tensor results[2];
  for (const bool whole : {false, true}) {
    const Tensor w = ones({4}, f64).set_requires_grad();
    optim::SGD sgd({w}, {.lr = 0.1});
    const Tensor first = sum(w * w * x) * 0.5, second = sum(w * x) * 0.5;
    if (whole) {
      (first + second).backward();
    } else {
      first.backward();
      second.backward();
    }
    sgd.step();
    results[whole ? 1 : 0] = w;
  }
  CHECK(to_vector<double>(results[0]) == to_vector<double>(results[1]));
}

TEST_CASE("bad options and parameters are refused") {
  const Tensor w = leaf(1);
  CHECK(message_of([] { optim::SGD sgd({}); }) == "SGD: wants at least one parameter; got none");
  CHECK(message_of([] {
          optim::SGD sgd({ones({2})});
        }).starts_with("SGD: every parameter is a leaf that requires a gradient; got f32[2]"));
  CHECK(message_of([&] { optim::SGD sgd({w}, {-1}); }) ==
        "SGD: lr is 0 or more and finite; got -1");
  CHECK(message_of([&] {
          optim::SGD sgd({w}, {1, 0, 0, 0, true});
        }).starts_with("SGD: nesterov wants momentum above 0"));
  CHECK(message_of([&] {
          optim::SGD sgd({w, w}, {0.1});
        }) == "SGD: a parameter would be moved twice in a step; got f64[] on cpu:0 at 0 and at 1");
  const double infinity = __builtin_inf();
  CHECK(message_of([&] {
          optim::SGD sgd({w}, {infinity});
        }).starts_with("SGD: lr is 0 or more and finite; got inf"));
  CHECK(message_of([&] {
          optim::SGD sgd({w}, {1, 0.9, __builtin_nan("")});
        }).ends_with("dampening is finite; got nan"));
  optim::AdamOptions options;
  options.eps = infinity;
  CHECK(message_of([&] {
          optim::Adam adam({w}, options);
        }).starts_with("Adam: eps is 0 or more and finite; got inf"));
  options = {};
  options.beta1 = 1;
  CHECK(message_of([&] {
          optim::Adam adam({w}, options);
        }).starts_with("Adam: beta1 is at least 0 and below 1; got 1"));
  CHECK(message_of([&] {
          optim::RMSprop method({w}, {.alpha = 1});
        }).starts_with("RMSprop: alpha is at least 0 and below 1; got 1"));
  CHECK(message_of([&] {
          optim::Adagrad method({w}, {.initial_accumulator_value = -1});
        }).starts_with("Adagrad: initial_accumulator_value is 0 or more and finite; got -1"));
  CHECK(message_of([&] { optim::AdamW method({w}, {.weight_decay = -1}); }) ==
        "AdamW: weight_decay is 0 or more and finite; got -1");
  optim::SGD sgd({w});
  CHECK(message_of([&] { sgd.add_group({}); }) == "SGD: wants at least one parameter; got none");
  CHECK(message_of([&] { sgd.add_group({w}); }).starts_with("SGD: a parameter would be moved"));
  CHECK(message_of([&] { sgd.add_group({leaf(1)}, {.l1 = -1}); }) ==
        "SGD: l1 is 0 or more and finite; got -1");
  CHECK(sgd.group_count() == 1);
  CHECK(message_of([&] { sgd.set_lr(1, 1); }) == "SGD: no such group; got 1; there are 1");
  CHECK(message_of([&] { sgd.set_frozen(true, 7); }) == "SGD: no such group; got 7; there are 1");
}

}  // namespace
}  // namespace thalweg
