// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace thalweg {

/// What a loss makes of the losses of the single elements or rows: their mean, their sum (both by
/// the sum rule), or a tensor of all of them.
enum class Reduction { kMean, kSum, kNone };

}  // namespace thalweg
