// SPDX-License-Identifier: Apache-2.0
#include "cudasim/builtins.h"

extern const int warpSize;
const int warpSize = 32;

namespace cudasim {

constinit thread_local uint3 thread_index = {};
constinit thread_local uint3 block_index = {};
constinit thread_local dim3 block_size = {};
constinit thread_local dim3 grid_size = {};

}  // namespace cudasim
