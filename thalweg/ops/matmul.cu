// SPDX-License-Identifier: Apache-2.0
#include "thalweg/base/launch.cuh"
#include "thalweg/base/math.h"
#include "thalweg/ops/loops/sum_rule.h"
#include "thalweg/ops/matmul.h"
#include "thalweg/ops/sum.h"

#include <algorithm>

namespace thalweg {
namespace {

constexpr int kTile = 16;  // rows, columns and k of one step; divides the 256 of a block

/// One thread makes one element; tiles of a and b go through shared memory. Product rule: blocks
/// of 256 over k are chains of fma, added in order; past 4096, in 16 groups joined pairwise.
template <class T>
__global__ void matmul_kernel(MatmulCall call) {
  __shared__ T a_tile[kTile][kTile];
  __shared__ T b_tile[kTile][kTile + 1];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const std::int64_t column = std::int64_t{blockIdx.x} * kTile + tx;
  const std::int64_t k = call.k;
  const std::int64_t group = k <= 4096 ? (k > 0 ? k : 1) : ((k + 15) / 16 + 255) / 256 * 256;
  const std::int64_t row_tiles = (call.m + kTile - 1) / kTile;
  for (std::int64_t i = blockIdx.y; i < call.batches.count * row_tiles; i += gridDim.y) {
    const std::int64_t batch = i / row_tiles;
    const std::int64_t row = i % row_tiles * kTile + ty;
    const T* a = static_cast<const T*>(call.a) + call.batches.offset(0, batch);
    const T* b = static_cast<const T*>(call.b) + call.batches.offset(1, batch);
    PairwiseJoin<SumOf, T> groups;
    for (std::int64_t group_begin = 0; group_begin < k; group_begin += group) {
      const std::int64_t group_end = group_begin + group < k ? group_begin + group : k;
      T sum = 0;
      for (std::int64_t begin = group_begin; begin < group_end; begin += 256) {
        const std::int64_t end = begin + 256 < group_end ? begin + 256 : group_end;
        T chain = 0;
        for (std::int64_t p = begin; p < end; p += kTile) {
          if (row < call.m && p + tx < end) {
            a_tile[ty][tx] = a[row * call.a_row + (p + tx) * call.a_column];
          }
          if (column < call.n && p + ty < end) {
            b_tile[ty][tx] = b[(p + ty) * call.b_row + column * call.b_column];
          }
          __syncthreads();  // the tiles are whole
          const int depth = end - p < kTile ? static_cast<int>(end - p) : kTile;
          if (row < call.m && column < call.n) {
            for (int q = 0; q < depth; ++q) chain = math::fma(a_tile[ty][q], b_tile[q][tx], chain);
          }
          __syncthreads();  // everyone is done with them
        }
        sum = begin == group_begin ? chain : sum + chain;
      }
      groups.add(sum);
    }
    if (row < call.m && column < call.n) {
      static_cast<T*>(call.y)[(batch * call.m + row) * call.n + column] =
          k > 0 ? groups.result() : T(0);
    }
  }
}

}  // namespace

void matmul_cuda(const MatmulCall& call) {
  DeviceScope scope(call.device.index);
  // The tiles of rows of all batches lie along y, which CUDA ends at 65535.
  constexpr std::int64_t kMostY = 65535;
  const std::int64_t tiles = call.batches.count * ((call.m + kTile - 1) / kTile);
  const dim3 grid(blocks_for(call.n, kTile), static_cast<unsigned>(std::min(tiles, kMostY)));
  visit_float(call.dtype, "matmul", [&]<class T>() {
    launch(matmul_kernel<T>, grid, dim3(kTile, kTile), 0, nullptr, call);
  });
}

}  // namespace thalweg
