// SPDX-License-Identifier: Apache-2.0
#include "thalweg/tensor/philox.h"

namespace thalweg {

void philox_group(std::uint64_t key, std::uint64_t stream, std::uint64_t counter,
                  PhiloxGroup& words) {
  std::uint32_t c0[kPhiloxGroup], c1[kPhiloxGroup], c2[kPhiloxGroup], c3[kPhiloxGroup];
  for (int lane = 0; lane < kPhiloxGroup; ++lane) {
    c0[lane] = static_cast<std::uint32_t>(counter + lane);
    c1[lane] = static_cast<std::uint32_t>((counter + lane) >> 32);
    c2[lane] = static_cast<std::uint32_t>(stream);
    c3[lane] = static_cast<std::uint32_t>(stream >> 32);
  }
  std::uint32_t k0 = static_cast<std::uint32_t>(key);
  std::uint32_t k1 = static_cast<std::uint32_t>(key >> 32);
  for (int round = 0; round < kPhiloxRounds; ++round) {
#pragma omp simd
    for (int lane = 0; lane < kPhiloxGroup; ++lane) {
      philox_round(c0[lane], c1[lane], c2[lane], c3[lane], k0, k1);
    }
    k0 += kPhiloxStep0;
    k1 += kPhiloxStep1;
  }
  for (int lane = 0; lane < kPhiloxGroup; ++lane) {
    words[0][lane] = c0[lane];
    words[1][lane] = c1[lane];
    words[2][lane] = c2[lane];
    words[3][lane] = c3[lane];
  }
}

}  // namespace thalweg
