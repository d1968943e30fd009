// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

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

/// Eigen's version of an op on contiguous f32 inputs of [rows, cols] (a, and b where the op has two
/// operands), on one thread; like the op it makes a new array. `op` is the name of an op, with
/// " axis 0" or " axis 1" where it reduces one. Null where Eigen has none.
using ArrayWork = void (*)(std::int64_t rows, std::int64_t cols, const float* a, const float* b);
ArrayWork eigen_work(const std::string& op);

}  // namespace thalweg::bench
