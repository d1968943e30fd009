// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector_types.h>

// The objects that kernels read as threadIdx .. gridDim, under names by which the simulator may
// write them. Each pair is one symbol; a const object could not be assigned to otherwise.
namespace cudasim {

extern constinit thread_local uint3 thread_index __asm__("threadIdx");
extern constinit thread_local uint3 block_index __asm__("blockIdx");
extern constinit thread_local dim3 block_size __asm__("blockDim");
extern constinit thread_local dim3 grid_size __asm__("gridDim");

}  // namespace cudasim
