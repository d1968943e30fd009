// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/loops/gemm.h"

#include "thalweg/ops/loops/gemm_product.h"

namespace thalweg {
namespace gemm_detail {
namespace {

template <class T>
void batched(std::int64_t batch, const Product<T>& x, std::int64_t a_step, std::int64_t b_step,
             std::int64_t c_step) {
  const std::int64_t work = std::max<std::int64_t>(x.m * x.n * x.k, 1);
  const bool past_caches = is_past_caches<T>(batch * x.m * x.n);
  if (b_step == 0 && a_step == x.m * x.a.row_stride && c_step == x.m * x.ldc) {
    return product(
        Product<T>{batch * x.m, x.n, x.k, x.a, x.b, x.c, x.ldc, past_caches});  // one tall matrix
  }
  const auto item = [&](std::int64_t q) {
    product(Product<T>{x.m,
                       x.n,
                       x.k,
                       {x.a.data + q * a_step, x.a.row_stride, x.a.col_stride},
                       {x.b.data + q * b_step, x.b.row_stride, x.b.col_stride},
                       x.c + q * c_step,
                       x.ldc,
                       past_caches});
  };
  if (useful_threads(x) > 1 && batch < 4 * num_threads()) {
    for (std::int64_t q = 0; q < batch; ++q) item(q);
    return;
  }
  parallel_for(batch, ceil_div(kGrain, work), [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t q = begin; q < end; ++q) item(q);
  });
}

}  // namespace
}  // namespace gemm_detail

void gemm(std::int64_t m, std::int64_t n, std::int64_t k, MatrixView<float> a, MatrixView<float> b,
          float* c, std::int64_t ldc) {
  gemm_detail::product(gemm_detail::Product<float>{m, n, k, a, b, c, ldc,
                                                   gemm_detail::is_past_caches<float>(m * n)});
}

void gemm(std::int64_t m, std::int64_t n, std::int64_t k, MatrixView<double> a,
          MatrixView<double> b, double* c, std::int64_t ldc) {
  gemm_detail::product(gemm_detail::Product<double>{m, n, k, a, b, c, ldc,
                                                    gemm_detail::is_past_caches<double>(m * n)});
}

void gemm_batched(std::int64_t batch, std::int64_t m, std::int64_t n, std::int64_t k,
                  MatrixView<float> a, std::int64_t a_step, MatrixView<float> b,
                  std::int64_t b_step, float* c, std::int64_t ldc, std::int64_t c_step) {
  gemm_detail::batched<float>(batch, {m, n, k, a, b, c, ldc}, a_step, b_step, c_step);
}

void gemm_batched(std::int64_t batch, std::int64_t m, std::int64_t n, std::int64_t k,
                  MatrixView<double> a, std::int64_t a_step, MatrixView<double> b,
                  std::int64_t b_step, double* c, std::int64_t ldc, std::int64_t c_step) {
  gemm_detail::batched<double>(batch, {m, n, k, a, b, c, ldc}, a_step, b_step, c_step);
}

}  // namespace thalweg
