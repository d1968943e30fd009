// SPDX-License-Identifier: Apache-2.0
#pragma once

// Mathematics shared by host and device, in f32 and f64, with the same bits on both. The headers
// state the largest error in units in the last place (tools/ulp_sweep.cpp): for f32 over all floats
// or, where "about" is said, over every 101st; for f64 over 10^6 to 2*10^7 numbers.
#include "thalweg/base/math_basic.h"
#include "thalweg/base/math_erf.h"
#include "thalweg/base/math_exp.h"
#include "thalweg/base/math_gamma.h"
#include "thalweg/base/math_log.h"
#include "thalweg/base/math_pow.h"
#include "thalweg/base/math_trig.h"
