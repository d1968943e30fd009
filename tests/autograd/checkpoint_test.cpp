// SPDX-License-Identifier: Apache-2.0
#include "thalweg/autograd/checkpoint.h"

#include <doctest/doctest.h>

#include "thalweg/autograd/backward.h"
#include "thalweg/autograd/gradcheck.h"
#include "thalweg/ops/add.h"
#include "thalweg/ops/div.h"
#include "thalweg/ops/exp.h"
#include "thalweg/ops/mul.h"
#include "thalweg/ops/sum.h"
#include "thalweg/ops/tanh.h"
#include "thalweg/tensor/allocator.h"
#include "thalweg/tensor/create.h"
#include "thalweg/tensor/node.h"
#include "thalweg/tensor/random.h"

namespace thalweg {
namespace {

using Tensors = std::vector<Tensor>;
using Floats = std::vector<float>;

Tensor waves(std::int64_t n, double step) {
  std::vector<float> values(n);
  for (std::int64_t i = 0; i < n; ++i) values[i] = static_cast<float>((i * 37 % 101 - 50) * step);
  return tensor(values, {n}).set_requires_grad();
}

// Three layers that share parameters with each other and with what stands around them.
struct Net {
  Tensor w = waves(100, 0.011), b = waves(100, 0.007), x = waves(100, 0.013);

  Tensor layer(const Tensor& h) const { return tanh(h * w + b) * w + h / (exp(b) + 1.0); }
  template <class Call>
  Tensor loss(const Call& call) const {
    Tensor h = x * w;
    for (int i = 0; i < 3; ++i) h = call([this](const Tensor& z) { return layer(z); }, h) + x * b;
    return sum(h * w);
  }
};

Tensor plain(const TensorMap& f, const Tensor& x) { return f(x); }
Tensor checkpointed(const TensorMap& f, const Tensor& x) { return checkpoint(f, x); }

TEST_CASE("a checkpointed network has the values and gradients of the plain one, to the bit") {
  const std::int64_t before = live_tensors();
  {
    const Net net;
    const Tensor expected = net.loss(plain);
    const Tensor loss = net.loss(checkpointed);
    CHECK(loss.item() == expected.item());
    const Tensors inputs{net.w, net.b, net.x};
    const auto right = grad(expected, inputs, {.retain_graph = true});
    const auto found = grad(loss, inputs, {.retain_graph = true});
    loss.backward({.retain_graph = true});
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      CHECK(to_vector<float>(found[i]) == to_vector<float>(right[i]));
      CHECK(to_vector<float>(inputs[i].grad()) == to_vector<float>(right[i]));
    }
    const auto only_b = grad(loss, {net.b});  // known only from f's closure
    CHECK(to_vector<float>(only_b[0]) == to_vector<float>(right[1]));
    CHECK_THROWS_WITH_AS(loss.backward(), doctest::Contains("backward was already run"),
                         GradientError);
  }
  CHECK(live_tensors() == before);
}

TEST_CASE("what is computed in between is not kept, forward or backward") {
  const Tensor x = waves(10, 0.1);
  const auto many = [](const Tensor& z) {
    Tensor h = z;
    for (int i = 0; i < 100; ++i) h = tanh(h);
    return h;
  };
  const std::int64_t before = live_tensors();
  const Tensor y = checkpoint(many, checkpoint(many, checkpoint(many, x)));
  CHECK(live_tensors() <= before + 10);
  reset_peak(cpu());
  const std::int64_t held = memory_stats(cpu()).live_bytes;
  sum(y).backward();
  CHECK(memory_stats(cpu()).peak_bytes - held < 150 * 40);  // of 300 tensors of 40 bytes
  CHECK(x.grad().defined());
}

TEST_CASE("gradients of gradients, several inputs and outputs, nested, with and without history") {
  const Tensor a = tensor<double>({0.5, -1}).set_requires_grad();
  const Tensor b = tensor<double>({2, 3}).set_requires_grad();
  const auto inner = [](const Tensor& z) { return tanh(z * z); };
  const TensorFunction f = [&](const Tensors& in) {
    const Tensor h = checkpoint(inner, in[0] * in[1]);
    return Tensors{h * in[0], exp(h), in[0].detach() * 0.0, in[1]};
  };
  gradcheck([&](const Tensors& in) { return checkpoint(f, in); }, {a, b}).require();
  const Tensors y = checkpoint(f, {a, b});
  CHECK(y[0].requires_grad());
  CHECK_FALSE(y[2].requires_grad());
  CHECK_FALSE(checkpoint(f, {a.detach(), b.detach()})[0].requires_grad());
  const NoGrad mode;
  CHECK_FALSE(checkpoint(f, {a, b})[0].requires_grad());
}

TEST_CASE("modules and errors are named as in the plain call; f can tell the second run") {
  const Tensor x = tensor<double>({1, 2}).set_requires_grad();
  int runs = 0, second_runs = 0;
  std::vector<std::string> paths;
  Tensor y;
  {
    const ModuleScope module("block");
    y = checkpoint(
        [&](const Tensor& z) {
          ++runs;
          second_runs += recomputing();
          const ModuleScope inner("act");
          const Tensor h = tanh(z);
          paths.push_back(h.body()->node->module_path());
          return h;
        },
        x);
  }
  sum(y).backward();
  CHECK(runs == 2);
  CHECK(second_runs == 1);
  CHECK_FALSE(recomputing());
  CHECK(paths == std::vector<std::string>{"block.act", "block.act"});
}

TEST_CASE("a function that gives other outputs the second time is refused") {
  const Tensor x = tensor<double>({1, 2}).set_requires_grad();
  Tensor scale = tensor<double>({3, 4});
  const auto f = [&](const Tensor& z) { return exp(z) * scale; };
  const Tensor y = sum(checkpoint(f, x));
  const Tensor unverified = sum(checkpoint(f, x, {.verify = false}));
  fill(scale, 5);
  CHECK_THROWS_WITH_AS(
      y.backward(),
      "checkpoint: the function gave other values when it was run again; got 1 outputs, the first "
      "f64[2] on cpu:0; something it uses was written to, or it draws from a generator of its own"
      "\n  while backward of checkpoint",
      GradientError);
  CHECK_FALSE(x.grad().defined());
  unverified.backward();
  CHECK(x.grad().defined());
  int runs = 0;
  const Tensor z = checkpoint([&](const Tensor& in) { return runs++ ? sum(in) : in * 1.0; }, x);
  CHECK_THROWS_WITH_AS(
      sum(z).backward(),
      doctest::Contains("checkpoint: the function gave outputs of other kinds when "
                        "it was run again; got 1 with a history instead of 1, the "
                        "first f64[] on cpu:0"),
      GradientError);
}

TEST_CASE("random numbers are the same in both runs, and their stream goes on as without them") {
  const Tensor x = waves(1000, 0.1);
  const auto noisy = [](const Tensor& z) { return tanh(z * rand(z.shape())); };
  const auto run = [&](const auto& call) {
    manual_seed(7);
    const Tensor y = sum(call(noisy, x));
    const Tensor g = grad(y, {x})[0];
    std::vector<Floats> result;
    for (const Tensor& part : {y.detach(), g, rand({3})}) result.push_back(to_vector<float>(part));
    return result;
  };
  CHECK(run(checkpointed) == run(plain));
  Generator own(1);
  const Tensor y =
      checkpoint([&](const Tensor& z) { return z * rand(z.shape(), f32, cpu(), own); }, x);
  CHECK_THROWS_WITH_AS(sum(y).backward(), doctest::Contains("draws from a generator of its own"),
                       GradientError);
  manual_seed(0);
}

TEST_CASE("inputs and outputs may be undefined") {
  Tensor w = ones({2});
  w.set_requires_grad();
  const TensorFunction optional = [](const std::vector<Tensor>& in) {
    return std::vector<Tensor>{in[1].defined() ? in[0] * in[1] : in[0] * 3.0, Tensor()};
  };
  const std::vector<Tensor> y = checkpoint(optional, {w, Tensor()});
  CHECK_FALSE(y[1].defined());
  sum(y[0]).backward();
  CHECK(w.grad().data<float>()[1] == 3);
}

TEST_CASE("an input that was written to since is refused") {
  Tensor constant = tensor<double>({1, 2});
  const Tensor w = tensor<double>({1, 2}).set_requires_grad();
  const Tensor y = sum(checkpoint([&](const Tensor& z) { return z * w; }, constant));
  fill(constant, 0);
  CHECK_THROWS_WITH_AS(
      y.backward(), doctest::Contains("checkpoint: a tensor kept for backward was"), GradientError);
}

}  // namespace
}  // namespace thalweg
