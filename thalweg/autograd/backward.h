// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "thalweg/tensor/tensor.h"

// Reverse-mode differentiation. `loss.backward()` fills grad() of the leaves; grad() returns
// gradients and changes nothing.
//
// Order: contributions to one tensor's gradient are added in reverse order of creation of its
// consumers; those of one consumer in the order of its inputs. A gradient is added to what grad()
// of a leaf already holds last.
//
// Threads: backward may run in several threads at once over separate graphs, also when they share
// leaves (parameters): each leaf's grad() is then added to under a lock, in the order of arrival,
// which may change bits; grad() in each thread and one addition in a fixed order does not. Passes
// through one shared graph must all keep it (retain_graph); else the later one throws.
//
// Under DetectAnomaly every gradient is searched, and the first NaN or infinity is a ValueError
// that names the op, its module and the index. Errors inside an op's backward get the line
// `while backward of <op> (module <path>)`.

namespace thalweg {

/// Adds the gradients of sum_k <gradients[k], outputs[k]> to grad() of every leaf that the outputs
/// depend on. A gradient may be undefined (or the list empty) for outputs of one element: it is 1.
/// GradientError when an output has no history, when the graph was freed by an earlier pass, when
/// a kept tensor was written to, or where an op has no derivative; ShapeError and DtypeError when
/// outputs and gradients do not fit. Nothing is added to any grad() when an op throws.
/// With create_graph the gradient in grad() of a leaf has a history that leads to the leaf: neither
/// is freed before zero_grad(). grad() below has no such ring.
///   backward({y, z}, {dy, dz})
void backward(const std::vector<Tensor>& outputs, const std::vector<Tensor>& gradients = {},
              BackwardOptions options = {});

struct GradOptions {
  bool retain_graph = false;  // keep what the nodes hold, for another pass
  bool create_graph = false;  // record the gradients' own computation (implies retain_graph)
  bool allow_unused = false;  // an input that no output depends on gets an undefined gradient
};

/// Gradients of `loss` (one element) by `inputs`, leaves or not, in their order. Work that leads to
/// none of them is left out. GradientError for inputs that the loss does not depend on, unless
/// allow_unused. Without create_graph each result is row-major and has memory of its own.
///   const auto g = grad(loss, {w, b});
///   const auto second = grad(sum(grad(y, {x}, {.create_graph = true})[0]), {x});
std::vector<Tensor> grad(const Tensor& loss, const std::vector<Tensor>& inputs,
                         GradOptions options = {});

/// The same for sum_k <output_gradients[k], outputs[k]>; an undefined output gradient as above.
std::vector<Tensor> grad(const std::vector<Tensor>& outputs, const std::vector<Tensor>& inputs,
                         const std::vector<Tensor>& output_gradients, GradOptions options = {});

}  // namespace thalweg
