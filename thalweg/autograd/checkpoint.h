// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "thalweg/autograd/functional.h"

namespace thalweg {

struct CheckpointOptions {
  /// Compare a fingerprint of the outputs when f is run again (one read of them; on CUDA a copy).
  bool verify = true;
};

/// f(inputs) without keeping what is computed in between: backward runs f again when it needs it,
/// so memory falls to that of one such piece, for one more forward run. Values and gradients have
/// the bits of the plain call, also for parameters that f uses without getting them as inputs, and
/// gradients of gradients work.
///
/// Random numbers from default_generator() are the same in both runs. f is kept until its backward;
/// what it refers to must live as long. It must give the same outputs again: when it does not
/// (something it uses was written to, or it draws from a generator of its own), backward throws a
/// GradientError. A side effect that must happen once asks recomputing().
///   Tensor h = checkpoint([&](const Tensor& x) { return block(x); }, x);
std::vector<Tensor> checkpoint(const TensorFunction& f, const std::vector<Tensor>& inputs,
                               CheckpointOptions options = {});
Tensor checkpoint(const TensorMap& f, const Tensor& x, CheckpointOptions options = {});

/// Whether this thread is running a function for the second time, inside backward.
bool recomputing();

}  // namespace thalweg
