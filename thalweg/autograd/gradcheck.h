// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "thalweg/autograd/functional.h"

namespace thalweg {

struct GradcheckOptions {
  int directions = 2;        // random directions for each input
  std::uint64_t seed = 0;    // of directions and output weights
  double step = 1e-5;        // along a direction with elements between 1/2 and 1 in size
  double tolerance = 1e-6;   // relative, of first derivatives
  bool second_order = true;  // also the derivatives of the gradients
  double second_tolerance = 1e-5;
};

/// One derivative, twice.
struct GradcheckRow {
  int order;          // 1, or 2: of the gradients
  std::string input;  // "inputs[1]=f64[2,3] on cpu:0"; order 2 also "gradient of outputs[0]=..."
  int direction;      // which random direction
  double analytic;    // <gradient, direction>, by backward
  double numeric;     // by central differences
  double error;       // |analytic - numeric| / scale
  bool passed;
};

struct GradcheckReport {
  std::vector<GradcheckRow> rows;
  bool passed() const;
  /// One line for each row that did not pass, or for all rows.
  std::string text(bool all = false) const;
  /// Throws a GradientError with text() unless everything passed.
  void require() const;
};

/// Compares the derivatives that backward gives with central differences, in f64. The outputs are
/// weighed with random numbers c, and for each input that requires a gradient and each of some
/// random directions v,
///   <d sum(c f(x)) / dx, v>   is held against   (sum(c f(x + h v)) - sum(c f(x - h v))) / 2h.
/// Second order does the same with the function (x, c) -> d sum(c f(x)) / dx, so it proves
/// that the gradient is recorded right, as a function of x and of c. An error counts relative to
/// the larger of both numbers and of the root of sum (gradient_i v_i)^2, so that a direction in
/// which the terms happen to cancel is no false alarm; nor is what rounding of the outputs explains
/// (2^-52 sum |f| / h).
/// `f` gives the same for the same inputs, is smooth around them, and takes f64 where a gradient is
/// required; inputs that require none are passed on as they are. DtypeError for another dtype,
/// ValueError when no input requires a gradient.
///   gradcheck([](const auto& x) { return std::vector{tanh(x[0])}; }, {x}).require();
GradcheckReport gradcheck(const TensorFunction& f, const std::vector<Tensor>& inputs,
                          const GradcheckOptions& options = {});

}  // namespace thalweg
