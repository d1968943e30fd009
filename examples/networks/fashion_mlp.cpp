// SPDX-License-Identifier: Apache-2.0
// A first network: 784-128-10 with ReLU on Fashion-MNIST, 60,000 pictures of clothes.
//
// Topic: mini-batches, softmax and cross-entropy, Adam, training against test accuracy.
// Run:   ./dev example fashion_mlp          (or ./dev demo; about a minute)
//        fashion_mlp [DIRECTORY [EPOCHS]]   DIRECTORY holds the four IDX files; 1 to 1000 epochs
// Data:  Debian's package dataset-fashion-mnist (MIT licence), Xiao, Rasul and Vollgraf,
//        arXiv:1708.07747.
// Source of the figures: the same network, rate and batch in PyTorch give .8838 and .8849 on the
// test pictures for two seeds, and about .91 on the training pictures.
//
// Expected last lines:
//   parameters 101770
//   test accuracy ... after 10 epochs; published for this network: .884 +- .006
//   within it: yes
#include <charconv>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>
#include <string_view>

#include "thalweg/base/threads.h"
#include "thalweg/data/idx.h"
#include "thalweg/data/shuffle.h"
#include "thalweg/nn/activation.h"
#include "thalweg/nn/linear.h"
#include "thalweg/nn/sequential.h"
#include "thalweg/ops/argmax.h"
#include "thalweg/ops/copy.h"
#include "thalweg/ops/cross_entropy.h"
#include "thalweg/ops/div.h"
#include "thalweg/ops/embedding.h"
#include "thalweg/ops/reshape.h"
#include "thalweg/optim/adam.h"
#include "thalweg/tensor/create.h"
#include "thalweg/tensor/node.h"
#include "thalweg/tensor/random.h"

using namespace thalweg;

namespace {

struct Pictures {
  Tensor pixels;  // f32 [n, 784], 0 to 1
  Tensor labels;  // i64 [n]
};

Pictures load(const std::string& directory, const std::string& part) {
  const Tensor images = data::load_idx(directory + "/" + part + "-images-idx3-ubyte.gz");
  const Tensor labels = data::load_idx(directory + "/" + part + "-labels-idx1-ubyte.gz");
  return {cast(reshape(images, {images.size(0), -1}), f32) / 255.0, cast(labels, i64)};
}

double accuracy(nn::Module& net, const Pictures& pictures) {
  const NoGrad off;
  const auto guesses = to_vector<std::int64_t>(argmax(net(pictures.pixels), 1));
  const auto labels = to_vector<std::int64_t>(pictures.labels);
  double right = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) right += guesses[i] == labels[i];
  return right / static_cast<double>(labels.size());
}

// One pass over the training pictures in batches of 32, in a new order; the mean loss.
double train_epoch(nn::Module& net, optim::Optimizer& optimizer, const Pictures& train) {
  constexpr std::int64_t kBatch = 32;
  const auto order = data::random_permutation(train.labels.size(0));
  const auto all_labels = train.labels.span<std::int64_t>();
  const auto rows = static_cast<std::int64_t>(order.size());
  double total = 0;
  for (std::int64_t first = 0; first < rows; first += kBatch) {
    const std::int64_t n = std::min(kBatch, rows - first);
    const std::span<const std::int64_t> picked(order.data() + first, static_cast<std::size_t>(n));
    std::vector<std::int64_t> labels;
    for (std::int64_t i : picked) labels.push_back(all_labels[static_cast<std::size_t>(i)]);
    optimizer.zero_grad();
    const Tensor x = embedding(train.pixels, tensor(picked, {n}));
    const Tensor loss = cross_entropy(net(x), tensor(labels, {n}));
    loss.backward();
    optimizer.step();
    total += loss.item() * static_cast<double>(n);
  }
  return total / static_cast<double>(rows);
}

constexpr int kWrongEpochs = 0;

// 1 to 1000, or kWrongEpochs.
int epochs_of(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && value >= 1 && value <= 1000 ? value : kWrongEpochs;
}

int usage(bool asked) {
  std::fprintf(asked ? stdout : stderr,
               "usage: fashion_mlp [DIRECTORY [EPOCHS]]     (1 to 1000 epochs, 10 unless given)\n");
  return asked ? 0 : 2;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string directory = argc > 1 ? argv[1] : "/usr/share/datasets/fashion-mnist";
  const int epochs = argc > 2 ? epochs_of(argv[2]) : 10;
  if (directory == "--help") return usage(true);
  if (argc > 3 || directory.starts_with("-") || epochs == kWrongEpochs) return usage(false);
  if (!std::filesystem::exists(directory)) {
    std::printf("no %s: install Debian's package dataset-fashion-mnist\n", directory.c_str());
    return 77;
  }
  try {
    const Pictures train = load(directory, "train");
    const Pictures test = load(directory, "t10k");
    manual_seed(0);
    nn::Sequential net;
    net.add<nn::Linear>(784, 128).add<nn::ReLU>().add<nn::Linear>(128, 10);
    optim::Adam adam(net.parameters());
    double test_accuracy = 0;
    for (int epoch = 1; epoch <= epochs; ++epoch) {
      const double loss = train_epoch(net, adam, train);
      test_accuracy = accuracy(net, test);
      std::printf("epoch %2d  loss %.4f  test accuracy %.4f\n", epoch, loss, test_accuracy);
      std::fflush(stdout);
    }
    std::printf("train accuracy %.4f\n", accuracy(net, train));
    std::printf("parameters %lld\n", static_cast<long long>(net.parameter_count()));
    std::printf("test accuracy %.4f after %d epochs", test_accuracy, epochs);
    if (epochs != 10) {  // the published figure is that of 10
      std::printf("\n");
      return 0;
    }
    const bool within = test_accuracy > .878 && test_accuracy < .890;
    std::printf("; published for this network: .884 +- .006\n");
    std::printf("within it: %s\n", within ? "yes" : "no");
    return within ? 0 : 1;
  } catch (const std::exception& e) {
    std::fprintf(stderr, "fashion_mlp: %s\n", e.what());
    return 1;
  }
}
