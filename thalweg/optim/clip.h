// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "thalweg/tensor/tensor.h"

// Bounds on gradients, between backward() and step().
namespace thalweg::optim {

/// Scales the gradients of all parameters so that their common 2-norm is at most max_norm, and
/// returns the norm that they had:
///   norm = sqrt(sum over parameters of sum g^2)
///   g = g * (max_norm / (norm + 1e-6))       when that factor is below 1
/// The sum of each gradient's squares is vecdot's, in its dtype; those of the parameters are added
/// by the sum rule in f64, in the order given. Parameters without a gradient are passed over. A
/// norm that is not finite makes NaN or 0 of the gradients, as in PyTorch; with error_if_nonfinite
/// it is a ValueError and they stay. ValueError unless max_norm is 0 or more. PyTorch's
/// clip_grad_norm_.
///   clip_grad_norm(net.parameters(), 1.0);
double clip_grad_norm(const std::vector<Tensor>& parameters, double max_norm,
                      bool error_if_nonfinite = false);

/// g = clamp(g, -clip_value, clip_value) for the gradient of each parameter; NaN stays. ValueError
/// unless clip_value is 0 or more. PyTorch's clip_grad_value_.
void clip_grad_value(const std::vector<Tensor>& parameters, double clip_value);

}  // namespace thalweg::optim
