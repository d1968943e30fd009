// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/exp.h"
#include "thalweg/ops/loops/pointwise.cuh"

namespace thalweg {
template void map_cuda(const MapCall<Exp, 1>&);
template void map_cuda(const MapCall<TimesSlope<Exp>, 2>&);
}  // namespace thalweg
