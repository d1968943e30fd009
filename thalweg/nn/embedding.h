// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/nn/module.h"

namespace thalweg::nn {

/// Rows of weight [rows, width] for indices of any shape (ops/embedding.h): [..] gives [.., width].
/// Starts standard normal, from default_generator(). ValueError for sizes below 1.
class Embedding : public Module {
 public:
  Embedding(std::int64_t rows, std::int64_t width);
  Tensor forward(const Tensor& index) override;

  Tensor weight;
};

}  // namespace thalweg::nn
