// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "thalweg/tensor/device.h"

namespace thalweg {

/// Sorts n words by the number in their bits low .. low + bits - 1; words with one number keep
/// their order. `room` holds n words more; what is given back is `words` or `room`, where the
/// result is. The memory is the device's. Time grows with n and bits, not with the numbers; the
/// result depends on neither threads nor device.
/// Source: counting sort digit by digit, Knuth, The Art of Computer Programming 3, 5.2.5.
std::uint64_t* radix_sort(Device device, std::uint64_t* words, std::uint64_t* room, std::int64_t n,
                          int low, int bits);

/// The CUDA side (radix_sort.cu). n > 0.
std::uint64_t* radix_sort_cuda(Device device, std::uint64_t* words, std::uint64_t* room,
                               std::int64_t n, int low, int bits);

}  // namespace thalweg
