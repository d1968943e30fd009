// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cmath>
#include <functional>

#include "thalweg/nn/activation.h"
#include "thalweg/nn/batch_norm2d.h"
#include "thalweg/nn/dropout.h"
#include "thalweg/nn/init.h"
#include "thalweg/nn/layer_norm.h"
#include "thalweg/nn/linear.h"
#include "thalweg/nn/sequential.h"
#include "thalweg/ops/sum.h"
#include "thalweg/tensor/create.h"
#include "thalweg/tensor/node.h"

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

TEST_CASE("784-128-10 has 101,770 parameters, named by path in order") {
  nn::Sequential net;
  net.add<nn::Linear>(784, 128).add<nn::ReLU>().add<nn::Linear>(128, 10);
  CHECK(net.parameter_count() == 101770);
  std::vector<std::string> names;
  for (const auto& p : net.named_parameters()) names.push_back(p.name);
  CHECK(names == std::vector<std::string>{"0.weight", "0.bias", "2.weight", "2.bias"});
}

TEST_CASE("Linear is x w^T + b") {
  nn::Linear layer(3, 2);
  {
    NoGrad off;
    nn::init::constant(layer.bias, 0.5);
    Tensor w = layer.weight;
    const float values[] = {1, 2, 3, 4, 5, 6};
    std::copy_n(values, 6, w.mutable_data<float>());
  }
  const Tensor y = layer(tensor<float>({1, 0, -1}, {1, 3}));
  CHECK(to_vector<float>(y) == std::vector<float>{-1.5f, -1.5f});
  CHECK(nn::Linear(3, 2, false).parameter_count() == 6);
}

TEST_CASE("one seed gives the same start, another another") {
  const auto start = [](std::uint64_t seed) {
    manual_seed(seed);
    return to_vector<float>(nn::Linear(5, 4).weight);
  };
  CHECK(start(1) == start(1));
  CHECK(start(1) != start(2));
}

TEST_CASE("initial values lie where the formulas say") {
  Generator generator(3);
  Tensor x = empty({400, 100});
  const auto deviation = [&] {
    double sum = 0, squares = 0;
    for (double v : to_vector<double>(x)) {
      sum += v;
      squares += v * v;
    }
    const auto n = static_cast<double>(x.numel());
    return std::sqrt(squares / n - sum / n * sum / n);
  };
  nn::init::xavier_normal(x, 1, generator);
  CHECK(deviation() == doctest::Approx(std::sqrt(2.0 / 500)).epsilon(0.02));
  nn::init::kaiming_normal(x, std::sqrt(2.0), generator);
  CHECK(deviation() == doctest::Approx(std::sqrt(2.0 / 100)).epsilon(0.02));
  nn::init::kaiming_uniform(x, 1, generator);
  const double bound = std::sqrt(3.0 / 100);
  for (double v : to_vector<double>(x)) REQUIRE(std::abs(v) <= bound);
  CHECK(deviation() == doctest::Approx(bound / std::sqrt(3.0)).epsilon(0.02));
  nn::init::xavier_uniform(x, 1, generator);
  CHECK(deviation() == doctest::Approx(std::sqrt(2.0 / 500)).epsilon(0.02));
  Tensor vector = empty({4});
  CHECK(message_of([&] {
          nn::init::xavier_uniform(vector);
        }).starts_with("init: a weight has at least two axes [out,in,...]; got f32[4]"));
}

TEST_CASE("dropout acts in training only, and reaches every part") {
  nn::Sequential net;
  net.add<nn::Dropout>(0.5);
  const Tensor x = ones({1000});
  const double kept = sum(net(x)).item();
  CHECK(kept > 800);
  CHECK(kept < 1200);
  net.eval();
  CHECK(sum(net(x)).item() == 1000);
  CHECK(message_of([] { nn::Dropout(1.0); }) == "Dropout: p is at least 0 and below 1; got 1");
}

TEST_CASE("to() moves parameters under the same handles") {
  nn::Sequential net;
  net.add<nn::Linear>(3, 2).add<nn::LayerNorm>(Shape{2});
  const Tensor weight = net.parameters()[0];
  const auto before = to_vector<double>(weight);
  net.to(cuda(0));
  CHECK(weight.device() == cuda(0));
  CHECK(weight.requires_grad());
  CHECK(to_vector<double>(weight) == before);
  net.to(f64);
  CHECK(weight.dtype() == f64);
  sum(net(zeros({1, 3}, f64, cuda(0)))).backward();
  CHECK(weight.grad().shape() == weight.shape());
  net.zero_grad();
  CHECK(!weight.grad().defined());
}

struct Twice : nn::Module {
  std::shared_ptr<nn::Linear> part = register_module("a", std::make_shared<nn::Linear>(2, 2));
  Twice() { register_module("b", part); }
  Tensor forward(const Tensor& x) override { return (*part)((*part)(x)); }
};

struct Named : nn::Module {
  explicit Named(const std::string& name) { register_parameter(name, ones({1})); }
  Tensor forward(const Tensor& x) override { return x; }
};

struct WithNone : nn::Module {
  WithNone() { register_module("a", std::shared_ptr<nn::Linear>()); }
  Tensor forward(const Tensor& x) override { return x; }
};

TEST_CASE("a part that is registered twice counts once") {
  const Twice net;
  CHECK(net.parameter_count() == 6);
  CHECK(net.named_parameters().at(1).name == "a.bias");
  CHECK(net.named_parameters().size() == 2);
}

TEST_CASE("bad names, parts, indices and dtypes are refused, and change nothing") {
  CHECK_THROWS_WITH_AS(Named(""), doctest::Contains("a name is not empty"), ValueError);
  CHECK_THROWS_WITH_AS(Named("a.b"), doctest::Contains("got 'a.b'"), ValueError);
  CHECK_THROWS_WITH_AS(WithNone(), doctest::Contains("got none for 'a'"), ValueError);
  CHECK_THROWS_WITH_AS(nn::LayerNorm(Shape{}), doctest::Contains("at least one axis"), ShapeError);
  CHECK_THROWS_WITH_AS(nn::LayerNorm(Shape{2}, -1), doctest::Contains("got -1"), ValueError);
  nn::Sequential net;
  net.add<nn::Linear>(2, 2);
  CHECK_THROWS_WITH_AS(net[5], "Module: no such part; got 5; there are 1", IndexError);
  const std::vector<Tensor> before = net.parameters();
  CHECK_THROWS_WITH_AS(net.to(i64), doctest::Contains("parameters have a float dtype; got i64"),
                       DtypeError);
  CHECK(before[0].dtype() == f32);
  CHECK(before[0].requires_grad());
}

TEST_CASE("load_state takes what state gave, or changes nothing") {
  manual_seed(1);
  nn::Sequential net, other;
  for (nn::Sequential* n : {&net, &other}) n->add<nn::Linear>(3, 4).add<nn::BatchNorm2d>(4);
  const io::NamedTensors state = net.state();
  CHECK(state.size() == 6);
  CHECK(state[5].name == "1.running_var");
  const Tensor weight = other.parameters()[0];
  other.load_state(state);
  for (std::size_t i = 0; i < state.size(); ++i) {
    CHECK(to_vector<float>(other.state()[i].tensor) == to_vector<float>(state[i].tensor));
  }
  CHECK(to_vector<float>(weight) == to_vector<float>(state[0].tensor));
  CHECK(!weight.same_as(state[0].tensor));

  const auto before = to_vector<float>(weight);
  io::NamedTensors less = state, more = state, wide = state, wrong = state;
  for (io::NamedTensors* s : {&less, &more, &wide, &wrong}) (*s)[0].tensor = zeros({4, 3});
  less.pop_back();
  more.push_back({"2.weight", zeros({1})});
  wide[5].tensor = ones({5});
  wrong[5].tensor = ones({4}, f64);
  CHECK(message_of([&] { other.load_state(less); })
            .starts_with("find_tensor: no tensor of this name; got '1.running_var'; there are "
                         "'0.weight'"));
  CHECK(message_of([&] { other.load_state(more); }) ==
        "load_state: the network has no '2.weight'; load what it has alone");
  CHECK(message_of([&] { other.load_state(wide); }) ==
        "load_state: '1.running_var' must be like its parameter f32[4] on cpu:0; got f32[5] on "
        "cpu:0");
  CHECK(message_of([&] { other.load_state(wrong); }).find("got f64[4]") != std::string::npos);
  CHECK(to_vector<float>(weight) == before);
}

TEST_CASE("an error names the module on its way") {
  nn::Sequential net;
  net.add<nn::ReLU>().add<nn::Linear>(3, 2);
  const std::string text = message_of([&] { net(zeros({4, 5})); });
  CHECK(text.starts_with("linear: wants x [..,in]"));
  CHECK(text.find("while running module 1") != std::string::npos);
  CHECK(message_of([] { nn::Linear(0, 2); }) == "Linear: sizes are at least 1; got in=0, out=2");
}

}  // namespace
}  // namespace thalweg
