// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/loops/stream.h"

#include <immintrin.h>

namespace thalweg {

void stream_copy(void* to, const void* from, std::int64_t n) {
  auto* y = static_cast<__m256i*>(to);
  const auto* x = static_cast<const __m256i*>(from);
  for (std::int64_t i = 0; i < n / 32; i += 2) {
    _mm256_stream_si256(y + i, _mm256_load_si256(x + i));
    _mm256_stream_si256(y + i + 1, _mm256_load_si256(x + i + 1));
  }
}

void stream_fence() { _mm_sfence(); }

}  // namespace thalweg
