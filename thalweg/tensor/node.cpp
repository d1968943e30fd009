// SPDX-License-Identifier: Apache-2.0
#include "thalweg/tensor/node.h"

#include <atomic>
#include <cmath>

#include "thalweg/tensor/copy.h"
#include "thalweg/tensor/create.h"
#include "thalweg/tensor/record.h"

namespace thalweg {
namespace {

std::atomic<std::uint64_t> nodes_made{0};

thread_local bool grad_mode = true;
thread_local bool anomaly_mode = false;
thread_local std::shared_ptr<const std::string> module_path;

const std::string kNoModule;

constexpr int kFreed = -1;  // Node::passes_

}  // namespace

Node::Node(const char* op) : op_(op), module_path_(thalweg::module_path) {}
Node::~Node() = default;

void Node::take_number() { number_ = 1 + nodes_made.fetch_add(1, std::memory_order_relaxed); }

std::uint64_t newest_node_number() { return nodes_made.load(std::memory_order_relaxed); }

const std::string& Node::module_path() const { return module_path_ ? *module_path_ : kNoModule; }

// A long chain would end the stack if each node destroyed the next from inside its destructor. The
// list goes through the nodes: tensors of static lifetime may die after a thread's other locals.
void destroy(Node* node) {
  thread_local Node* waiting = nullptr;
  thread_local bool running = false;
  node->next_ = std::exchange(waiting, node);
  if (running) return;
  running = true;
  while (waiting) {
    Node* next = waiting;
    waiting = next->next_;
    delete next;
  }
  running = false;
}

void Node::enter(bool keeps) {
  int inside = passes_.load(std::memory_order_relaxed);
  do {
    if (inside == kFreed) {
      throw GradientError(
          "{}: backward was already run, or ended in an error, and what the op kept is freed; use "
          "retain_graph or "
          "create_graph in the first backward",
          op_);
    }
    if (!keeps && inside > 0) {
      throw GradientError(
          "{}: another backward pass is inside this op and would lose what the op kept; use "
          "retain_graph in both",
          op_);
    }
  } while (!passes_.compare_exchange_weak(inside, keeps ? inside + 1 : kFreed,
                                          std::memory_order_acquire, std::memory_order_relaxed));
}

void Node::leave(bool freed) {
  if (freed) return;
  if (passes_.load(std::memory_order_relaxed) == kFreed) {
    passes_.store(0, std::memory_order_release);
  } else {
    passes_.fetch_sub(1, std::memory_order_release);
  }
}

Watch* Node::keeper(std::uint32_t slot) {
  for (Watch& watch : watches) {
    if (!watch.hook && watch.slot == slot) return &watch;
  }
  return nullptr;
}

Leaf::Leaf(const OutputInfo& info) : Node("leaf") { outputs.push_back(info); }

void Leaf::backward(Backward&) {}

Leaf* leaf_of(const Tensor& x) {
  if (!x.requires_grad()) return nullptr;
  Node* node = x.body()->node.get();
  return node->number() == 0 ? static_cast<Leaf*>(node) : nullptr;
}

Tensor Backward::output(std::size_t slot) const {
  if (arrived_[slot].defined()) return arrived_[slot];
  const OutputInfo& info = node_.outputs[slot];
  return zeros(info.shape, info.dtype, info.device);
}

void Backward::give(std::size_t i, Tensor gradient) {
  if (!needs(i)) return;
  const Edge& edge = node_.inputs[i];
  const OutputInfo& info = edge.node->outputs[edge.slot];
  if (gradient.defined() && (gradient.shape() != info.shape || gradient.dtype() != info.dtype ||
                             !(gradient.device() == info.device))) {
    throw GradientError(
        "{}: the gradient of input {} is not like the input; got {}{} on {}, gradient={}",
        node_.op(), i, name_of(info.dtype), text_of(info.shape), name_of(info.device),
        gradient.describe());
  }
  given_[i].gradient = std::move(gradient);
}

void Backward::go_on(const Tensor& y, Tensor gradient) {
  if (y.requires_grad()) going_on_.emplace_back(y, std::move(gradient));
}

bool grad_enabled() { return grad_mode; }
GradMode::GradMode(bool enabled) : before_(std::exchange(grad_mode, enabled)) {}
GradMode::~GradMode() { grad_mode = before_; }

std::shared_ptr<const std::string> current_module_path() { return module_path; }

ModuleScope::ModuleScope(const std::string& name) : before_(module_path) {
  module_path = std::make_shared<const std::string>(
      before_ && !before_->empty() && !name.empty() ? *before_ + '.' + name : name);
}
ModuleScope::~ModuleScope() { module_path = std::move(before_); }

DetectAnomaly::DetectAnomaly(bool wanted) : before_(std::exchange(anomaly_mode, wanted)) {}
DetectAnomaly::~DetectAnomaly() { anomaly_mode = before_; }
bool anomaly_detection() { return anomaly_mode; }

void check_finite(const Tensor& x, std::string_view op, const std::string& path,
                  std::string_view pass) {
  if (!x.defined() || !is_float(x.dtype())) return;
  const Tensor host = contiguous_copy(x, cpu());
  visit_float(x.dtype(), op, [&]<class T>() {
    const T* values = host.data<T>();
    for (std::int64_t i = 0; i < host.numel(); ++i) {
      if (std::isfinite(values[i])) continue;
      Dims index(x.dim(), 0);
      for (std::int64_t axis = x.dim() - 1, rest = i; axis >= 0; --axis) {
        index[axis] = rest % x.shape()[axis];
        rest /= x.shape()[axis];
      }
      throw ValueError("{}: the first {} of the {} pass; got it at index {} of {}{}{}", op,
                       values[i] != values[i] ? "NaN" : "infinity", pass, text_of(index),
                       x.describe(), path.empty() ? "" : ", module ", path);
    }
  });
}

// Record.

Record::Record(const char* op, std::span<const Tensor* const> inputs,
               std::span<Tensor* const> outputs)
    : op_(op) {
  for (Tensor* y : outputs) outputs_.push_back(y);
  if (anomaly_mode) check_outputs();
  if (!grad_mode) return;
  for (const Tensor* x : inputs) {
    inputs_.push_back(x);
    wanted_ |= x->requires_grad();
  }
  if (!wanted_) return;
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    outputs_[i]->body()->slot = static_cast<std::uint32_t>(i);
  }
}

void Record::check_outputs() const {
  const auto path = current_module_path();
  for (const Tensor* y : outputs_) check_finite(*y, op_, path ? *path : kNoModule, "forward");
}

void Record::attach(Node* node) {
  Ref<Node> made(node);
  for (const Tensor* x : inputs_) {
    made->inputs.push_back({x->body()->node, x->body()->slot});
  }
  for (Tensor* y : outputs_) {
    made->outputs.push_back({y->shape(), y->dtype(), y->device()});
    if (is_float(y->dtype())) y->body()->node = made;
  }
  made->take_number();
}

void Record::no_derivative(const char* reason) {
  backward([op = op_, reason](Backward&) {
    throw GradientError("{}: no derivative: {}; use detach() or NoGrad if none is meant", op,
                        reason);
  });
}

Tensor Saved::get(Backward& pass) const {
  if (!tensor_.defined()) return tensor_;
  if (tensor_.body()->generation != generation_) {
    throw GradientError(
        "{}: a tensor kept for backward was given other data since (replace_data); now it is {}; "
        "move or convert parameters before the forward pass",
        pass.node().op(), tensor_.describe());
  }
  if (tensor_.body()->storage->version() != version_) {
    throw GradientError(
        "{}: a tensor kept for backward was written to since; got {}, kept at version {}, now {}; "
        "write to a copy, or after backward",
        pass.node().op(), tensor_.describe(), version_, tensor_.body()->storage->version());
  }
  if (slot_ < 0 || !pass.create_graph()) return tensor_;
  Tensor with_history = tensor_.detach();
  with_history.body()->node = Ref<Node>(&pass.node());
  with_history.body()->slot = static_cast<std::uint32_t>(slot_);
  return with_history;
}

}  // namespace thalweg
