// SPDX-License-Identifier: Apache-2.0
#pragma once

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

/// A function that may replace the gradient of one output (Tensor hooks, autograd/hooks.h).
using GradientHook = std::function<Tensor(const Tensor& gradient)>;

/// How a tensor was made: the op, the nodes of its inputs, and the way back. Ops make nodes
/// through Record (record.h); autograd/ walks them.
class Node : public RefCounted {
 public:
  explicit Node(const char* op);
  virtual ~Node();

  /// Gives the inputs their gradients. GradientError when the op has no derivative, when what it
  /// kept was already freed, or was written to.
  virtual void backward(Backward& pass) = 0;

  /// Drops what was kept for backward.
  virtual void free_kept() {}

  const char* op() const { return op_; }
  /// Nodes made later have larger numbers; a leaf has 0, so it comes last.
  std::uint64_t number() const { return number_; }
  /// Path of the module that was running, "" outside modules.
  const std::string& module_path() const;

  SmallVector<Edge, 3> inputs;
  SmallVector<OutputInfo, 1> outputs;
  std::vector<std::pair<std::uint32_t, GradientHook>> hooks;  // by output slot

  /// Counts this node as made now, after its inputs (Leaf keeps 0).
  void take_number();

 private:
  const char* op_;
  std::uint64_t number_ = 0;
  std::shared_ptr<const std::string> module_path_;
};

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
    for (std::size_t i = 0; i < node.inputs.size(); ++i) given_.push_back({});
  }

  /// Gradient of the loss by output `slot`; zeros when nothing arrived there.
  Tensor output(std::size_t slot = 0) const;
  /// Whether input `i` wants a gradient; work for others can be left out.
  bool needs(std::size_t i) const { return static_cast<bool>(node_.inputs[i].node); }
  /// Shape of input `i`, which its gradient must have; only where needs(i).
  const Shape& input_shape(std::size_t i) const {
    const Edge& edge = node_.inputs[i];
    return edge.node->outputs[edge.slot].shape;
  }
  /// The gradient of input `i`, in the input's shape.
  void give(std::size_t i, Tensor gradient);
  /// Whether the gradients are themselves recorded; then only public ops may compute them.
  bool create_graph() const { return create_graph_; }

  // For the walk in autograd/.
  Node& node() { return node_; }
  Tensor& arrived(std::size_t slot) { return arrived_[slot]; }
  Tensor& given(std::size_t i) { return given_[i]; }

 private:
  Node& node_;
  bool create_graph_;
  SmallVector<Tensor, 1> arrived_;
  SmallVector<Tensor, 3> given_;
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
/// first one is a ValueError that names op, module path, index and pass.
class DetectAnomaly {
 public:
  DetectAnomaly();
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
