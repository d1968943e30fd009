// SPDX-License-Identifier: Apache-2.0
#include "thalweg/autograd/reach.h"

#include <algorithm>

namespace thalweg {

void Reach::add_input(const Node& node) {
  states_[&node] |= kInput;
  lowest_ = std::min(lowest_, node.number());
}

void Reach::explore(const Node& root) {
  struct Step {
    const Node* node;
    std::size_t next_edge;
    bool runs;
  };
  std::vector<Step> path;
  const auto enter = [&](const Node& node) {
    // Inputs of a node have smaller numbers, so nothing below the lowest input leads to one.
    if (node.number() < lowest_) return;
    std::uint8_t& seen = states_[&node];
    if (seen & kSeen) return;
    seen |= kSeen;
    path.push_back({&node, 0, false});
  };
  enter(root);
  while (!path.empty()) {
    Step& step = path.back();
    if (step.next_edge > 0) {
      const Node* before = step.node->inputs[step.next_edge - 1].node.get();
      step.runs |= before && wanted(*before);
    }
    if (step.next_edge < step.node->inputs.size()) {
      if (const Node* input = step.node->inputs[step.next_edge++].node.get()) enter(*input);
      continue;
    }
    if (step.runs) states_[step.node] |= kRuns;
    path.pop_back();
  }
}

}  // namespace thalweg
