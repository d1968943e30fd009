// SPDX-License-Identifier: Apache-2.0
#include "bench/peers.h"

#include <omp.h>

#include <Eigen/Core>
#include <unsupported/Eigen/SpecialFunctions>

#ifdef THALWEG_WITH_DNNL
#include <dnnl.h>
#endif
#ifdef THALWEG_WITH_OPENBLAS
extern "C" {
void openblas_set_num_threads(int);
void cblas_sgemm(int order, int trans_a, int trans_b, int m, int n, int k, float alpha,
                 const float* a, int lda, const float* b, int ldb, float beta, float* c, int ldc);
}
#endif

namespace thalweg::bench {
namespace {

using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Vector = Eigen::Map<const Eigen::ArrayXf>;
using Result = Eigen::Map<Eigen::ArrayXf>;

}  // namespace

void dnnl_matmul([[maybe_unused]] std::int64_t m, [[maybe_unused]] std::int64_t n,
                 [[maybe_unused]] std::int64_t k, [[maybe_unused]] const float* a,
                 [[maybe_unused]] const float* b, [[maybe_unused]] float* c) {
#ifdef THALWEG_WITH_DNNL
  dnnl_sgemm('N', 'N', m, n, k, 1, a, k, b, n, 0, c, n);
#endif
}

void openblas_matmul([[maybe_unused]] std::int64_t m, [[maybe_unused]] std::int64_t n,
                     [[maybe_unused]] std::int64_t k, [[maybe_unused]] const float* a,
                     [[maybe_unused]] const float* b, [[maybe_unused]] float* c) {
#ifdef THALWEG_WITH_OPENBLAS
  constexpr int kRowMajor = 101, kNoTranspose = 111;
  cblas_sgemm(kRowMajor, kNoTranspose, kNoTranspose, static_cast<int>(m), static_cast<int>(n),
              static_cast<int>(k), 1, a, static_cast<int>(k), b, static_cast<int>(n), 0, c,
              static_cast<int>(n));
#endif
}

void eigen_matmul(std::int64_t m, std::int64_t n, std::int64_t k, const float* a, const float* b,
                  float* c) {
  Eigen::Map<Matrix>(c, m, n).noalias() =
      Eigen::Map<const Matrix>(a, m, k) * Eigen::Map<const Matrix>(b, k, n);
}

void set_peer_threads(int threads) {
  omp_set_num_threads(threads);
  Eigen::setNbThreads(threads);
#ifdef THALWEG_WITH_OPENBLAS
  openblas_set_num_threads(threads);
#endif
}

void eigen_exp(std::int64_t n, const float* x, float* y) { Result(y, n) = Vector(x, n).exp(); }

void eigen_tanh(std::int64_t n, const float* x, float* y) { Result(y, n) = Vector(x, n).tanh(); }

void eigen_gelu(std::int64_t n, const float* x, float* y) {
  const Vector v(x, n);
  Result(y, n) = 0.5f * v * (1.0f + (v * 0.70710678f).erf());
}

float eigen_sum(std::int64_t n, const float* x) { return Vector(x, n).sum(); }

}  // namespace thalweg::bench
