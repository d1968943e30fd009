// SPDX-License-Identifier: Apache-2.0
#include "thalweg/base/compare.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <vector>

namespace thalweg {
namespace {

// In the order of the contract; equal ranks are equal values.
template <class T>
struct Ranked {
  T value;
  int rank;
};

std::vector<Ranked<float>> ranked(float) {
  return {{float_of(0xff800000u), 0},
          {-3e38f, 1},
          {-1.0f, 2},
          {float_of(0x80000001u), 3},
          {-0.0f, 4},
          {0.0f, 5},
          {float_of(0x00000001u), 6},
          {1.0f, 7},
          {3e38f, 8},
          {float_of(0x7f800000u), 9},
          {float_of(0x7fc00000u), 10},
          {float_of(0xffc00000u), 10},
          {float_of(0x7fffffffu), 10},
          {float_of(0xffffffffu), 10},
          {float_of(0x7f800001u), 10}};
}

std::vector<Ranked<double>> ranked(double) {
  std::vector<Ranked<double>> r;
  for (const auto& x : ranked(0.0f)) r.push_back({static_cast<double>(x.value), x.rank});
  r.push_back({float_of(std::uint64_t{0xfff8000000000001u}), 10});
  r.push_back({std::numeric_limits<double>::denorm_min(), 6});
  r.erase(r.begin() + 6);  // the float's smallest number is not the double's
  return r;
}

TEST_CASE_TEMPLATE("a total order, NaN above all and -0 below +0", T, float, double) {
  for (const auto& a : ranked(T())) {
    for (const auto& b : ranked(T())) {
      CAPTURE(a.value);
      CAPTURE(b.value);
      CHECK(less(a.value, b.value) == (a.rank < b.rank));
      CHECK(greater(a.value, b.value) == (a.rank > b.rank));
      const T low = minimum(a.value, b.value);
      const T high = maximum(a.value, b.value);
      if (a.rank == 10 || b.rank == 10) {
        CHECK(is_nan(low));
        CHECK(is_nan(high));
      } else {
        CHECK(bits_of(low) == bits_of(a.rank < b.rank ? a.value : b.value));
        CHECK(bits_of(high) == bits_of(a.rank > b.rank ? a.value : b.value));
      }
    }
  }
}

TEST_CASE_TEMPLATE("integers and bool", T, std::int64_t, std::int32_t, std::uint8_t, bool) {
  const T a = 0;
  const T b = 1;
  CHECK(less(a, b));
  CHECK_FALSE(less(b, a));
  CHECK_FALSE(less(a, a));
  CHECK(greater(b, a));
  CHECK(maximum(a, b) == b);
  CHECK(minimum(b, a) == a);
  CHECK_FALSE(is_nan(a));
  CHECK(maximum(std::numeric_limits<T>::min(), std::numeric_limits<T>::max()) ==
        std::numeric_limits<T>::max());
}

TEST_CASE("order_key is strictly increasing over all floats") {
  std::int32_t last = order_key(float_of(0xff800000u));
  for (std::uint32_t b = 0xff800000u - 1; b >= 0x80000000u; b -= 997) {
    const std::int32_t key = order_key(float_of(b));
    if (key <= last) FAIL("at bits " << b);
    last = key;
  }
  CHECK(last < order_key(-0.0f));
  last = order_key(-0.0f);
  for (std::uint32_t b = 0; b <= 0x7f800000u; b += 997) {
    const std::int32_t key = order_key(float_of(b));
    if (key <= last) FAIL("at bits " << b);
    last = key;
  }
}

}  // namespace
}  // namespace thalweg
