// SPDX-License-Identifier: Apache-2.0
#include "bench/peers.h"

#include <omp.h>

#include <Eigen/Core>
#include <map>
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
using Array = Eigen::Map<const Eigen::ArrayXf>;
using Rows = Eigen::Map<const Eigen::Array<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;

// Tells the compiler that somebody looks.
template <class T>
void keep(const T& result) {
  asm volatile("" : : "r"(&result) : "memory");
}

/// Computes an expression into a new array.
template <class Expression>
void make(const Expression& expression) {
  const auto result = expression.eval();
  keep(*result.data());
}

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

ArrayWork eigen_work(const std::string& op) {
  static const std::map<std::string, ArrayWork> all = {
      {"add", [](auto r, auto c, auto a, auto b) { make(Array(a, r * c) + Array(b, r * c)); }},
      {"sub", [](auto r, auto c, auto a, auto b) { make(Array(a, r * c) - Array(b, r * c)); }},
      {"mul", [](auto r, auto c, auto a, auto b) { make(Array(a, r * c) * Array(b, r * c)); }},
      {"div", [](auto r, auto c, auto a, auto b) { make(Array(a, r * c) / Array(b, r * c)); }},
      {"neg", [](auto r, auto c, auto a, auto) { make(-Array(a, r * c)); }},
      {"relu", [](auto r, auto c, auto a, auto) { make(Array(a, r * c).max(0.0f)); }},
      {"sqrt", [](auto r, auto c, auto a, auto) { make(Array(a, r * c).sqrt()); }},
      {"exp", [](auto r, auto c, auto a, auto) { make(Array(a, r * c).exp()); }},
      {"log", [](auto r, auto c, auto a, auto) { make(Array(a, r * c).log()); }},
      {"tanh", [](auto r, auto c, auto a, auto) { make(Array(a, r * c).tanh()); }},
      {"sigmoid",
       [](auto r, auto c, auto a, auto) { make(1.0f / (1.0f + (-Array(a, r * c)).exp())); }},
      {"gelu",
       [](auto r, auto c, auto a, auto) {
         const Array x(a, r * c);
         make(0.5f * x * (1.0f + (x * 0.70710678f).erf()));
       }},
      {"sum", [](auto r, auto c, auto a, auto) { keep(Array(a, r * c).sum()); }},
      {"sum axis 0", [](auto r, auto c, auto a, auto) { make(Rows(a, r, c).colwise().sum()); }},
      {"sum axis 1", [](auto r, auto c, auto a, auto) { make(Rows(a, r, c).rowwise().sum()); }},
      {"max", [](auto r, auto c, auto a, auto) { keep(Array(a, r * c).maxCoeff()); }},
      {"max axis 0",
       [](auto r, auto c, auto a, auto) { make(Rows(a, r, c).colwise().maxCoeff()); }},
      {"max axis 1",
       [](auto r, auto c, auto a, auto) { make(Rows(a, r, c).rowwise().maxCoeff()); }},
  };
  const auto found = all.find(op);
  return found == all.end() ? nullptr : found->second;
}

}  // namespace thalweg::bench
