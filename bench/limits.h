// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace thalweg::bench {

/// What this machine can do at most, measured now with `threads` threads: the yardstick of every
/// benchmark. A shared machine changes its speed, so measure it next to the work, more than once.

/// Floating-point operations per second (a fused multiply-add counts two) of multiply-adds that
/// stay in registers, enough of them independent. T: float or double. Takes about 10 ms.
template <class T>
double multiply_add_rate(int threads);

/// Bytes per second, read and written together, of copying 256 MB to another 256 MB: the better of
/// plain and of non-temporal stores (which do not read what they overwrite). Takes about 0.2 s.
double copy_bandwidth(int threads);

/// Seconds from a clock that only goes forward.
double seconds();

}  // namespace thalweg::bench
