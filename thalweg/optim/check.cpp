// SPDX-License-Identifier: Apache-2.0
#include "thalweg/optim/check.h"

#include "thalweg/base/error.h"
#include "thalweg/base/math.h"
#include "thalweg/tensor/node.h"

namespace thalweg::optim {

void check_not_negative(const char* who, NamedValues values) {
  for (const auto& [what, value] : values) {
    if (value >= 0 && math::is_finite(value)) continue;
    throw ValueError("{}: {} is 0 or more and finite; got {}", who, what, value);
  }
}

void check_fraction(const char* who, NamedValues values) {
  for (const auto& [what, value] : values) {
    if (value >= 0 && value < 1) continue;
    throw ValueError("{}: {} is at least 0 and below 1; got {}", who, what, value);
  }
}

void check_parameters(const char* who, const std::vector<Tensor>& parameters) {
  if (parameters.empty()) throw ValueError("{}: wants at least one parameter; got none", who);
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (!leaf_of(parameters[i])) {
      throw ValueError(
          "{}: every parameter is a leaf that requires a gradient; got {} at {}; use "
          "set_requires_grad",
          who, parameters[i].describe(), i);
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (!parameters[j].same_as(parameters[i])) continue;
      throw ValueError("{}: a parameter would be moved twice in a step; got {} at {} and at {}",
                       who, parameters[i].describe(), j, i);
    }
  }
}

}  // namespace thalweg::optim
