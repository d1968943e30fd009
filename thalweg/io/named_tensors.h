// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "thalweg/tensor/tensor.h"

namespace thalweg::io {

/// A tensor of a file or of a network, there with its dotted path: "0.weight".
struct NamedTensor {
  std::string name;
  Tensor tensor;
};
using NamedTensors = std::vector<NamedTensor>;

/// Names for an error text: 'weight', 'bias'; "none" without any.
std::string list_of(std::span<const std::string> names);

/// The first tensor of this name; IndexError that lists the names when there is none. It lives
/// as long as the list.
///   const Tensor w = find_tensor(load_npz("net.npz"), "weight");
const Tensor& find_tensor(const NamedTensors& tensors, std::string_view name);

/// The same for a tensor that must have dtype and shape of `like`; else DtypeError or ShapeError
/// that names `op`.
const Tensor& find_like(std::string_view op, const NamedTensors& tensors, std::string_view name,
                        const Tensor& like);

/// ValueError that names `op` when a name stands twice or a tensor is undefined.
void check_names(std::string_view op, const NamedTensors& tensors);

}  // namespace thalweg::io
