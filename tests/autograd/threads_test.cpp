// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <atomic>
#include <thread>

#include "thalweg/autograd/backward.h"
#include "thalweg/autograd/function.h"
#include "thalweg/autograd/hooks.h"
#include "thalweg/ops/add.h"
#include "thalweg/ops/exp.h"
#include "thalweg/ops/mul.h"
#include "thalweg/ops/sum.h"
#include "thalweg/tensor/allocator.h"
#include "thalweg/tensor/create.h"

namespace thalweg {
namespace {

constexpr int kSteps = 200;

template <class F>
void in_two_threads(F&& body) {
  std::thread other([&] { body(1); });
  body(0);
  other.join();
}

TEST_CASE("separate graphs in two threads") {
  const std::int64_t before = live_tensors();
  std::vector<double> sums(2);
  in_two_threads([&](int t) {
    const Tensor x = tensor<double>({1.0 + t, 2}).set_requires_grad();
    for (int i = 0; i < kSteps; ++i) sum(x * x * x).backward();
    sums[t] = to_vector<double>(x.grad())[0];
  });
  CHECK(sums == std::vector<double>{3.0 * kSteps, 12.0 * kSteps});
  CHECK(live_tensors() == before);
}

TEST_CASE("graphs that share parameters: every contribution arrives") {
  const Tensor w = tensor<double>({1, 2, 3}).set_requires_grad();
  std::vector<Tensor> separate(2);
  in_two_threads([&](int t) {
    for (int i = 0; i < kSteps; ++i) {
      const Tensor x = full({3}, t + 1, f64);
      sum(x * w + w).backward();
      separate[t] = grad(sum(x * w), {w})[0];
    }
  });
  CHECK(to_vector<double>(w.grad()) == std::vector<double>(3, 5 * kSteps));
  CHECK(to_vector<double>(separate[0]) == std::vector<double>(3, 1));
  CHECK(to_vector<double>(separate[1]) == std::vector<double>(3, 2));
}

TEST_CASE("one graph, kept by both passes") {
  const Tensor x = tensor<double>({1, 2}).set_requires_grad();
  const Tensor h = exp(x);
  retain_grad(h);
  const Tensor y = sum(h * h);
  in_two_threads([&](int) {
    for (int i = 0; i < kSteps; ++i) y.backward({.retain_graph = true});
  });
  const Tensor once = grad(y, {h})[0];
  for (int i = 0; i < 2; ++i) {
    CHECK(to_vector<double>(h.grad())[i] ==
          doctest::Approx(2 * kSteps * to_vector<double>(once)[i]));
  }
}

TEST_CASE("one graph that both passes would free: one of them is refused or comes too late") {
  for (int i = 0; i < kSteps; ++i) {
    const Tensor x = tensor<double>({1}).set_requires_grad();
    Tensor y = x * x;
    for (int k = 0; k < 20; ++k) y = y * 1.0;
    std::atomic<int> refused = 0;
    in_two_threads([&](int) {
      try {
        y.backward();
      } catch (const GradientError&) {
        ++refused;
      }
    });
    CHECK(refused >= 1);
    CHECK((refused == 2 || x.grad().item() == 2));
  }
}

// A node whose backward starts another pass through itself.
TEST_CASE("a pass inside a pass: both may keep the graph, one that frees is refused") {
  const Tensor x = tensor<double>({3}).set_requires_grad();
  for (const bool keeps : {true, false}) {
    Tensor y;
    bool outermost = true;
    const Function nested{"nested",
                          [](FunctionContext&, const std::vector<Tensor>& in) { return in; },
                          [&](FunctionContext&, const std::vector<Tensor>& g) {
                            if (std::exchange(outermost, false)) {
                              grad(y, {x}, {.retain_graph = keeps});
                            }
                            return g;
                          }};
    y = nested({x})[0];
    if (keeps) {
      CHECK(grad(y, {x}, {.retain_graph = true})[0].item() == 1);
    } else {
      CHECK_THROWS_WITH_AS(
          grad(y, {x}, {.retain_graph = true}),
          doctest::Contains("nested: another backward pass is inside this op and would lose what "
                            "the op kept; use retain_graph in both"),
          GradientError);
      outermost = false;
      CHECK(grad(y, {x})[0].item() == 1);  // the refused pass left the node as it was
    }
  }
}

}  // namespace
}  // namespace thalweg
