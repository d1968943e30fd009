// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace thalweg {

/// Throws Error if the calling thread's processor state would change results: subnormal numbers
/// flushed to zero (FTZ, DAZ) or rounding other than to nearest. A linked library built with
/// -ffast-math sets the former for the whole program when it is loaded. Costs one instruction.
void check_fp_environment();

}  // namespace thalweg
