// SPDX-License-Identifier: Apache-2.0
#pragma once

// CUDA's words for functions and variables, as a C++ compiler reads them. `__noinline__` stays
// undefined: libstdc++ uses that name.
#define __global__
#define __device__
#define __host__
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...)
#define __grid_constant__
#define __align__(n) __attribute__((aligned(n)))
// One block at a time runs on a host thread, so what is its own is its block's own.
#define __shared__ static thread_local
#define __constant__
