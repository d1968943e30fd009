// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "thalweg/tensor/tensor.h"

namespace thalweg::io {

/// Tensors and their names, in the order of the file.
using NamedTensors = std::vector<std::pair<std::string, Tensor>>;

/// Names for an error text: 'weight', 'bias'; "none" without any.
std::string list_of(std::span<const std::string> names);

/// The first tensor of this name; IndexError that lists the names when there is none. It lives
/// as long as the list.
///   const Tensor w = find_tensor(load_npz("net.npz"), "weight");
const Tensor& find_tensor(const NamedTensors& tensors, std::string_view name);

/// ValueError that names `op` when a name stands twice or a tensor is undefined.
void check_names(std::string_view op, const NamedTensors& tensors);

}  // namespace thalweg::io
