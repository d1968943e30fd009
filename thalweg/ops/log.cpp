// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/log.h"

#include "thalweg/ops/div.h"

namespace thalweg {

Tensor log(const Tensor& x) { return unary("log", Log{}, x); }

}  // namespace thalweg
