// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/loops/pointwise.cuh"
#include "thalweg/ops/pow.h"

namespace thalweg {
template void map_cuda(const MapCall<Pow, 2>&);
template void map_cuda(const MapCall<PowScalar, 1>&);
template void map_cuda(const MapCall<TimesSlope<PowScalar>, 2>&);
template void map_cuda(const MapCall<ScalarPow, 1>&);
}  // namespace thalweg
