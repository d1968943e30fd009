// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "thalweg/tensor/tensor.h"

namespace thalweg {

/// How `y` was made, as text for Graphviz (`dot -Tsvg`): one node for each recorded op with its
/// module and the shapes of its outputs, boxes for the leaves that require a gradient, arrows in
/// the direction of the data. `names` labels leaves and results. The same program gives the same
/// text. GradientError when y has no history.
///   to_dot(loss, {{"w", w}, {"loss", loss}})
std::string to_dot(const Tensor& y, const std::vector<std::pair<std::string, Tensor>>& names = {});

}  // namespace thalweg
