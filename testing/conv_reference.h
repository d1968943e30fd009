// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "testing/array.h"
#include "thalweg/ops/conv2d.h"

namespace thalweg::testing {

/// conv2d by its definition, without a bias.
Array conv2d_reference(const Array& x, const Array& weight, const Conv2dOptions& options);

/// conv_transpose2d by its definition, without a bias.
Array conv_transpose2d_reference(const Array& x, const Array& weight, const Conv2dOptions& options,
                                 Size2d output_padding);

std::string text_of(const Conv2dOptions& options);

}  // namespace thalweg::testing
