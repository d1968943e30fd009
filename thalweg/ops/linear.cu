// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/gelu.h"
#include "thalweg/ops/linear.h"
#include "thalweg/ops/loops/pointwise.cuh"
#include "thalweg/ops/relu.h"
#include "thalweg/ops/sigmoid.h"
#include "thalweg/ops/silu.h"
#include "thalweg/ops/tanh.h"

namespace thalweg {
template void map_cuda(const MapCall<AfterBias<Identity>, 2>&);
template void map_cuda(const MapCall<AfterBias<Relu>, 2>&);
template void map_cuda(const MapCall<AfterBias<Sigmoid>, 2>&);
template void map_cuda(const MapCall<AfterBias<Tanh>, 2>&);
template void map_cuda(const MapCall<AfterBias<Gelu>, 2>&);
template void map_cuda(const MapCall<AfterBias<Silu>, 2>&);
}  // namespace thalweg
