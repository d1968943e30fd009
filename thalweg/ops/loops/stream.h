// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace thalweg {

/// Results of at least this many bytes are written past the caches: they would not stay there, and
/// a plain store reads each line before it writes it.
inline constexpr std::int64_t kStreamBytes = std::int64_t{32} << 20;

/// Copies n bytes past the caches. `to` is aligned to 64 bytes, `from` too, n is a multiple of 64.
void stream_copy(void* to, const void* from, std::int64_t n);

/// Makes what stream_copy wrote visible to other threads; once, after the last copy.
void stream_fence();

}  // namespace thalweg
