// SPDX-License-Identifier: Apache-2.0
#include "thalweg/base/fp_environment.h"

#include <xmmintrin.h>

#include <string>

#include "thalweg/base/error.h"

namespace thalweg {

void check_fp_environment() {
  constexpr unsigned kFlushToZero = 1u << 15;
  constexpr unsigned kDenormalsAreZero = 1u << 6;
  constexpr unsigned kRounding = 3u << 13;  // 0: to nearest
  const unsigned state = _mm_getcsr();
  if ((state & (kFlushToZero | kDenormalsAreZero | kRounding)) == 0) return;
  std::string found;
  if (state & (kFlushToZero | kDenormalsAreZero)) found += " subnormals are flushed to zero";
  if (state & kRounding)
    found += found.empty() ? " rounding is not to nearest" : " and rounding is not to nearest";
  throw Error(
      "thalweg: the processor must keep subnormals and round to nearest; got MXCSR={:#06x}:{}; "
      "look for a library built with -ffast-math or -Ofast, or a call of fesetround or _mm_setcsr",
      state, found);
}

}  // namespace thalweg
