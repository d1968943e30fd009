// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/comparison.h"
#include "thalweg/ops/loops/pointwise.cuh"

namespace thalweg {
template void map_cuda(const MapCall<Eq, 2>&);
template void map_cuda(const MapCall<CompareScalar<Eq>, 1>&);
template void map_cuda(const MapCall<Ne, 2>&);
template void map_cuda(const MapCall<CompareScalar<Ne>, 1>&);
template void map_cuda(const MapCall<Lt, 2>&);
template void map_cuda(const MapCall<CompareScalar<Lt>, 1>&);
template void map_cuda(const MapCall<Le, 2>&);
template void map_cuda(const MapCall<CompareScalar<Le>, 1>&);
template void map_cuda(const MapCall<Gt, 2>&);
template void map_cuda(const MapCall<CompareScalar<Gt>, 1>&);
template void map_cuda(const MapCall<Ge, 2>&);
template void map_cuda(const MapCall<CompareScalar<Ge>, 1>&);
}  // namespace thalweg
