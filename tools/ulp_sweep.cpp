// SPDX-License-Identifier: Apache-2.0
// Largest error, in units in the last place, of every f32 function of base/math over all 2^32
// floats, and of every f64 function over a sample. References: glibc in f64 for f32, in __float128
// (libquadmath) for f64.
//   ulp_sweep [step [name]]    every step-th float (1: all, about two hours on two cores)
#include <quadmath.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "thalweg/base/math.h"
namespace hd = thalweg::math;
using thalweg::bits_of;
using thalweg::float_of;

struct Worst {
  double ulp = 0;
  float x = 0;
  float got = 0;
  double want = 0;
  long wrong = 0;
  float wrong_x = 0, wrong_got = 0;
};

// got against want: distance in units of the last place of a float near want. Subnormal wants
// accept anything within a normal ulp at min normal; infinities and NaN must match.
static double ulps(float got, double want) {
  if (std::isnan(want) || std::isnan(got))
    return std::isnan(want) == std::isnan(got) ? 0 : INFINITY;
  if (std::isinf(got))
    return std::fabs(want) >= 0x1.ffffffp127 && std::signbit(got) == std::signbit(want) ? 0
                                                                                        : INFINITY;
  if (std::isinf(want)) return INFINITY;
  if (std::fabs(want) < 0x1p-126) return std::fabs(got) < 0x1.8p-126 ? 0 : INFINITY;
  int e;
  std::frexp(want, &e);
  return std::fabs((double)got - want) / std::ldexp(1.0, e - 24);
}
struct Fn {
  const char* name;
  float (*ours)(float);
  double (*ref)(double);
};
#define O(f) [](float x) { return hd::f(x); }
static double ref_cdf(double x) {
  return 0.5 * (double)erfcl(-(long double)x * 0.707106781186547524400844362104849039L);
}
int main(int argc, char** argv) {
  std::uint64_t step = argc > 1 ? atoll(argv[1]) : 1;
  std::vector<Fn> fns = {
      {"exp", O(exp), ::exp}, {"expm1", O(expm1), ::expm1}, {"tanh", O(tanh), ::tanh},
      {"log", O(log), ::log}, {"log1p", O(log1p), ::log1p}, {"sin", O(sin), ::sin},
      {"cos", O(cos), ::cos}, {"erf", O(erf), ::erf},       {"normal_cdf", O(normal_cdf), ref_cdf},
  };
  for (auto& f : fns) {
    if (argc > 2 && std::string(argv[2]) != f.name) continue;
    Worst w[2];
    std::thread t[2];
    for (int k = 0; k < 2; ++k)
      t[k] = std::thread([&, k] {
        for (std::uint64_t b = k * 0x80000000ull; b < (k + 1) * 0x80000000ull; b += step) {
          float x = float_of((std::uint32_t)b);
          float y = f.ours(x);
          double r = f.ref(x);
          double u = ulps(y, r);
          if (std::isinf(u)) {
            if (!w[k].wrong) w[k].wrong_x = x, w[k].wrong_got = y;
            ++w[k].wrong;
          } else if (u > w[k].ulp)
            w[k] = {u, x, y, r, w[k].wrong, w[k].wrong_x, w[k].wrong_got};
        }
      });
    for (auto& x : t) x.join();
    for (auto& v : w)
      std::printf("%-11s %.4f ulp at %a (%.9g): %.9g, exact %.12g; wrong %ld (%a -> %g)\n", f.name,
                  v.ulp, v.x, v.x, v.got, v.want, v.wrong, v.wrong_x, v.wrong_got);
    std::fflush(stdout);
  }
}
