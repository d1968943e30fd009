// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "thalweg/ops/reduction.h"
#include "thalweg/tensor/tensor.h"

// What losses share.
namespace thalweg {

/// Prediction and target of one shape, float dtype and device. Nothing is repeated: (n) against
/// (n,1) would be n * n losses. ShapeError, DtypeError, DeviceError.
void check_loss(std::string_view op, const Tensor& x, const Tensor& target);

/// A weight that broadcasts to the shape of x, of its dtype and device.
void check_weight(std::string_view op, const Tensor& x, const Tensor& weight,
                  std::string_view name = "weight");

/// Weights of classes [classes] beside x [n, classes], of its dtype and device.
void check_class_weight(std::string_view op, const Tensor& x, const Tensor& weight);

/// Class numbers [n] (i64 or i32) for x [n, classes], as row-major i64 beside x. IndexError that
/// names the row for a class out of range; ShapeError, DtypeError, DeviceError.
Tensor checked_classes(std::string_view op, const Tensor& x, const Tensor& target);

Tensor reduce_losses(const Tensor& losses, Reduction reduction);

}  // namespace thalweg
