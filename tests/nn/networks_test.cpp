// SPDX-License-Identifier: Apache-2.0
#include "thalweg/nn/networks.h"

#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <initializer_list>

#include "testing/inputs.h"
#include "thalweg/nn/batch_norm2d.h"
#include "thalweg/nn/conv2d.h"
#include "thalweg/nn/embedding.h"
#include "thalweg/nn/pooling.h"
#include "thalweg/nn/structure.h"
#include "thalweg/nn/summary.h"
#include "thalweg/ops/add.h"
#include "thalweg/ops/mul.h"
#include "thalweg/ops/relu.h"
#include "thalweg/tensor/create.h"
#include "thalweg/tensor/node.h"
#include "thalweg/tensor/random.h"

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

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_CASE("known networks have the published numbers") {
  CHECK(nn::mlp({784, 128, 10})->parameter_count() == 101770);
  CHECK(nn::small_cnn()->parameter_count() == 2770634);
  CHECK(nn::mlp({28, 16, 1})->parameter_count() == 481);
  CHECK(nn::mlp({28, 16, 16, 1})->parameter_count() == 753);
  CHECK(nn::mlp({28, 64, 64, 64, 1})->parameter_count() == 10241);
  CHECK(nn::mlp({28, 512, 512, 512, 512, 1})->parameter_count() == 803329);
  CHECK(nn::logistic(30)->parameter_count() == 31);
  CHECK(has(message_of([] { nn::mlp({3}); }), "mlp: wants at least the sizes"));
}

TEST_CASE("ResNet-50 for CIFAR-100") {
  auto net = nn::resnet50(100);
  const nn::NetworkSummary summary = nn::summarize(*net, {1, 3, 32, 32});
  CHECK(summary.parameters + summary.buffers == 23792612);
  CHECK(summary.buffers == 53120);
  CHECK(summary.multiply_adds == 78897152);
  CHECK(summary.layers.back().output == Shape{1, 100});
  CHECK(net->is_training());
  CHECK(has(summary.text(),
            "23,792,612 numbers: 23,739,492 parameters (23,739,492 trainable), "
            "53,120 buffers; 78,897,152 multiply-adds"));
}

TEST_CASE("freeze: by prefix, whole names only") {
  auto net = nn::mlp({4, 3, 2});
  net->freeze("0");
  for (const auto& p : net->named_parameters()) {
    CHECK(p.tensor.requires_grad() == !p.name.starts_with("0."));
  }
  CHECK(nn::summarize(*net, {1, 4}).trainable == 8);
  net->freeze("0", false);
  net->freeze("1.bias");
  CHECK(nn::summarize(*net, {1, 4}).trainable == 21);
  CHECK(has(message_of([&] { net->freeze("1.b"); }), "freeze: no parameter stands at or below"));
  net->freeze("");
  CHECK(nn::summarize(*net, {1, 4}).trainable == 0);
}

TEST_CASE("BatchNorm2d: running statistics while training, used in evaluation") {
  nn::BatchNorm2d norm(1, {.eps = 0, .momentum = 0.5});
  const Tensor x = tensor<float>({1, 3, 5, 7}, {1, 1, 2, 2});  // mean 4, variance 5, with n-1 20/3
  const std::vector<float> y = to_vector<float>(norm(x));
  CHECK(y[0] == doctest::Approx(-3 / std::sqrt(5.0)));
  CHECK(norm.running_mean.item() == 2);
  CHECK(norm.running_var.item() == doctest::Approx(0.5 + 10 / 3.0));
  norm.eval();
  const float r = 1 / std::sqrt(0.5f + 10 / 3.0f);
  CHECK(to_vector<float>(norm(x))[3] == doctest::Approx(5 * r));
  CHECK(norm.running_mean.item() == 2);
  norm.train();
  norm(tensor<float>({3}, {1, 1, 1, 1}));
  CHECK(norm.running_var.item() == doctest::Approx(0.5 + 10 / 3.0));
  CHECK(has(message_of([&] { norm(zeros({2, 1})); }), "BatchNorm2d: wants images [n,c,h,w]"));
  CHECK(has(message_of([] { nn::BatchNorm2d(0); }), "channels is at least 1; got 0"));
  CHECK(norm.named_buffers().size() == 2);
  norm.to(f64);
  CHECK(norm.running_mean.dtype() == f64);
}

TEST_CASE("batch norm with relu and shortcut is the modules one after another") {
  const auto twice = std::make_shared<nn::Lambda>([](const Tensor& x) { return x * 2.0; });
  nn::BatchNorm2d norm(3), norm_of_twice(3), with_relu(3, {.relu = true});
  nn::NormedResidual block(twice, std::make_shared<nn::BatchNorm2d>(3));
  const Tensor x = randn({4, 3, 5, 6});
  for (const bool training : {true, false}) {
    for (nn::Module* m :
         std::initializer_list<nn::Module*>{&norm, &norm_of_twice, &with_relu, &block})
      m->train(training);
    CHECK(testing::same_bits(with_relu(x), relu(norm(x))));
    CHECK(testing::same_bits(block(x), relu(add(x, norm_of_twice(x * 2.0)))));
  }
  CHECK(testing::same_bits(with_relu.running_var, norm.running_var));
  const auto buffers = block.named_buffers();
  CHECK(buffers[0].name == "norm.running_mean");
  CHECK(testing::same_bits(buffers[0].tensor, norm_of_twice.running_mean));
}

TEST_CASE("modules of structure") {
  CHECK(nn::Flatten()(zeros({2, 3, 4})).shape() == Shape{2, 12});
  CHECK(nn::Flatten()(zeros({0, 3, 4})).shape() == Shape{0, 12});
  CHECK(has(message_of([] { nn::Flatten()(zeros({2})); }), "Flatten: wants at least two axes"));
  nn::Sequential net;
  net.add<nn::Lambda>([](const Tensor& x) { return x * 2.0; });
  CHECK(to_vector<float>(net(ones({2}))) == std::vector<float>{2, 2});
  CHECK(has(message_of([] { nn::Lambda(nullptr); }), "Lambda: wants a function"));
  const auto twice = std::make_shared<nn::Lambda>([](const Tensor& x) { return x * 2.0; });
  CHECK(to_vector<float>(nn::Residual(twice)(ones({1}))) == std::vector<float>{3});
  CHECK(to_vector<float>(nn::Residual(twice, twice)(ones({1}))) == std::vector<float>{4});
  CHECK(has(message_of([] { nn::Residual(nullptr); }), "register_module: a part is a module"));
  CHECK(has(message_of([&] { nn::NormedResidual(twice, nullptr); }), "got none for 'norm'"));
  CHECK(nn::GlobalAvgPool2d()(ones({2, 3, 4, 5})).shape() == Shape{2, 3});
  CHECK(nn::GlobalMaxPool2d()(ones({2, 3, 4, 5})).shape() == Shape{2, 3});
  CHECK(nn::MaxPool2d(2)(ones({2, 3, 4, 6})).shape() == Shape{2, 3, 2, 3});
  CHECK(nn::AvgPool2d(2)(ones({2, 3, 4, 6})).shape() == Shape{2, 3, 2, 3});
  CHECK(nn::Embedding(5, 3)(tensor<std::int64_t>({4, 0})).shape() == Shape{2, 3});
  CHECK(has(message_of([] { nn::Embedding(0, 3); }), "Embedding: sizes are at least 1"));
  CHECK(
      has(message_of([] { nn::Conv2d(3, 4, 3, {.groups = 2}); }), "groups must divide in and out"));
}

}  // namespace
}  // namespace thalweg
