// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector_types.h>

// Where the running simulated thread stands. `constinit` lets the compiler read them without a
// call; kernels cannot write them, the simulator does so under other names (cudasim/builtins.h).
#if defined(__PIC__) && !defined(__PIE__)
#define CUDASIM_TLS  // code for a shared library
#else
// In a program their offset is known when linking. g++ 12 otherwise reads it from a table, for some
// processors with an instruction that ld refuses ("TLS transition ... failed").
#define CUDASIM_TLS [[gnu::tls_model("local-exec")]]
#endif
CUDASIM_TLS extern constinit thread_local const uint3 threadIdx;
CUDASIM_TLS extern constinit thread_local const uint3 blockIdx;
CUDASIM_TLS extern constinit thread_local const dim3 blockDim;
CUDASIM_TLS extern constinit thread_local const dim3 gridDim;
extern const int warpSize;
