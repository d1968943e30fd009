// SPDX-License-Identifier: Apache-2.0
// Ten training steps from fixed weights, held against PyTorch (tests/golden/torch_mlp.py).
#include <doctest/doctest.h>

#include <cmath>
#include <fstream>
#include <memory>
#include <sstream>

#include "thalweg/nn/activation.h"
#include "thalweg/nn/layer_norm.h"
#include "thalweg/nn/linear.h"
#include "thalweg/nn/sequential.h"
#include "thalweg/ops/cross_entropy.h"
#include "thalweg/optim/adam.h"
#include "thalweg/optim/sgd.h"
#include "thalweg/tensor/copy.h"
#include "thalweg/tensor/create.h"
#include "thalweg/tensor/node.h"

namespace thalweg {
namespace {

constexpr std::int64_t kIn = 12, kHidden = 16, kClasses = 5, kRows = 40;

Tensor pattern(const Shape& shape, int seed, double scale, Dtype dtype) {
  std::vector<double> values(static_cast<std::size_t>(element_count(shape)));
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = scale * (static_cast<double>((i * 7919 + seed * 104729 + 13) % 4096) / 4096 - 0.5);
  }
  return contiguous_copy(tensor<double>(values, shape), dtype, cpu());
}

std::unique_ptr<optim::Optimizer> make(const std::string& method, const std::vector<Tensor>& p) {
  if (method == "sgd") return std::make_unique<optim::SGD>(p, optim::SgdOptions{0.1});
  if (method == "momentum") {
    return std::make_unique<optim::SGD>(p, optim::SgdOptions{0.05, 0.9, 0.1, 0.01});
  }
  if (method == "nesterov") {
    return std::make_unique<optim::SGD>(p, optim::SgdOptions{0.05, 0.9, 0, 0, true});
  }
  optim::AdamOptions adam;
  adam.lr = 0.01;
  if (method == "adam_decay") adam.weight_decay = 0.1;
  return std::make_unique<optim::Adam>(p, adam);
}

std::vector<double> losses(Dtype dtype, const std::string& method, Device device) {
  nn::Sequential net;
  net.add<nn::Linear>(kIn, kHidden).add<nn::GELU>().add<nn::LayerNorm>(Shape{kHidden});
  net.add<nn::Tanh>().add<nn::Linear>(kHidden, kClasses);
  net.to(dtype);
  auto parameters = net.parameters();
  {
    NoGrad off;
    int seed = 0;
    for (std::size_t i : {0, 1, 4, 5}) {
      copy_into(parameters[i], pattern(parameters[i].shape(), ++seed, 1, dtype));
    }
  }
  net.to(device);
  const Tensor x = contiguous_copy(pattern({kRows, kIn}, 10, 4, dtype), device);
  std::vector<std::int64_t> classes;
  for (std::int64_t i = 0; i < kRows; ++i) classes.push_back((i * 7 + 3) % kClasses);
  const Tensor target = tensor<std::int64_t>(classes, {kRows}, device);
  const auto optimizer = make(method, net.parameters());
  std::vector<double> result;
  for (int step = 0; step < 10; ++step) {
    optimizer->zero_grad();
    const Tensor loss = cross_entropy(net(x), target);
    loss.backward();
    optimizer->step();
    result.push_back(loss.item());
  }
  return result;
}

TEST_CASE("ten steps equal PyTorch's: f64 to 1e-9, f32 to 1e-5; cuda has the bits of cpu") {
  std::ifstream golden(THALWEG_REPO_DIR "/tests/golden/torch_mlp.txt");
  int rows = 0;
  for (std::string line; std::getline(golden, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream words(line);
    std::string dtype_name, method;
    words >> dtype_name >> method;
    const Dtype dtype = dtype_name == "f64" ? f64 : f32;
    const double bound = dtype == f64 ? 1e-9 : 1e-5;
    const auto ours = losses(dtype, method, cpu());
    CHECK(losses(dtype, method, cuda(0)) == ours);
    for (double loss : ours) {
      double wanted = 0;
      words >> wanted;
      CHECK_MESSAGE(std::abs(loss - wanted) <= bound * std::abs(wanted),
                    dtype_name << ' ' << method << ": " << loss << " instead of " << wanted);
    }
    ++rows;
  }
  CHECK(rows == 10);
}

}  // namespace
}  // namespace thalweg
