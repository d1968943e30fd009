// SPDX-License-Identifier: Apache-2.0
// The same bits everywhere: models after fixed training have the digests of tests/digests.txt, on
// every build, number of threads and device. A change of that file is a change of the order of
// arithmetic; its commit says why.
#include <doctest/doctest.h>

#include <fstream>
#include <map>

#include "thalweg/base/threads.h"
#include "thalweg/io/digest.h"
#include "thalweg/nn/activation.h"
#include "thalweg/nn/batch_norm2d.h"
#include "thalweg/nn/conv2d.h"
#include "thalweg/nn/dropout.h"
#include "thalweg/nn/layer_norm.h"
#include "thalweg/nn/linear.h"
#include "thalweg/nn/pooling.h"
#include "thalweg/nn/sequential.h"
#include "thalweg/nn/structure.h"
#include "thalweg/ops/argmax.h"
#include "thalweg/ops/cholesky.h"
#include "thalweg/ops/cross_entropy.h"
#include "thalweg/ops/eigh.h"
#include "thalweg/ops/lstsq.h"
#include "thalweg/ops/matmul.h"
#include "thalweg/ops/qr.h"
#include "thalweg/ops/reshape.h"
#include "thalweg/ops/slice.h"
#include "thalweg/ops/svd.h"
#include "thalweg/ops/transpose.h"
#include "thalweg/optim/adam.h"
#include "thalweg/optim/sgd.h"
#include "thalweg/tensor/random.h"

namespace thalweg {
namespace {

std::map<std::string, std::string> stated() {
  std::map<std::string, std::string> digests;
  std::ifstream file(THALWEG_REPO_DIR "/tests/digests.txt");
  for (std::string name, digest; file >> name >> digest;) digests[name] = digest;
  return digests;
}

// An MLP with layer norm and dropout; 300 inputs, so that products have several blocks of k and
// sums several blocks of rows.
template <class Optimizer, class Options>
std::string mlp_digest(Device device, const Options& options) {
  Generator generator(2026);
  const GeneratorScope scope(generator);
  nn::Sequential net;
  net.add<nn::Linear>(300, 33).add<nn::LayerNorm>(Shape{33}).add<nn::GELU>().add<nn::Dropout>(0.3);
  net.add<nn::Linear>(33, 31).add<nn::Tanh>().add<nn::Dropout>(0.1).add<nn::Linear>(31, 5);
  net.to(device);
  const Tensor x = randn({1100, 300}, f32, device);
  const Tensor target = argmax(slice(x, 1, 0, 5), 1);
  Optimizer optimizer(net.parameters(), options);
  for (int step = 0; step < 5; ++step) {
    optimizer.zero_grad();
    cross_entropy(net(x), target).backward();
    optimizer.step();
  }
  return io::digest(net.state());
}

std::string adam_mlp(Device device) {
  return mlp_digest<optim::Adam>(device, optim::AdamOptions{});
}

std::string sgd_mlp(Device device) {
  return mlp_digest<optim::SGD>(device, optim::SgdOptions{0.1, 0.9, 0, 1e-4, true});
}

// A CNN with batch norm and dropout: images that stand side by side in a product, padding, strides,
// groups, a weight gradient over several groups of k (5 * 31 * 31 > 4096 elements of a sum).
std::string cnn(Device) {
  Generator generator(2027);
  const GeneratorScope scope(generator);
  nn::Sequential net;
  net.add<nn::Conv2d>(2, 12, 3, Conv2dOptions{.padding = 1}).add<nn::BatchNorm2d>(12);
  net.add<nn::ReLU>().add<nn::Dropout>(0.2).add<nn::MaxPool2d>(3, 2, 1);
  net.add<nn::Conv2d>(12, 34, 3, Conv2dOptions{.stride = 2, .groups = 2}).add<nn::BatchNorm2d>(34);
  net.add<nn::GELU>().add<nn::AvgPool2d>(2, AvgPool2dOptions{.stride = 1, .padding = 1});
  net.add<nn::Flatten>().add<nn::Linear>(34 * 8 * 8, 5);
  const Tensor x = randn({5, 2, 31, 31});
  const Tensor classes = argmax(reshape(slice(slice(x, 2, 0, 1), 3, 0, 2), {5, 4}), 1);
  optim::Adam optimizer(net.parameters(), optim::AdamOptions{});
  for (int step = 0; step < 5; ++step) {
    optimizer.zero_grad();
    cross_entropy(net(x), classes).backward();
    optimizer.step();
  }
  return io::digest(net.state());
}

// Decompositions of matrices larger than the blocks that Eigen cuts them into.
std::string decompositions(Device) {
  Generator generator(2028);
  const GeneratorScope scope(generator);
  io::NamedTensors all;
  for (Dtype dtype : {f32, f64}) {
    const Tensor x = randn({150, 120}, dtype), square = matmul(transpose(x, 0, 1), x);
    const auto [q, r] = linalg::qr(x);
    const auto [w, v] = linalg::eigh(square);
    const auto [u, s, vh] = linalg::svd(x);
    const std::string name(thalweg::name_of(dtype));
    all.insert(all.end(), {{name + " cholesky", linalg::cholesky(square)},
                           {name + " q", q},
                           {name + " r", r},
                           {name + " w", w},
                           {name + " v", v},
                           {name + " u", u},
                           {name + " s", s},
                           {name + " vh", vh},
                           {name + " lstsq", linalg::lstsq(x, slice(x, 1, 0, 3))}});
  }
  return io::digest(all);
}

TEST_CASE("digests of trained models, for 1, 2 and 7 threads, on the CPU and on CUDA") {
  const auto wanted = stated();
  const int before = num_threads();
  struct Model {
    std::string name;
    std::string (*make)(Device);
    bool cuda;
  };
  for (const Model& model : {Model{"mlp_adam", adam_mlp, true}, Model{"mlp_sgd", sgd_mlp, true},
                             Model{"cnn", cnn, false}, Model{"linalg", decompositions, false}}) {
    REQUIRE_MESSAGE(wanted.count(model.name) == 1, model.name << " is not in tests/digests.txt");
    for (int threads : {1, 2, 7}) {
      set_num_threads(threads);
      CHECK_MESSAGE(
          model.make(cpu()) == wanted.at(model.name),
          model.name << " on the CPU, threads " << threads << ", is " << model.make(cpu()));
    }
    if (!model.cuda) continue;
    CHECK_MESSAGE(model.make(cuda(0)) == wanted.at(model.name),
                  model.name << " on cuda:0 is " << model.make(cuda(0)));
  }
  set_num_threads(before);
}

}  // namespace
}  // namespace thalweg
