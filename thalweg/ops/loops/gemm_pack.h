// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "thalweg/base/pack.h"
#include "thalweg/ops/loops/gemm_kernel.h"

namespace thalweg::gemm_detail {

/// Packs up to kTileCols columns of B as a panel. What is missing at the right edge is 0: it is
/// computed with and thrown away.
template <class T, class B>
void pack_panel(std::int64_t k, std::int64_t cols, const B& from, T* to) {
  if (cols < kTileCols<T>) std::fill_n(to, k * kTileCols<T>, T{0});
  pack(k, cols, from, to, kTileCols<T>);
}

}  // namespace thalweg::gemm_detail
