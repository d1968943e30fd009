// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/tensor/tensor.h"

// How gradients are added up; for the files of autograd/.
namespace thalweg {

/// sum = sum + gradient; an undefined sum takes the gradient as it is. With create_graph the sum is
/// recorded; otherwise it is made in place where nobody can notice.
void accumulate(Tensor& sum, Tensor gradient, bool create_graph);

/// The gradient with memory of its own in row-major order, as users expect of what they are given
/// (it may be one tensor with another gradient, or repeat an element). One with a history stays.
Tensor owned(Tensor gradient);

/// accumulate() for a place that other passes may add to as well (a leaf's grad, retain_grad).
/// Passes of several threads come in the order of their arrival.
void accumulate_shared(Tensor& sum, Tensor gradient, bool create_graph);

}  // namespace thalweg
