// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "thalweg/tensor/tensor.h"

namespace thalweg::data {

/// A built-in set for regression: ten measurements of 442 patients, and how far their disease went
/// in a year.
struct Diabetes {
  std::vector<std::string> names;  // of the columns: age sex bmi bp s1 .. s6
  Tensor raw;                      // f64[442,10], as measured; sex is 1 or 2
  Tensor scaled;                   // f64[442,10], scikit-learn's form
  Tensor target;                   // f64[442], 25 to 346
};

/// Reads it out of the library (sets/SOURCES.md: source and licence). A column x of `scaled` is
///   (x - mean x) / (deviation of x * sqrt(442)) = (x - mean x) / |x - mean x|,
/// so that its sum is 0 and its sum of squares 1, up to rounding; sums by the sum rule.
/// Efron, Hastie, Johnstone and Tibshirani, "Least angle regression", Annals of Statistics 32
/// (2004).
///   const data::Diabetes diabetes = data::load_diabetes();
Diabetes load_diabetes();

}  // namespace thalweg::data
