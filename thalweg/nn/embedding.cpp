// SPDX-License-Identifier: Apache-2.0
#include "thalweg/nn/embedding.h"

#include "thalweg/base/error.h"
#include "thalweg/nn/init.h"
#include "thalweg/ops/embedding.h"

namespace thalweg::nn {

Embedding::Embedding(std::int64_t rows, std::int64_t width) {
  if (rows < 1 || width < 1) {
    throw ValueError("Embedding: sizes are at least 1; got rows={}, width={}", rows, width);
  }
  Tensor w = empty({rows, width});
  init::normal(w, 0, 1);
  weight = register_parameter("weight", w);
}

Tensor Embedding::forward(const Tensor& index) { return embedding(weight, index); }

}  // namespace thalweg::nn
