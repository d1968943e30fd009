// SPDX-License-Identifier: Apache-2.0
// Fused ops have the bits of the ops they replace, forward and backward.
#include <doctest/doctest.h>

#include <functional>
#include <string>
#include <vector>

#include "testing/inputs.h"
#include "thalweg/autograd/backward.h"
#include "thalweg/ops/add.h"
#include "thalweg/ops/batch_norm.h"
#include "thalweg/ops/gelu.h"
#include "thalweg/ops/linear.h"
#include "thalweg/ops/matmul.h"
#include "thalweg/ops/relu.h"
#include "thalweg/ops/reshape.h"
#include "thalweg/ops/sigmoid.h"
#include "thalweg/ops/silu.h"
#include "thalweg/ops/tanh.h"
#include "thalweg/ops/transpose.h"
#include "thalweg/tensor/random.h"

namespace thalweg {
namespace {

using Tensors = std::vector<Tensor>;
using Function = std::function<Tensor(const Tensors&)>;

// Results and gradients, recorded or not, of inputs with these shapes.
void check_equal(const std::string& text, const std::vector<Shape>& shapes, const Function& fused,
                 const Function& written_out) {
  for (const Dtype dtype : {f32, f64}) {
    Generator generator(7);
    const auto random = [&](const Shape& shape) { return randn(shape, dtype, cpu(), generator); };
    Tensors inputs;
    for (const Shape& shape : shapes) inputs.push_back(random(shape));
    {
      const NoGrad off;
      CHECK_MESSAGE(testing::same_bits(fused(inputs), written_out(inputs)), text);
    }
    for (Tensor& x : inputs) x.set_requires_grad();
    const Tensor y = fused(inputs), z = written_out(inputs);
    CHECK_MESSAGE(testing::same_bits(y, z), text);
    const Tensor g = random(y.shape());
    for (const bool recorded : {false, true}) {
      const GradOptions options{.retain_graph = true, .create_graph = recorded};
      const Tensors a = grad({y}, inputs, {g}, options), b = grad({z}, inputs, {g}, options);
      for (std::size_t i = 0; i < a.size(); ++i) {
        CHECK_MESSAGE(testing::same_bits(a[i], b[i]), text, ", gradient ", i);
      }
    }
  }
}

Tensor activated(Activation activation, const Tensor& x) {
  switch (activation) {
    case Activation::kNone:
      return x;
    case Activation::kRelu:
      return relu(x);
    case Activation::kSigmoid:
      return sigmoid(x);
    case Activation::kTanh:
      return tanh(x);
    case Activation::kGelu:
      return gelu(x);
    case Activation::kSilu:
      return silu(x);
  }
  return x;
}

}  // namespace

TEST_CASE("linear has the bits of its ops") {
  using enum Activation;
  for (const Activation activation : {kNone, kRelu, kSigmoid, kTanh, kGelu, kSilu}) {
    for (const bool with_bias : {true, false}) {
      const std::string text = "activation " + std::to_string(static_cast<int>(activation));
      std::vector<Shape> shapes = {{3, 11, 37}, {35, 37}};
      if (with_bias) shapes.push_back({35});
      check_equal(
          text, shapes,
          [&](const Tensors& t) {
            return linear(t[0], t[1], with_bias ? t[2] : Tensor(), activation);
          },
          [&](const Tensors& t) {
            Tensor z = matmul(reshape(t[0], {33, 37}), transpose(t[1]));
            if (with_bias) z = add(z, t[2]);
            return reshape(activated(activation, z), {3, 11, 35});
          });
    }
  }
}

TEST_CASE("batch_norm_relu has the bits of its ops") {
  for (const Shape& shape : {Shape{5, 3, 9, 7}, Shape{2, 3, 40, 30}, Shape{40, 6}}) {
    const Shape channels = {shape[1]};
    check_equal(
        "relu of " + text_of(shape), {shape, channels, channels},
        [](const Tensors& t) { return batch_norm_relu(t[0], t[1], t[2]); },
        [](const Tensors& t) { return relu(batch_norm(t[0], t[1], t[2])); });
    check_equal(
        "with a shortcut " + text_of(shape), {shape, channels, channels, shape},
        [](const Tensors& t) { return batch_norm_relu(t[0], t[1], t[2], t[3]); },
        [](const Tensors& t) { return relu(add(t[3], batch_norm(t[0], t[1], t[2]))); });
    check_equal(
        "shortcut that is x " + text_of(shape), {shape, channels},
        [](const Tensors& t) { return batch_norm_relu(t[0], t[1], {}, t[0]); },
        [](const Tensors& t) { return relu(add(t[0], batch_norm(t[0], t[1]))); });
  }
}

}  // namespace thalweg
