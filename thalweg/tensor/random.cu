// SPDX-License-Identifier: Apache-2.0
#include "thalweg/base/launch.cuh"
#include "thalweg/tensor/random_kernel.h"

namespace thalweg {
namespace {

/// One thread a block of Philox, in strides of the whole grid. `skip`: elements of the first block
/// that lie before the tensor.
template <class F, class T>
__global__ void random_kernel(RandomStream stream, F f, T* to, std::int64_t count,
                              std::uint64_t first_block, int skip, std::int64_t blocks) {
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t b = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; b < blocks;
       b += step) {
    T x[kPerBlock<T>];
    f(philox(stream.key, stream.number, first_block + b), x);
    const std::int64_t at = b * kPerBlock<T> - skip;
    for (int i = 0; i < kPerBlock<T>; ++i) {
      if (at + i >= 0 && at + i < count) to[at + i] = x[i];
    }
  }
}

}  // namespace

template <class F, class T>
void random_fill_cuda(Device device, const RandomStream& stream, const F& f, T* to,
                      std::int64_t count) {
  constexpr int kThreads = 256;
  DeviceScope scope(device.index);
  const int skip = static_cast<int>(stream.first % kPerBlock<T>);
  const std::int64_t blocks = (skip + count + kPerBlock<T> - 1) / kPerBlock<T>;
  launch(random_kernel<F, T>, blocks_for(blocks, kThreads), kThreads, 0, nullptr, stream, f, to,
         count, static_cast<std::uint64_t>(stream.first / kPerBlock<T>), skip, blocks);
}

template void random_fill_cuda(Device, const RandomStream&, const UniformFill<float>&, float*,
                               std::int64_t);
template void random_fill_cuda(Device, const RandomStream&, const UniformFill<double>&, double*,
                               std::int64_t);
template void random_fill_cuda(Device, const RandomStream&, const NormalFill<float>&, float*,
                               std::int64_t);
template void random_fill_cuda(Device, const RandomStream&, const NormalFill<double>&, double*,
                               std::int64_t);
template void random_fill_cuda(Device, const RandomStream&, const BelowFill<std::int64_t>&,
                               std::int64_t*, std::int64_t);
template void random_fill_cuda(Device, const RandomStream&, const BelowFill<std::int32_t>&,
                               std::int32_t*, std::int64_t);
template void random_fill_cuda(Device, const RandomStream&, const BelowFill<std::uint8_t>&,
                               std::uint8_t*, std::int64_t);
template void random_fill_cuda(Device, const RandomStream&, const BernoulliFill<float>&, float*,
                               std::int64_t);
template void random_fill_cuda(Device, const RandomStream&, const BernoulliFill<double>&, double*,
                               std::int64_t);
template void random_fill_cuda(Device, const RandomStream&, const BernoulliFill<std::int64_t>&,
                               std::int64_t*, std::int64_t);
template void random_fill_cuda(Device, const RandomStream&, const BernoulliFill<std::int32_t>&,
                               std::int32_t*, std::int64_t);
template void random_fill_cuda(Device, const RandomStream&, const BernoulliFill<std::uint8_t>&,
                               std::uint8_t*, std::int64_t);
template void random_fill_cuda(Device, const RandomStream&, const BernoulliFill<bool>&, bool*,
                               std::int64_t);

}  // namespace thalweg
