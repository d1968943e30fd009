// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the examples on Fashion-MNIST share: pictures, an epoch of training, accuracy, arguments.
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>

#include "thalweg/data/idx.h"
#include "thalweg/data/shuffle.h"
#include "thalweg/nn/module.h"
#include "thalweg/ops/argmax.h"
#include "thalweg/ops/copy.h"
#include "thalweg/ops/cross_entropy.h"
#include "thalweg/ops/div.h"
#include "thalweg/ops/embedding.h"
#include "thalweg/ops/reshape.h"
#include "thalweg/ops/slice.h"
#include "thalweg/optim/optimizer.h"
#include "thalweg/tensor/create.h"
#include "thalweg/tensor/node.h"

namespace fashion {

using namespace thalweg;

inline constexpr int kNoSuchData = 77;  // ctest shows a program that returns it as skipped

struct Pictures {
  Tensor pixels;  // f32 [n, 784], 0 to 1
  Tensor labels;  // i64 [n]
};

inline Pictures load(const std::string& directory, const std::string& part) {
  const Tensor images = data::load_idx(directory + "/" + part + "-images-idx3-ubyte.gz");
  const Tensor labels = data::load_idx(directory + "/" + part + "-labels-idx1-ubyte.gz");
  return {cast(reshape(images, {images.size(0), -1}), f32) / 255.0, cast(labels, i64)};
}

/// `shape` is what the network takes, without the number of pictures: {784} or {1, 28, 28}.
inline Tensor batch_of(const Tensor& pixels, const Shape& shape) {
  Shape whole = shape;
  whole.insert(0, pixels.size(0));
  return reshape(pixels, whole);
}

inline double accuracy(nn::Module& net, const Pictures& pictures, const Shape& shape) {
  constexpr std::int64_t kBatch = 1000;
  const NoGrad off;
  net.eval();
  const auto labels = pictures.labels.span<std::int64_t>();
  double right = 0;
  for (std::int64_t first = 0; first < pictures.labels.numel(); first += kBatch) {
    const std::int64_t last = std::min(first + kBatch, pictures.labels.numel());
    const Tensor x = batch_of(slice(pictures.pixels, 0, first, last), shape);
    const auto guesses = to_vector<std::int64_t>(argmax(net(x), 1));
    for (std::size_t i = 0; i < guesses.size(); ++i) {
      right += guesses[i] == labels[static_cast<std::size_t>(first) + i];
    }
  }
  net.train();
  return right / static_cast<double>(labels.size());
}

/// One pass over the training pictures in batches, in a new order; the mean loss.
inline double train_epoch(nn::Module& net, optim::Optimizer& optimizer, const Pictures& train,
                          const Shape& shape, std::int64_t batch) {
  const auto order = data::random_permutation(train.labels.size(0));
  const auto all_labels = train.labels.span<std::int64_t>();
  const auto rows = static_cast<std::int64_t>(order.size());
  double total = 0;
  for (std::int64_t first = 0; first < rows; first += batch) {
    const std::int64_t n = std::min(batch, rows - first);
    const std::span<const std::int64_t> picked(order.data() + first, static_cast<std::size_t>(n));
    std::vector<std::int64_t> labels;
    for (std::int64_t i : picked) labels.push_back(all_labels[static_cast<std::size_t>(i)]);
    optimizer.zero_grad();
    const Tensor x = batch_of(embedding(train.pixels, tensor(picked, {n})), shape);
    const Tensor loss = cross_entropy(net(x), tensor(labels, {n}));
    loss.backward();
    optimizer.step();
    total += loss.item() * static_cast<double>(n);
  }
  return total / static_cast<double>(rows);
}

/// DIRECTORY and EPOCHS of the command line.
struct Arguments {
  std::string directory = "/usr/share/datasets/fashion-mnist";
  int epochs;
  int exit_code = -1;  // of a program that has nothing to do; -1: go on
};

inline Arguments arguments_of(const char* name, int argc, char** argv, int epochs) {
  Arguments result;
  result.epochs = epochs;
  bool known = argc <= 3;
  if (argc > 1) result.directory = argv[1];
  if (known && argc > 2) {
    const std::string_view text = argv[2];
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), result.epochs);
    known = error == std::errc() && end == text.data() + text.size() && result.epochs >= 1 &&
            result.epochs <= 1000;
  }
  const bool asked = result.directory == "--help";
  if (asked || !known || result.directory.starts_with("-")) {
    std::fprintf(asked ? stdout : stderr,
                 "usage: %s [DIRECTORY [EPOCHS]]     (1 to 1000 epochs, %d unless given)\n", name,
                 epochs);
    result.exit_code = asked ? 0 : 2;
  } else if (!std::filesystem::exists(result.directory)) {
    std::printf("no %s: install Debian's package dataset-fashion-mnist\n",
                result.directory.c_str());
    result.exit_code = kNoSuchData;
  }
  return result;
}

}  // namespace fashion
