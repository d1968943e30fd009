// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <utility>

#include "thalweg/tensor/node.h"

namespace thalweg {

/// A tensor kept for backward, by explicit call (Record::keep): an input with its history, or the
/// op's own output without the node (a node that held its own output would never be freed).
class Saved {
 public:
  Saved() = default;

  /// The kept tensor (undefined if it was so); an output gets its history back when the pass
  /// records. GradientError when it was written to since.
  Tensor get(Backward& pass) const;

 private:
  friend class Record;
  Saved(const Tensor& x, bool is_output)
      : tensor_(is_output ? x.detach() : x),
        version_(x.defined() ? x.body()->storage->version() : 0),
        generation_(x.defined() ? x.body()->generation : 0),
        slot_(is_output ? static_cast<int>(x.body()->slot) : -1) {}

  Tensor tensor_;
  std::uint32_t version_ = 0;
  std::uint32_t generation_ = 0;
  int slot_ = -1;  // >= 0: output of the node itself
};

/// Node whose way back is a function object of the op.
template <class F>
class NodeOf final : public Node {
 public:
  NodeOf(const char* op, F f) : Node(op), f_(std::move(f)) {}
  void backward(Backward& pass) override { (*f_)(pass); }
  void free_kept() override { f_.reset(); }

 private:
  std::optional<F> f_;
};

/// The end of an op: looks at the result for detect_anomaly, and writes down how it was made when
/// an input wants a gradient.
///
///   Tensor y = ...;
///   if (Record r{"exp", {&x}, {&y}}) {
///     r.backward([y = r.keep_output(y)](Backward& pass) {
///       pass.give(0, mul(pass.output(), y.get(pass)));
///     });
///   }
///   return y;
class Record {
 public:
  Record(const char* op, std::initializer_list<const Tensor*> inputs,
         std::initializer_list<Tensor*> outputs)
      : Record(op, std::span(inputs.begin(), inputs.size()),
               std::span(outputs.begin(), outputs.size())) {}
  Record(const char* op, std::span<const Tensor* const> inputs, std::span<Tensor* const> outputs);

  /// True when a way back is needed; then call backward() or no_derivative() once.
  explicit operator bool() const { return wanted_; }

  Saved keep(const Tensor& input) const { return Saved(input, false); }
  Saved keep_output(const Tensor& output) const { return Saved(output, true); }

  /// f(Backward&) gives every input that needs one its gradient, by public ops.
  template <class F>
  void backward(F f) {
    attach(new NodeOf<F>(op_, std::move(f)));
  }

  /// The op has no derivative; backward through it throws a GradientError with this reason.
  void no_derivative(const char* reason);

 private:
  void check_outputs() const;
  void attach(Node* node);

  const char* op_;
  SmallVector<const Tensor*, 4> inputs_;
  SmallVector<Tensor*, 2> outputs_;
  bool wanted_ = false;
};

}  // namespace thalweg
