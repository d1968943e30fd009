// SPDX-License-Identifier: Apache-2.0
#include "thalweg/autograd/walk.h"

#include <algorithm>

#include "thalweg/autograd/accumulate.h"

namespace thalweg {
namespace {

// A node's turn between Node::enter and Node::leave, which an exception also ends.
class Entered {
 public:
  Entered(Node& node, bool keeps) : node_(node) { node.enter(keeps); }
  ~Entered() { node_.leave(freed); }
  bool freed = false;

 private:
  Node& node_;
};

std::string name_of(const Node& node) {
  const std::string& path = node.module_path();
  return path.empty() ? node.op() : fmt::format("{} (module {})", node.op(), path);
}

}  // namespace

void Walk::capture(const std::vector<Tensor>& inputs) {
  reach_.emplace();
  for (const Tensor& x : inputs) {
    reach_->add_input(*x.body()->node);
    captures_.push_back({x.body()->node.get(), x.body()->slot, {}});
  }
}

void Walk::start(const Tensor& y, Tensor gradient) {
  if (anomaly_) check_finite(gradient, "backward", "", "backward");
  Node& node = *y.body()->node;
  if (reach_) {
    reach_->explore(node);
    if (!reach_->wanted(node)) return;
  }
  deliver(node, y.body()->slot, std::move(gradient), false);
}

void Walk::deliver(Node& node, std::uint32_t slot, Tensor gradient, bool owns) {
  Place*& place = place_of_[&node];
  if (!place) {
    if (unused_.empty()) {
      place = &places_.emplace_back();
    } else {
      place = unused_.back();
      unused_.pop_back();
    }
    place->emplace(node, create_graph_, owns);
    if (node.number() == 0) {
      leaves_.push_back(place);
    } else {
      waiting_.push_back({node.number(), place});
      std::push_heap(waiting_.begin(), waiting_.end());
    }
  }
  accumulate((*place)->turn.arrived(slot), std::move(gradient), create_graph_);
}

void Walk::run() {
  const GradMode mode(create_graph_);
  const DetectAnomaly off(false);  // gradients are searched here, under the name of their op
  while (!waiting_.empty()) {
    std::pop_heap(waiting_.begin(), waiting_.end());
    Place* place = waiting_.back().place;
    waiting_.pop_back();
    place_of_.erase(&(*place)->turn.node());
    process(**place);
    place->reset();
    unused_.push_back(place);
  }
  for (Place* place : leaves_) process(**place);
  for (Capture& wanted : captures_) wanted.gradient = owned(std::move(wanted.gradient));
}

void Walk::process(Frame& frame) {
  Node& node = frame.turn.node();
  if (!node.watches.empty()) look(frame);
  if (reach_) {
    if (reach_->is_input(node)) {
      for (Capture& wanted : captures_) {
        if (wanted.node == &node) wanted.gradient = frame.turn.arrived(wanted.slot);
      }
    }
    if (!reach_->runs(node)) return;
    for (std::size_t i = 0; i < node.inputs.size(); ++i) {
      const Node* input = node.inputs[i].node.get();
      if (input && !reach_->wanted(*input)) frame.turn.leave_out(i);
    }
  } else if (node.number() == 0) {
    accumulate_shared(static_cast<Leaf&>(node).grad, std::move(frame.turn.arrived(0)),
                      create_graph_);
    return;
  }
  run_backward(frame);
  hand_on(frame);
}

// Hooks see the whole gradient of a tensor, in the order in which they were registered; what they
// return replaces it. What retain_grad asked for is kept after all of them.
void Walk::look(Frame& frame) {
  Node& node = frame.turn.node();
  for (const Watch& watch : node.watches) {
    Tensor& gradient = frame.turn.arrived(watch.slot);
    if (!watch.hook || !gradient.defined()) continue;
    const std::shared_ptr<GradientHook> hook = watch.hook;  // it may remove itself
    if (!*hook) continue;
    const Tensor other = (*hook)(gradient);
    if (!other.defined()) continue;
    if (other.shape() != gradient.shape() || other.dtype() != gradient.dtype() ||
        !(other.device() == gradient.device())) {
      throw GradientError(
          "hook: the gradient it returns is not like the one it was given; got gradient={}, "
          "returned={}, of {}",
          gradient.describe(), other.describe(), name_of(node));
    }
    gradient = other;
  }
  if (reach_) return;
  for (Watch& watch : node.watches) {
    const Tensor& gradient = frame.turn.arrived(watch.slot);
    if (watch.hook || !gradient.defined()) continue;
    accumulate_shared(watch.kept, gradient, create_graph_);
  }
}

void Walk::run_backward(Frame& frame) {
  Node& node = frame.turn.node();
  try {
    Entered entered(node, keeps_);
    node.backward(frame.turn);
    if (!keeps_) node.free_kept();
    entered.freed = !keeps_;
  } catch (Error& error) {
    error.add_context("backward of " + name_of(node));
    throw;
  }
  frame.turn.drop_arrived();
}

void Walk::hand_on(Frame& frame) {
  Node& node = frame.turn.node();
  const bool owns = static_cast<bool>(frame.owner);
  for (std::size_t i = 0; i < node.inputs.size(); ++i) {
    Tensor& gradient = frame.turn.given(i);
    if (!gradient.defined()) continue;
    if (anomaly_) check_finite(gradient, node.op(), node.module_path(), "backward");
    const Edge& edge = node.inputs[i];
    deliver(*edge.node, edge.slot, std::move(gradient), owns);
  }
  for (auto& [y, gradient] : frame.turn.going_on()) {
    Node& next = *y.body()->node;
    if (reach_) {
      reach_->explore(next);
      if (!reach_->wanted(next)) continue;
    }
    deliver(next, y.body()->slot, std::move(gradient), true);
  }
}

}  // namespace thalweg
