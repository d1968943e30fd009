// SPDX-License-Identifier: Apache-2.0
#pragma once

// Stands in for CUDA's header of this name, for a C++ compiler and no GPU.

#include <cuda_runtime_api.h>
#include <cudasim_launch.h>
#include <device_functions.h>
#include <device_launch_parameters.h>
#include <host_defines.h>
#include <vector_functions.h>
#include <vector_types.h>
