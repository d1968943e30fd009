// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "testing/op_case.h"

// What every op must show. Each function runs all samples of a case and gives back one line for
// each thing that is wrong; none means proven.
namespace thalweg::testing {

using Failures = std::vector<std::string>;

/// Values against the plain reference, f32 and f64 (and integers), on the CPU; inputs untouched.
Failures prove_values(const OpCase& c);

/// The same bits for every layout of the inputs, for 1, 2 and 7 threads, and on a CUDA device
/// (simulated or real), forward and backward.
Failures prove_bits(const OpCase& c);

/// The bits of every one-axis sum of a case against the sum rule written out (sum_rule.h).
Failures prove_sum_rule(const OpCase& c);

/// NaN of both kinds and with payloads, infinities, zeros and subnormals through pointwise ops.
Failures prove_special_values(const OpCase& c);

/// Gradients against central differences to 1e-6, second order to 1e-5, in f64; the recorded
/// gradient (create_graph) has the bits of the plain one; or the stated refusal.
Failures prove_gradients(const OpCase& c);

/// Every bad call throws an Error whose text holds what it must.
Failures prove_errors(const OpCase& c);

}  // namespace thalweg::testing
