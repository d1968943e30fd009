// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

#include "thalweg/tensor/tensor.h"

// Checks that the methods and schedules share: ValueError in the name of `who`.
namespace thalweg::optim {

using NamedValues = std::initializer_list<std::pair<const char*, double>>;

/// Each is 0 or more and finite.
void check_not_negative(const char* who, NamedValues values);

/// Each is at least 0 and below 1.
void check_fraction(const char* who, NamedValues values);

/// There is at least one, each requires a gradient, and none occurs twice.
void check_parameters(const char* who, const std::vector<Tensor>& parameters);

}  // namespace thalweg::optim
