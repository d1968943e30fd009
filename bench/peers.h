// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

// Known libraries on the same work, each behind one plain function. One that is not on this
// machine is left out: its `has_` constant is false.
namespace thalweg::bench {

#ifdef THALWEG_WITH_DNNL
inline constexpr bool has_dnnl = true;
#else
inline constexpr bool has_dnnl = false;
#endif
#ifdef THALWEG_WITH_OPENBLAS
inline constexpr bool has_openblas = true;
#else
inline constexpr bool has_openblas = false;
#endif

/// c[m, n] = a[m, k] b[k, n], row-major f32.
void dnnl_matmul(std::int64_t m, std::int64_t n, std::int64_t k, const float* a, const float* b,
                 float* c);
void openblas_matmul(std::int64_t m, std::int64_t n, std::int64_t k, const float* a, const float* b,
                     float* c);
void eigen_matmul(std::int64_t m, std::int64_t n, std::int64_t k, const float* a, const float* b,
                  float* c);

/// Threads that the peers use.
void set_peer_threads(int threads);

// y = f(x) for n floats, by Eigen's arrays (one thread).
void eigen_exp(std::int64_t n, const float* x, float* y);
void eigen_tanh(std::int64_t n, const float* x, float* y);
void eigen_gelu(std::int64_t n, const float* x, float* y);
float eigen_sum(std::int64_t n, const float* x);

}  // namespace thalweg::bench
