// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "thalweg/ops/loops/gemm.h"

namespace thalweg::gemm_detail {

/// C = A B on the calling thread, the blocks of k added in order (one group of the product rule).
/// Needs k > 0.
template <class T>
void product_in_order(std::int64_t m, std::int64_t n, std::int64_t k, MatrixView<T> a,
                      MatrixView<T> b, T* c, std::int64_t ldc);

}  // namespace thalweg::gemm_detail
