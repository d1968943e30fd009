// SPDX-License-Identifier: Apache-2.0
// One function, one result: for every compiler, optimisation level and instruction set.
#include <doctest/doctest.h>
#include <fmt/core.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "testing/math_functions.h"
#include "thalweg/base/compare.h"
#include "thalweg/base/math.h"

namespace thalweg {
namespace {

// FNV-1a over 32-bit words; every NaN counts as 7fc00000.
class Hash {
 public:
  void add(float x) { add_word(x != x ? 0x7fc00000u : bits_of(x)); }
  void add(double x) {
    const std::uint64_t b = x != x ? 0x7ff8000000000000u : bits_of(x);
    add_word(static_cast<std::uint32_t>(b));
    add_word(static_cast<std::uint32_t>(b >> 32));
  }
  std::uint64_t value() const { return value_; }

 private:
  void add_word(std::uint32_t word) {
    for (int i = 0; i < 4; ++i) value_ = (value_ ^ ((word >> (8 * i)) & 0xff)) * 0x100000001b3u;
  }
  std::uint64_t value_ = 0xcbf29ce484222325u;
};

constexpr std::uint32_t kStep = 20011;

template <class F>
std::uint64_t hash_f32(F&& f) {
  Hash hash;
  for (std::uint64_t b = 0; b < (std::uint64_t{1} << 32); b += kStep) {
    hash.add(f(float_of(static_cast<std::uint32_t>(b))));
  }
  return hash.value();
}

template <class F>
std::uint64_t hash_f64(F&& f) {
  Hash hash;
  std::uint64_t b = 0;
  for (int i = 0; i < 200000; ++i) {
    b += 0x9e3779b97f4a7c15u;  // every exponent; every second one near 1
    hash.add(f(float_of(i % 2 ? b : (b & 0x803fffffffffffffu) | 0x3fc0000000000000u)));
  }
  return hash.value();
}

struct Expected {
  std::uint64_t f32, f64;
};

const std::map<std::string, Expected> kExpected = {
    {"cos", {0xc4ee6833d1cb663du, 0x1037b328282fd17au}},
    {"erf", {0x4917d8e779cfad16u, 0x9c08bc164b631059u}},
    {"exp", {0x7c62a1fa767ba77bu, 0x6efdbc9831ef10c2u}},
    {"expm1", {0xa8420ee4475cff9eu, 0xe1752c08f4355eeeu}},
    {"lgamma", {0xb3958076738e889cu, 0xc777f0d898d7bae8u}},
    {"log", {0xf491f0c04b969f0fu, 0x96239c21cc12161du}},
    {"log1p", {0xd15549c12bf27673u, 0xe59dfe1bfc424032u}},
    {"normal_cdf", {0xaffe10fe95a03d07u, 0x4f5169241740b8dfu}},
    {"sin", {0x3c23993c5e2c4f53u, 0xc46624d947742079u}},
    {"sqrt", {0xe807163d9be4ffa8u, 0xa612a9af1b533719u}},
    {"tanh", {0xdc689793acf3585u, 0x1c50afca376bd6efu}},
};

TEST_CASE("the bits of every function") {
  for (const auto& f : testing::math_functions()) {
    const Expected got = {hash_f32(f.f32), hash_f64(f.f64)};
    const auto want = kExpected.find(f.name);
    INFO(fmt::format("{{\"{}\", {{0x{:x}u, 0x{:x}u}}}},", f.name, got.f32, got.f64));
    CHECK(want != kExpected.end());
    if (want == kExpected.end()) continue;
    CHECK(got.f32 == want->second.f32);
    CHECK(got.f64 == want->second.f64);
  }
}

TEST_CASE("the bits of gelu, pow, floor, rint, maximum") {
  const std::map<std::string, std::uint64_t> got = {
      {"gelu", hash_f32([](float x) { return math::gelu(x); })},
      {"pow", hash_f32([](float x) { return math::pow(x, 1.7f) + math::pow(1.7f, x); })},
      {"pow f64", hash_f64([](double x) { return math::pow(x, 1.7) + math::pow(1.7, x); })},
      {"floor", hash_f32([](float x) { return math::floor(x) + math::rint(x); })},
      {"maximum", hash_f32([](float x) { return maximum(x, 1.0f) + minimum(x, -1.0f); })},
  };
  const std::map<std::string, std::uint64_t> want = {
      {"floor", 0x992f15fbbb8758bfu},   {"gelu", 0xbae0d8d14c28acau},
      {"maximum", 0xa5a83d7aa4769177u}, {"pow f64", 0x29bbe93ab329a508u},
      {"pow", 0xb6fb0dd38b5d8831u},
  };
  for (const auto& one : got) {
    INFO(fmt::format("{{\"{}\", 0x{:x}u}},", one.first, one.second));
    CHECK((want.count(one.first) && one.second == want.at(one.first)));
  }
}

template <class T, class F>
void check_loop(F f, const std::vector<T>& x) {
  std::vector<T> y(x.size());
  const T* from = x.data();
  T* to = y.data();
  const auto n = static_cast<std::int64_t>(x.size());
#pragma omp simd
  for (std::int64_t i = 0; i < n; ++i) to[i] = f(from[i]);
  for (std::size_t i = 0; i < x.size(); ++i) {
    volatile T alone = x[i];
    const T once = f(alone);
    if (bits_of(once) != bits_of(y[i]) && (once == once || y[i] == y[i])) {
      FAIL("at " << x[i] << ": " << y[i] << " in a loop, " << once << " alone");
    }
  }
}

TEST_CASE_TEMPLATE("a loop that is vectorised gives the bits of single calls", T, float, double) {
  std::vector<T> x;
  for (std::uint64_t b = 0; b < (std::uint64_t{1} << 32); b += 500009) {
    x.push_back(float_of(static_cast<std::uint32_t>(b)));
  }
  check_loop<T>([](T v) { return math::exp(v); }, x);
  check_loop<T>([](T v) { return math::expm1(v); }, x);
  check_loop<T>([](T v) { return math::log(v); }, x);
  check_loop<T>([](T v) { return math::log1p(v); }, x);
  check_loop<T>([](T v) { return math::tanh(v); }, x);
  if constexpr (sizeof(T) == 4) {  // the f64 ones branch
    check_loop<T>([](T v) { return math::sin(v); }, x);
    check_loop<T>([](T v) { return math::cos(v); }, x);
    check_loop<T>([](T v) { return math::gelu(v); }, x);
  }
  check_loop<T>([](T v) { return math::erf(v); }, x);
  check_loop<T>([](T v) { return math::normal_cdf(v); }, x);
  check_loop<T>([](T v) { return math::pow(v, T(0.3)); }, x);
  check_loop<T>([](T v) { return math::sqrt(v); }, x);
  check_loop<T>([](T v) { return math::floor(v); }, x);
  check_loop<T>([](T v) { return math::rint(v); }, x);
  check_loop<T>([](T v) { return maximum(v, T(-0.0)); }, x);
  check_loop<T>([](T v) { return minimum(v, T(0.5)); }, x);
}

}  // namespace
}  // namespace thalweg
