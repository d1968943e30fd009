// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "thalweg/autograd/pointer_map.h"
#include "thalweg/tensor/node.h"

namespace thalweg {

/// Which nodes lie on a path from the outputs to the inputs that grad() was asked for: the others
/// are not run. Internal to autograd/.
class Reach {
 public:
  /// All inputs first, then explore() for each root.
  void add_input(const Node& node);
  void explore(const Node& root);

  bool is_input(const Node& node) const { return state(node) & kInput; }
  /// Whether the node's backward leads to an input.
  bool runs(const Node& node) const { return state(node) & kRuns; }
  /// Whether a gradient of the node's outputs is of use.
  bool wanted(const Node& node) const { return state(node) & (kInput | kRuns); }

 private:
  enum State : std::uint8_t { kSeen = 1, kInput = 2, kRuns = 4 };

  std::uint8_t state(const Node& node) const {
    const std::uint8_t* found = states_.find(&node);
    return found ? *found : 0;
  }

  PointerMap<Node, std::uint8_t> states_;
  std::uint64_t lowest_ = std::numeric_limits<std::uint64_t>::max();  // number of an input
};

}  // namespace thalweg
