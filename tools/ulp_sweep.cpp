// SPDX-License-Identifier: Apache-2.0
// Largest error, in units in the last place, of the f32 functions of base/math over all floats, and
// of pow and the f64 functions over a sample. Made by hand:
//   g++ -std=c++20 -O3 -march=native -ffp-contract=off -fno-math-errno -fno-trapping-math -I.
//       tools/ulp_sweep.cpp -o ulp_sweep && ./ulp_sweep [STEP [NAME]]
// STEP takes every STEP-th float (1, the default, takes about 40 minutes on two cores).
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <thread>

#include "testing/math_functions.h"
#include "testing/ulp.h"

namespace {

using thalweg::float_of;
using thalweg::testing::ulps;

struct Worst {
  double error = 0;
  double x = 0, y = 0;
  double got = 0;

  void note(double e, double at, double beside, double result) {
    if (e > error) *this = {e, at, beside, result};
  }
};

template <class F>
Worst over_floats(std::uint64_t step, F&& error_at) {
  constexpr int kThreads = 2;
  Worst found[kThreads];
  std::thread threads[kThreads];
  for (int t = 0; t < kThreads; ++t) {
    threads[t] = std::thread([&, t] {
      for (std::uint64_t b = t * step; b < (std::uint64_t{1} << 32); b += kThreads * step) {
        error_at(float_of(static_cast<std::uint32_t>(b)), found[t]);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  return found[0].error > found[1].error ? found[0] : found[1];
}

void print(const std::string& name, const char* kind, const Worst& w) {
  std::printf("%-11s %-4s %8.4f ULP at %.17g", name.c_str(), kind, w.error, w.x);
  if (w.y != 0) std::printf(", %.17g", w.y);
  std::printf(" -> %.17g\n", w.got);
  std::fflush(stdout);
}

// Random doubles: every exponent, and ranges in which functions are used.
double sample(std::mt19937_64& random, int i) {
  const double scales[] = {0.01, 1.0, 4.0, 40.0, 750.0};
  if (i % 6 == 5) return float_of(random());
  return (static_cast<double>(random() >> 11) * 0x1p-52 - 1.0) * scales[i % 6];
}

void sweep_pow(std::int64_t count) {
  std::mt19937_64 random(3);
  Worst f32, f64;
  for (std::int64_t i = 0; i < count; ++i) {
    // Half of the pairs with results spread over the whole range, half with x close to 1.
    const double e = (static_cast<double>(random() >> 11) * 0x1p-52 - 1.0);
    const double x = i % 2 ? std::exp(300 * e * e * e) : 1 + 0.1 * e;
    const double most = std::fabs(std::log(x));
    const double y = (static_cast<double>(random() >> 11) * 0x1p-52 - 1.0) * 745 / most;
    f64.note(ulps(thalweg::math::pow(x, y), std::pow(static_cast<long double>(x), y)), x, y,
             thalweg::math::pow(x, y));
    const auto xf = static_cast<float>(x);
    const auto yf = static_cast<float>(y * (104.0 / 745));
    f32.note(ulps(thalweg::math::pow(xf, yf), std::pow(static_cast<double>(xf), yf)), xf, yf,
             thalweg::math::pow(xf, yf));
  }
  print("pow", "f32", f32);
  print("pow", "f64", f64);
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t step = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1;
  const std::string only = argc > 2 ? argv[2] : "";
  const std::int64_t count =
      static_cast<std::int64_t>(20'000'000 / std::min<std::uint64_t>(step, 20));
  for (const auto& f : thalweg::testing::math_functions()) {
    if (!only.empty() && only != f.name) continue;
    print(f.name, "f32", over_floats(step, [&](float x, Worst& w) {
            const float y = f.f32(x);
            w.note(ulps(y, f.exact_f32(x)), x, 0, y);
          }));
    std::mt19937_64 random(2);
    Worst w;
    for (std::int64_t i = 0; i < count; ++i) {
      const double x = sample(random, static_cast<int>(i % 60));
      if (f.name == "lgamma" && x < 0) continue;  // no bound in ULP there
      const double y = f.f64(x);
      w.note(ulps(y, f.exact_f64(x)), x, 0, y);
    }
    print(f.name, "f64", w);
  }
  if (only.empty() || only == "gelu") {
    print("gelu", "f32", over_floats(step, [&](float x, Worst& w) {
            const float y = thalweg::math::gelu(x);
            const bool subnormal = std::fabs(y) < 0x1p-126f;
            const auto exact = static_cast<double>(x * thalweg::testing::exact_normal_cdf(x));
            if (std::fabs(x) < 1e30f && !subnormal) w.note(ulps(y, exact), x, 0, y);
          }));
  }
  if (only.empty() || only == "pow") sweep_pow(count);
}
