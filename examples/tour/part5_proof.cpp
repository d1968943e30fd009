// SPDX-License-Identifier: Apache-2.0
// Tour, part 5 of 6: how to know that a gradient is right, and why the order of a sum matters.
//
// Topic: central differences, truncation and rounding, sums in floating point, same bits.
// Run:   ./dev example part5_proof
// Source of the figures: IEEE arithmetic alone, so every machine prints them.
//
// Expected last lines:
//   step     error of the slope   of a wrong one
//   1e-01                5e-03            7e-02
//   1e-03                5e-07            7e-02
//   1e-05                5e-11            7e-02
//   1e-07                1e-10            7e-02
//   1e-09                5e-08            7e-02
//   1e-11                1e-06            7e-02
//   1 + 1/2 + ... in f32, threads   1           2           3           7
//   each its own part        12.0908508  12.0900612  12.0902224  12.0901632
//   blocks of one size       12.0901546  12.0901546  12.0901546  12.0901546
#include <cmath>
#include <cstdio>
#include <string_view>
#include <vector>

namespace {

// The op under proof: y = x / (1 + x^2) of each element, and its slope, right and wrong.
double value(double x) { return x / (1 + x * x); }
double slope(double x) { return (1 - x * x) / ((1 + x * x) * (1 + x * x)); }
double wrong_slope(double x) { return 1 / (1 + x * x); }

constexpr int kInputs = 5;
constexpr double kX[kInputs] = {-1.5, -0.3, 0.2, 0.8, 2};
constexpr double kC[kInputs] = {0.7, -0.5, 1, 0.6, -0.9};          // the outputs are weighed with c
constexpr double kDirection[kInputs] = {1, -0.6, 0.8, -0.7, 0.5};  // all inputs move together

double along_direction(double h) {
  double sum = 0;
  for (int i = 0; i < kInputs; ++i) sum += kC[i] * value(kX[i] + h * kDirection[i]);
  return sum;
}

// One number proves all inputs at once: <gradient, direction> against the difference of two values.
double error(double (*s)(double), double h) {
  double analytic = 0;
  for (int i = 0; i < kInputs; ++i) analytic += kC[i] * s(kX[i]) * kDirection[i];
  const double numeric = (along_direction(h) - along_direction(-h)) / (2 * h);
  return std::abs(analytic - numeric) / std::abs(numeric);
}

// The terms begin .. end - 1 of 1 + 1/2 + 1/3 + ..., added one after another.
float sum_of(int begin, int end) {
  float sum = 0;
  for (int i = begin; i < end; ++i) sum += 1 / static_cast<float>(i + 1);
  return sum;
}

// As many threads would: each adds its part, then the parts are added.
float in_parts(int terms, int threads) {
  float sum = 0;
  for (int t = 0; t < threads; ++t) sum += sum_of(terms * t / threads, terms * (t + 1) / threads);
  return sum;
}

// Blocks of one size, whoever adds them; their sums meet in pairs. Threads decide who, not what.
float in_blocks(int terms, int threads) {
  constexpr int kBlock = 1024;
  const int blocks = (terms + kBlock - 1) / kBlock;
  std::vector<float> sums(static_cast<std::size_t>(blocks));
  for (int t = 0; t < threads; ++t) {
    for (int k = blocks * t / threads; k < blocks * (t + 1) / threads; ++k) {
      sums[k] = sum_of(k * kBlock, k * kBlock + kBlock < terms ? k * kBlock + kBlock : terms);
    }
  }
  while (sums.size() > 1) {
    std::vector<float> above;
    for (std::size_t i = 0; i < sums.size(); i += 2) {
      above.push_back(i + 1 < sums.size() ? sums[i] + sums[i + 1] : sums[i]);
    }
    sums = above;
  }
  return sums[0];
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1) {
    const bool help = std::string_view(argv[1]) == "--help";
    std::fprintf(help ? stdout : stderr, "usage: part5_proof     (it takes no arguments)\n");
    return help ? 0 : 2;
  }
  std::printf("step     error of the slope   of a wrong one\n");
  for (double h : {1e-1, 1e-3, 1e-5, 1e-7, 1e-9, 1e-11}) {
    std::printf("%.0e                %.0e            %.0e\n", h, error(slope, h),
                error(wrong_slope, h));
  }
  constexpr int kTerms = 100000;  // 12.0901461 to nine digits
  std::printf("1 + 1/2 + ... in f32, threads   1           2           3           7\n");
  std::printf("each its own part      ");
  for (int threads : {1, 2, 3, 7}) std::printf("  %.7f", in_parts(kTerms, threads));
  std::printf("\nblocks of one size     ");
  for (int threads : {1, 2, 3, 7}) std::printf("  %.7f", in_blocks(kTerms, threads));
  std::printf("\n");
}
