// SPDX-License-Identifier: Apache-2.0
#pragma once

// Mathematics shared by host and device, in f32 and f64, with the same bits on both.
#include "thalweg/base/math_basic.h"
#include "thalweg/base/math_erf.h"
#include "thalweg/base/math_exp.h"
#include "thalweg/base/math_gamma.h"
#include "thalweg/base/math_log.h"
#include "thalweg/base/math_pow.h"
#include "thalweg/base/math_trig.h"
