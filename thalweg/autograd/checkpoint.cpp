// SPDX-License-Identifier: Apache-2.0
#include "thalweg/autograd/checkpoint.h"

#include <cstring>

#include "thalweg/autograd/pointer_map.h"
#include "thalweg/tensor/copy.h"
#include "thalweg/tensor/random.h"
#include "thalweg/tensor/record.h"

namespace thalweg {
namespace {

using Tensors = std::vector<Tensor>;

thread_local bool second_run = false;

class SecondRun {
 public:
  SecondRun() : before_(std::exchange(second_run, true)) {}
  ~SecondRun() { second_run = before_; }

 private:
  bool before_;
};

// 64 bits made of the elements' bits and of a fingerprint before: other elements give others (but
// for one chance in 2^64).
std::uint64_t fingerprint(const Tensor& x, std::uint64_t before) {
  const auto mix = [](std::uint64_t lane, std::uint64_t word) {
    lane = (lane ^ word) * 0x9E3779B97F4A7C15u;
    return lane ^ (lane >> 32);
  };
  const Tensor host = x.device().is_cpu() ? as_contiguous(x) : contiguous_copy(x, cpu());
  const auto* bytes = static_cast<const char*>(host.data());
  const std::size_t size = static_cast<std::size_t>(host.numel()) * size_of(host.dtype());
  std::uint64_t lanes[4] = {1, 2, 3, size};
  std::size_t at = 0;
  for (; at + 32 <= size; at += 32) {
    std::uint64_t words[4];
    std::memcpy(words, bytes + at, 32);
    for (int i = 0; i < 4; ++i) lanes[i] = mix(lanes[i], words[i]);
  }
  for (; at < size; ++at) lanes[0] = mix(lanes[0], static_cast<unsigned char>(bytes[at]));
  for (const std::uint64_t lane : lanes) before = mix(before, lane);
  return before;
}

// Where the graph of `outputs` leaves what was made after node number `border`: one edge for each
// tensor from outside that it was computed from.
std::vector<Edge> edges_to_outside(const Tensors& outputs, std::uint64_t border) {
  std::vector<Edge> outside;
  std::vector<const Node*> waiting;
  PointerMap<Node, bool> seen;
  const auto meet = [&](const Ref<Node>& node, std::uint32_t slot) {
    if (!node) return;
    if (node->number() > border) {
      if (!std::exchange(seen[node.get()], true)) waiting.push_back(node.get());
      return;
    }
    for (const Edge& edge : outside) {
      if (edge.node == node && edge.slot == slot) return;
    }
    outside.push_back({node, slot});
  };
  for (const Tensor& y : outputs) {
    if (y.defined()) meet(y.body()->node, y.body()->slot);
  }
  while (!waiting.empty()) {
    const Node* node = waiting.back();
    waiting.pop_back();
    for (const Edge& edge : node->inputs) meet(edge.node, edge.slot);
  }
  return outside;
}

// A handle without elements, that has a history only.
Tensor history(const Edge& edge) {
  Ref<TensorBody> body(new TensorBody);
  body->node = edge.node;
  body->slot = edge.slot;
  return Tensor(std::move(body));
}

Tensors with_history(const Tensors& outputs) {
  Tensors result;
  for (const Tensor& y : outputs) {
    if (y.defined() && y.requires_grad()) result.push_back(y);
  }
  return result;
}

void check_same_kinds(const Node& node, const Tensors& again) {
  const auto like = [](const OutputInfo& info, const Tensor& y) {
    return info.shape == y.shape() && info.dtype == y.dtype() && info.device == y.device();
  };
  bool same = again.size() == node.outputs.size();
  for (std::size_t k = 0; same && k < again.size(); ++k) same = like(node.outputs[k], again[k]);
  if (same) return;
  throw GradientError(
      "checkpoint: the function gave outputs of other kinds when it was run again; got {} with a "
      "history instead of {}{}",
      again.size(), node.outputs.size(), again.empty() ? "" : ", the first " + again[0].describe());
}

}  // namespace

bool recomputing() { return second_run; }

Tensors checkpoint(const TensorFunction& f, const Tensors& inputs, CheckpointOptions options) {
  if (!grad_enabled()) return f(inputs);
  // The first run is recorded to learn what f uses besides its inputs; then the record is dropped.
  const std::uint64_t border = newest_node_number();
  const Generator::State random = default_generator().state();
  Tensors outputs = f(inputs);
  Tensors histories;
  for (const Edge& edge : edges_to_outside(outputs, border)) histories.push_back(history(edge));
  std::vector<const Tensor*> from;
  std::vector<Tensor*> to;
  for (const Tensor& x : histories) from.push_back(&x);
  for (Tensor& y : outputs) {
    if (!y.defined() || !y.requires_grad()) continue;
    y = y.detach();
    to.push_back(&y);
  }
  Record r{"checkpoint", from, to};
  if (!r) return outputs;
  std::vector<Saved> kept;
  for (const Tensor& x : inputs) kept.push_back(r.keep(x));
  std::uint64_t print = 0;
  if (options.verify) {
    for (const Tensor* y : to) print = fingerprint(*y, print);
  }
  r.backward([f, kept, options, print, random](Backward& pass) {
    Tensors x;
    for (const Saved& saved : kept) x.push_back(saved.get(pass));
    const EnableGrad mode;
    const ModuleScope module(pass.node().module_path());
    const SecondRun run;
    Generator replay;
    replay.set_state(random);
    const GeneratorScope generator(replay);
    const Tensors again = with_history(f(x));
    check_same_kinds(pass.node(), again);
    std::uint64_t print_again = 0;
    for (std::size_t k = 0; k < again.size(); ++k) {
      if (options.verify) print_again = fingerprint(again[k], print_again);
      if (pass.arrived(k).defined()) pass.go_on(again[k], pass.arrived(k));
    }
    if (print_again != print) {
      throw GradientError(
          "checkpoint: the function gave other values when it was run again; got {} outputs, the "
          "first {}; something it uses was written to, or it draws from a generator of its own",
          again.size(), again[0].describe());
    }
  });
  return outputs;
}

Tensor checkpoint(const TensorMap& f, const Tensor& x, CheckpointOptions options) {
  const TensorFunction list = [f](const Tensors& inputs) { return Tensors{f(inputs[0])}; };
  return checkpoint(list, Tensors{x}, options)[0];
}

}  // namespace thalweg
