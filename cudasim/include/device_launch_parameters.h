// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector_types.h>

// Where the running simulated thread stands. `constinit` lets the compiler read them without a
// call; kernels cannot write them, the simulator does so under other names (cudasim/builtins.h).
extern constinit thread_local const uint3 threadIdx;
extern constinit thread_local const uint3 blockIdx;
extern constinit thread_local const dim3 blockDim;
extern constinit thread_local const dim3 gridDim;
extern const int warpSize;
