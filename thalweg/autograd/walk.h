// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "thalweg/autograd/pointer_map.h"
#include "thalweg/autograd/reach.h"
#include "thalweg/tensor/node.h"

namespace thalweg {

/// One backward pass; the public functions stand in backward.h. Internal to autograd/.
///
/// Nodes take their turn in descending number, leaves last. A node is made after its inputs, so
/// when its turn comes everything that uses its outputs has had its own, and contributions to one
/// gradient arrive in reverse order of creation of its consumers: the order of same bits. Nodes
/// are kept by nobody but their graph, and everything the pass writes down is its own, so passes
/// of several threads may share nodes (Node::enter says which).
class Walk {
 public:
  Walk(bool keeps_graph, bool create_graph) : keeps_(keeps_graph), create_graph_(create_graph) {}
  Walk(const Walk&) = delete;

  /// Restricts the pass to gradients of `inputs`, which run() then leaves in captured(); without
  /// this call, leaves collect theirs in grad(). Before start().
  void capture(const std::vector<Tensor>& inputs);
  Tensor captured(std::size_t i) { return std::move(captures_[i].gradient); }

  /// The gradient of an output to begin with; `y` outlives the walk.
  void start(const Tensor& y, Tensor gradient);
  void run();

 private:
  // A node to which gradients have arrived.
  struct Frame {
    Frame(Node& node, bool create_graph, bool owns)
        : turn(node, create_graph), owner(owns ? Ref<Node>(&node) : Ref<Node>()) {}
    Backward turn;
    Ref<Node> owner;  // of a node that only this pass keeps alive (Backward::go_on)
  };
  using Place = std::optional<Frame>;
  struct Waiting {
    std::uint64_t number;
    Place* place;
    bool operator<(const Waiting& other) const { return number < other.number; }
  };
  struct Capture {
    const Node* node;
    std::uint32_t slot;
    Tensor gradient;
  };

  void deliver(Node& node, std::uint32_t slot, Tensor gradient, bool owns);
  void process(Frame& frame);
  void look(Frame& frame);
  void run_backward(Frame& frame);
  void hand_on(Frame& frame);

  bool keeps_;
  bool create_graph_;
  bool anomaly_ = anomaly_detection();
  std::optional<Reach> reach_;
  std::vector<Capture> captures_;

  PointerMap<Node, Place*> place_of_;
  std::deque<Place> places_;      // stable addresses
  std::vector<Place*> unused_;    // of places_
  std::vector<Waiting> waiting_;  // a heap
  std::vector<Place*> leaves_;    // in order of first arrival
};

}  // namespace thalweg
