// SPDX-License-Identifier: Apache-2.0
#include "thalweg/autograd/dot.h"

#include <algorithm>

#include "thalweg/autograd/pointer_map.h"
#include "thalweg/tensor/node.h"

namespace thalweg {
namespace {

using Names = std::vector<std::pair<std::string, Tensor>>;

// Every node that y depends on: leaves in the order in which they are met, then ops as they were
// made.
std::vector<const Node*> nodes_of(const Tensor& y) {
  std::vector<const Node*> leaves, ops, waiting{y.body()->node.get()};
  PointerMap<Node, bool> seen;
  while (!waiting.empty()) {
    const Node* node = waiting.back();
    waiting.pop_back();
    if (std::exchange(seen[node], true)) continue;
    (node->number() == 0 ? leaves : ops).push_back(node);
    for (const Edge& edge : node->inputs) {
      if (edge.node) waiting.push_back(edge.node.get());
    }
  }
  std::sort(ops.begin(), ops.end(),
            [](const Node* a, const Node* b) { return a->number() < b->number(); });
  leaves.insert(leaves.end(), ops.begin(), ops.end());
  return leaves;
}

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

std::string label_of(const Node& node, const Names& names) {
  std::string label;
  for (const auto& [name, x] : names) {
    if (x.defined() && x.body()->node.get() == &node) label += escaped(name) + "\\n";
  }
  label += node.op();
  if (!node.module_path().empty()) label += "\\n" + escaped(node.module_path());
  for (const OutputInfo& info : node.outputs) {
    label += fmt::format("\\n{}{}", name_of(info.dtype), text_of(info.shape));
  }
  return label;
}

}  // namespace

std::string to_dot(const Tensor& y, const Names& names) {
  if (!y.defined() || !y.requires_grad()) {
    throw GradientError(
        "to_dot: the tensor has no history; got {}; compute it from a leaf that "
        "requires a gradient",
        y.describe());
  }
  const std::vector<const Node*> nodes = nodes_of(y);
  PointerMap<Node, std::size_t> id;
  for (std::size_t i = 0; i < nodes.size(); ++i) id[nodes[i]] = i;
  std::string text = "digraph thalweg {\n  node [fontname=\"sans-serif\"];\n";
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    text += fmt::format("  n{} [label=\"{}\"{}];\n", i, label_of(*nodes[i], names),
                        nodes[i]->number() == 0 ? ", shape=box" : "");
  }
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    for (const Edge& edge : nodes[i]->inputs) {
      if (edge.node) text += fmt::format("  n{} -> n{};\n", id[edge.node.get()], i);
    }
  }
  return text + "}\n";
}

}  // namespace thalweg
