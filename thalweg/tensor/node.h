// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "thalweg/base/ref.h"
#include "thalweg/base/small_vector.h"
#include "thalweg/tensor/tensor.h"

namespace thalweg {

class Backward;

/// Where a gradient goes: output `slot` of `node`. No node: the input wanted no gradient.
struct Edge {
  Ref<Node> node;
  std::uint32_t slot = 0;
};

/// Shape, dtype and device of one output, which a gradient for it must have.
struct OutputInfo {
  Shape shape;
  Dtype dtype = f32;
  Device device;
};

/// A function that sees the gradient of one output and may give another (autograd/hooks.h).
using GradientHook = std::function<Tensor(const Tensor& gradient)>;

/// Something asked for about the gradient of one output.
struct Watch {
  std::uint32_t slot;
  std::shared_ptr<GradientHook> hook;  // null: `kept` collects the gradient (retain_grad)
  Tensor kept;
};

/// How a tensor was made: the op, the nodes of its inputs, and the way back. Ops make nodes
/// through Record (record.h); autograd/ walks them.
class Node : public RefCounted {
 public:
  explicit Node(const char* op);
  virtual ~Node();

  /// Gives the inputs their gradients. GradientError when the op has no derivative, or when what it
  /// kept was written to.
  virtual void backward(Backward& pass) = 0;

  /// Drops what was kept for backward.
  virtual void free_kept() {}

  /// A pass enters before it calls backward() and leaves afterwards. Passes that keep the graph may
  /// be in a node together; one that frees it (keeps = false) must be alone, and is the last one.
  /// GradientError otherwise.
  void enter(bool keeps);
  /// `freed`: what was kept is gone.
  void leave(bool freed);

  const char* op() const { return op_; }
  /// Nodes made later have larger numbers; a leaf has 0, so it comes last.
  std::uint64_t number() const { return number_; }
  /// Path of the module that was running, "" outside modules.
  const std::string& module_path() const;

  SmallVector<Edge, 3> inputs;
  SmallVector<OutputInfo, 1> outputs;
  std::vector<Watch> watches;

  /// The Watch that keeps the gradient of output `slot`, or null.
  Watch* keeper(std::uint32_t slot);

  /// Counts this node as made now, after its inputs (Leaf keeps 0).
  void take_number();

 private:
  friend void destroy(Node* node);

  const char* op_;
  std::uint64_t number_ = 0;
  std::atomic<int> passes_{0};  // passes inside that keep the graph, or kFreed
  Node* next_ = nullptr;        // in destroy's list
  std::shared_ptr<const std::string> module_path_;
};

/// Number of the node that was made last: what is made from now on has larger ones.
std::uint64_t newest_node_number();

/// The end of a path: collects the gradient of a tensor that requires one.
class Leaf final : public Node {
 public:
  explicit Leaf(const OutputInfo& info);
  void backward(Backward& pass) override;
  Tensor grad;
};

/// The leaf of `x`, or null when x has a history or wants no gradient.
Leaf* leaf_of(const Tensor& x);

/// One node's turn in a backward pass: what arrived, and where to put what follows from it.
class Backward {
 public:
  Backward(Node& node, bool create_graph) : node_(node), create_graph_(create_graph) {
    for (std::size_t i = 0; i < node.outputs.size(); ++i) arrived_.push_back({});
    for (const Edge& edge : node.inputs) given_.push_back({{}, static_cast<bool>(edge.node)});
  }

  /// Gradient of the loss by output `slot`; zeros when nothing arrived there.
  Tensor output(std::size_t slot = 0) const;
  /// Whether input `i` wants a gradient; work for others can be left out.
  bool needs(std::size_t i) const { return given_[i].wanted; }
  /// Shape of input `i`, which its gradient must have; only where needs(i).
  const Shape& input_shape(std::size_t i) const {
    const Edge& edge = node_.inputs[i];
    return edge.node->outputs[edge.slot].shape;
  }
  /// The gradient of input `i`, in the input's shape. Undefined means none. Several inputs may be
  /// one tensor; its contributions are added in the order of the inputs.
  void give(std::size_t i, Tensor gradient);
  /// Whether the gradients are themselves recorded; then only public ops may compute them.
  bool create_graph() const { return create_graph_; }
  /// The gradient of `y`, which backward made anew from the inputs' own tensors: the pass goes on
  /// through y's history (autograd/checkpoint.h).
  void go_on(const Tensor& y, Tensor gradient);

  // For the walk in autograd/.
  Node& node() { return node_; }
  Tensor& arrived(std::size_t slot) { return arrived_[slot]; }
  void drop_arrived() { arrived_.clear(); }
  Tensor& given(std::size_t i) { return given_[i].gradient; }
  void leave_out(std::size_t i) { given_[i].wanted = false; }
  std::vector<std::pair<Tensor, Tensor>>& going_on() { return going_on_; }

 private:
  struct Given {
    Tensor gradient;
    bool wanted;
  };

  Node& node_;
  bool create_graph_;
  SmallVector<Tensor, 1> arrived_;
  SmallVector<Given, 3> given_;
  std::vector<std::pair<Tensor, Tensor>> going_on_;
};

// What ops see of the thread they run on.

/// Whether ops record. True at start; NoGrad turns it off for a scope, EnableGrad on again.
bool grad_enabled();

class GradMode {
 public:
  explicit GradMode(bool enabled);
  ~GradMode();
  GradMode(const GradMode&) = delete;

 private:
  bool before_;
};
struct NoGrad : GradMode {
  NoGrad() : GradMode(false) {}
};
struct EnableGrad : GradMode {
  EnableGrad() : GradMode(true) {}
};

/// The dotted path of the modules that are running on this thread ("encoder.0"), for nodes and
/// error texts; nn::Module opens one scope for each call.
class ModuleScope {
 public:
  explicit ModuleScope(const std::string& name);
  ~ModuleScope();
  ModuleScope(const ModuleScope&) = delete;

 private:
  std::shared_ptr<const std::string> before_;
};
std::shared_ptr<const std::string> current_module_path();

/// While one is alive, every op's result and every gradient is searched for NaN and infinity; the
/// first one is a ValueError that names op, module path, index and pass. DetectAnomaly(false)
/// suspends the search.
class DetectAnomaly {
 public:
  explicit DetectAnomaly(bool wanted = true);
  ~DetectAnomaly();
  DetectAnomaly(const DetectAnomaly&) = delete;

 private:
  bool before_;
};
bool anomaly_detection();

/// Throws that ValueError if `x` (a float tensor) holds NaN or infinity; `pass` is "forward" or
/// "backward".
void check_finite(const Tensor& x, std::string_view op, const std::string& module_path,
                  std::string_view pass);

}  // namespace thalweg
