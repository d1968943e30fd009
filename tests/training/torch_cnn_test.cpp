// SPDX-License-Identifier: Apache-2.0
// Training steps of convolutional networks from fixed weights, held against PyTorch
// (tests/golden/torch_cnn.py).
#include <doctest/doctest.h>

#include <cmath>
#include <fstream>
#include <sstream>

#include "thalweg/base/math.h"
#include "thalweg/nn/activation.h"
#include "thalweg/nn/batch_norm2d.h"
#include "thalweg/nn/conv2d.h"
#include "thalweg/nn/linear.h"
#include "thalweg/nn/networks.h"
#include "thalweg/nn/structure.h"
#include "thalweg/ops/cross_entropy.h"
#include "thalweg/optim/sgd.h"
#include "thalweg/tensor/copy.h"
#include "thalweg/tensor/create.h"
#include "thalweg/tensor/node.h"

namespace thalweg {
namespace {

// Multiples of 2^-24 in [-.5, .5): bits of the position, mixed.
double number(std::uint64_t i, std::uint64_t seed) {
  auto v = static_cast<std::uint32_t>(i * 2654435761u + seed * 97531u);
  v = (v ^ (v >> 15)) * 2246822519u;
  v ^= v >> 13;
  return static_cast<double>(v >> 8) / 0x1p24 - 0.5;
}

Tensor numbers(const Shape& shape, std::uint64_t seed, double scale, double start, Dtype dtype) {
  std::vector<double> values(static_cast<std::size_t>(element_count(shape)));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = start + scale * number(i, seed);
  return contiguous_copy(tensor<double>(values, shape), dtype, cpu());
}

void set_weights(nn::Module& net, Dtype dtype) {
  const NoGrad off;
  std::uint64_t seed = 0;
  for (io::NamedTensor& p : net.named_parameters()) {
    const Shape& shape = p.tensor.shape();
    double scale = 0.1, first = 0;
    if (shape.size() > 1) {
      const auto fan_in = static_cast<double>(p.tensor.numel() / shape[0]);
      scale = 2 * math::sqrt(6 / fan_in);
    } else if (p.name.ends_with("weight") && !p.name.ends_with("norm.weight")) {
      scale = 0.5;
      first = 1;
    }
    copy_into(p.tensor, numbers(shape, ++seed, scale, first, dtype));
  }
}

std::vector<double> losses(const std::string& network, Dtype dtype, std::size_t steps) {
  const bool small = network == "small_cnn";
  const std::int64_t classes = small ? 10 : 100;
  std::shared_ptr<nn::Sequential> net;
  if (small) {
    net = std::make_shared<nn::Sequential>();
    net->add<nn::Conv2d>(1, 32, 3).add<nn::BatchNorm2d>(32).add<nn::ReLU>().add<nn::Flatten>();
    net->add<nn::Linear>(32 * 26 * 26, 128).add<nn::ReLU>().add<nn::Linear>(128, classes);
  } else {
    net = nn::resnet50(classes);
  }
  net->to(dtype);
  set_weights(*net, dtype);
  const Shape shape = small ? Shape{16, 1, 28, 28} : Shape{8, 3, 64, 64};
  const Tensor x = numbers(shape, 1000, 4, 0, dtype);
  std::vector<std::int64_t> labels;
  for (std::int64_t i = 0; i < shape[0]; ++i) labels.push_back((i * 7 + 3) % classes);
  const Tensor target = tensor<std::int64_t>(labels, {shape[0]});
  optim::SGD optimizer(net->parameters(), {.lr = 0.001, .momentum = 0.9});
  std::vector<double> result;
  while (result.size() < steps) {
    optimizer.zero_grad();
    const Tensor loss = cross_entropy((*net)(x), target);
    loss.backward();
    optimizer.step();
    result.push_back(loss.item());
  }
  return result;
}

TEST_CASE("steps of a CNN and of ResNet-50 equal PyTorch's: f64 to 1e-9, f32 to 1e-4") {
  std::ifstream golden(THALWEG_REPO_DIR "/tests/golden/torch_cnn.txt");
  int rows = 0;
  for (std::string line; std::getline(golden, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream words(line);
    std::string dtype_name, network;
    words >> dtype_name >> network;
    std::vector<double> wanted;
    for (double loss; words >> loss;) wanted.push_back(loss);
    const Dtype dtype = dtype_name == "f64" ? f64 : f32;
    const double bound = dtype == f64 ? 1e-9 : 1e-4;
    const auto ours = losses(network, dtype, wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      CHECK_MESSAGE(std::abs(ours[i] - wanted[i]) <= bound * std::abs(wanted[i]),
                    dtype_name << ' ' << network << " step " << i << ": " << ours[i]
                               << " instead of " << wanted[i]);
    }
    ++rows;
  }
  CHECK(rows == 4);
}

}  // namespace
}  // namespace thalweg
