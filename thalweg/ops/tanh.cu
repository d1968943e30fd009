// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/loops/pointwise.cuh"
#include "thalweg/ops/tanh.h"

namespace thalweg {
template void map_cuda(const MapCall<Tanh, 1>&);
template void map_cuda(const MapCall<TimesSlope<Tanh>, 2>&);
}  // namespace thalweg
