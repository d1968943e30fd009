// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "thalweg/nn/module.h"

namespace thalweg::nn {

/// One module without parts, in the order in which it ran.
struct LayerSummary {
  std::string path, kind;  // "0.body.1", "Conv2d"
  Shape output;
  std::int64_t parameters;     // numbers that a gradient can move
  std::int64_t buffers;        // other numbers it holds
  std::int64_t multiply_adds;  // of one forward pass
};

struct NetworkSummary {
  std::vector<LayerSummary> layers;
  std::int64_t parameters, trainable, buffers, multiply_adds;

  /// A table with a line for each layer, and the sums.
  std::string text() const;
};

/// Runs `net` once on zeros of that shape, in evaluation and without gradients, and tells what ran.
///   fmt::print("{}", summarize(*net, {1, 3, 32, 32}).text());
NetworkSummary summarize(Module& net, const Shape& input);

}  // namespace thalweg::nn
