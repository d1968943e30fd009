// SPDX-License-Identifier: Apache-2.0
// The f32 functions of base/math in cache, one thread, beside Eigen's packet versions, by turns:
//   math_speed [rounds]
// Each line: function, our and Eigen's billions of values a second, median of the ratios (above 1
// where ours is faster).
#include <fmt/core.h>

#include <Eigen/Core>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <unsupported/Eigen/SpecialFunctions>
#include <vector>

#include "bench/measure.h"
#include "thalweg/base/math.h"

namespace {

namespace bench = thalweg::bench;
namespace hd = thalweg::math;
constexpr std::int64_t kCount = 4096;

template <class F>
__attribute__((noinline)) void apply(F f, const float* __restrict x, float* __restrict y) {
#pragma omp simd
  for (std::int64_t i = 0; i < kCount; ++i) y[i] = f(x[i]);
}

struct Table {
  int rounds;
  Eigen::ArrayXf x, y;

  template <class Ours, class Theirs>
  void row(const std::string& name, Ours ours, Theirs theirs) {
    const auto rate = [&](const std::function<void()>& work) {
      return static_cast<double>(kCount) / bench::seconds_per_call(work, 0.002) * 1e-9;
    };
    std::vector<double> mine, peer, ratio;
    for (int i = 0; i < rounds; ++i) {
      mine.push_back(rate([&] { apply(ours, x.data(), y.data()); }));
      peer.push_back(rate([&] { y = theirs(x); }));
      ratio.push_back(mine.back() / peer.back());
    }
    fmt::print("{:<28} {:>8.2f} {:>8.2f} {:>7.2f}\n", name, bench::median(mine),
               bench::median(peer), bench::median(ratio));
  }
};

}  // namespace

int main(int count, char** arguments) {
  const int rounds = count > 1 ? std::atoi(arguments[1]) : 51;
  Table t{rounds, Eigen::ArrayXf::LinSpaced(kCount, -5.0f, 5.0f), Eigen::ArrayXf(kCount)};
  fmt::print("{:<28} {:>8} {:>8} {:>7}\n", "G values / s", "ours", "Eigen", "ratio");
  t.row(
      "exp", [](float v) { return hd::exp(v); }, [](const auto& x) { return x.exp(); });
  t.row(
      "tanh", [](float v) { return hd::tanh(v); }, [](const auto& x) { return x.tanh(); });
  const auto eigen_gelu = [](const auto& x) { return 0.5f * x * (1.0f + (x * 0.70710678f).erf()); };
  t.row(
      "gelu", [](float v) { return hd::gelu(v); }, eigen_gelu);
  t.row(
      "x normal_cdf(x)", [](float v) { return v * hd::normal_cdf(v); }, eigen_gelu);
  t.row(
      "erf", [](float v) { return hd::erf(v); }, [](const auto& x) { return x.erf(); });
  t.row(
      "1 / (1 + exp(-x))", [](float v) { return 1.0f / (1.0f + hd::exp(-v)); },
      [](const auto& x) { return 1.0f / (1.0f + (-x).exp()); });
  t.row(
      "expm1", [](float v) { return hd::expm1(v); }, [](const auto& x) { return x.expm1(); });
  t.row(
      "sin", [](float v) { return hd::sin(v); }, [](const auto& x) { return x.sin(); });
  t.row(
      "cos", [](float v) { return hd::cos(v); }, [](const auto& x) { return x.cos(); });
  t.x = t.x.abs() + 0.01f;
  t.row(
      "log", [](float v) { return hd::log(v); }, [](const auto& x) { return x.log(); });
  t.row(
      "log1p", [](float v) { return hd::log1p(v); }, [](const auto& x) { return x.log1p(); });
  t.row(
      "x^1.7", [](float v) { return hd::pow(v, 1.7f); }, [](const auto& x) { return x.pow(1.7f); });
}
