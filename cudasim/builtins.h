// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <device_launch_parameters.h>

// The objects that kernels read as threadIdx .. gridDim, under names by which the simulator may
// write them. Each pair is one symbol; a const object could not be assigned to otherwise.
namespace cudasim {

CUDASIM_TLS extern constinit thread_local uint3 thread_index __asm__("threadIdx");
CUDASIM_TLS extern constinit thread_local uint3 block_index __asm__("blockIdx");
CUDASIM_TLS extern constinit thread_local dim3 block_size __asm__("blockDim");
CUDASIM_TLS extern constinit thread_local dim3 grid_size __asm__("gridDim");

}  // namespace cudasim
