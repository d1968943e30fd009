// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/sort.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "thalweg/base/compare.h"
#include "thalweg/ops/nonzero.h"
#include "thalweg/tensor/copy.h"
#include "thalweg/tensor/create.h"

using namespace thalweg;

namespace {

// Rows of special values in every length around the ways of sorting, against std::stable_sort by
// the comparison.
template <class T>
void check_order(const std::vector<T>& some) {
  for (const std::int64_t n : {5, 40, 255, 256, 1500, 2500}) {
    std::vector<T> row;
    for (std::int64_t i = 0; i < n; ++i) row.push_back(some[(i * 7 + i / 3) % some.size()]);
    for (const bool descending : {false, true}) {
      std::vector<std::int64_t> order(row.size());
      std::iota(order.begin(), order.end(), 0);
      std::stable_sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) {
        return descending ? greater(row[a], row[b]) : less(row[a], row[b]);
      });
      for (const Device device : {cpu(), cuda(0)}) {
        CAPTURE(n);
        CAPTURE(descending);
        const Tensor x = tensor(row, {n}, device);
        CHECK(to_vector<std::int64_t>(sort(x, 0, descending).indices) == order);
        const std::int64_t k = n / 5;
        const std::vector<std::int64_t> first(order.begin(), order.begin() + k);
        CHECK(to_vector<std::int64_t>(topk(x, k, 0, descending).indices) == first);
      }
    }
  }
}

template <class T>
void check_floats() {
  constexpr T kNan = std::numeric_limits<T>::quiet_NaN();
  constexpr T kInfinity = std::numeric_limits<T>::infinity();
  constexpr T kTiny = std::numeric_limits<T>::denorm_min();
  constexpr T kMost = std::numeric_limits<T>::max();
  check_order<T>({0, T(-0.0), kNan, 1, -kInfinity, -kNan, kTiny, -kTiny, kInfinity, -1, kMost,
                  -kMost, T(1) + std::numeric_limits<T>::epsilon()});
}

}  // namespace

TEST_CASE("sort and topk: NaN above all, -0 below +0, equal elements in their order") {
  check_floats<float>();
  check_floats<double>();
}

TEST_CASE("sort and topk: integers to their limits") {
  check_order<std::int64_t>({0, INT64_MIN, INT64_MAX, -1, 1, std::int64_t{1} << 32, 1 << 31});
  check_order<std::int32_t>({0, INT32_MIN, INT32_MAX, -1, 1});
  check_order<std::uint8_t>({0, 255, 128, 127, 3});
  const Tensor truth = tensor({true, false, true}, {3});
  CHECK(to_vector<std::int64_t>(sort(truth).indices) == std::vector<std::int64_t>{1, 0, 2});
  CHECK(sort(truth).values.dtype() == boolean);
}

TEST_CASE("nonzero: NaN is not 0, -0 is") {
  for (const Device device : {cpu(), cuda(0)}) {
    const Tensor x = tensor<float>({0, NAN, -0.0f, -1}, {2, 2}, device);
    CHECK(to_vector<std::int64_t>(nonzero(x)) == std::vector<std::int64_t>{0, 1, 1, 1});
    CHECK(nonzero(zeros({3}, boolean, device)).shape() == Shape{0, 1});
    CHECK(nonzero(ones({}, i64, device)).shape() == Shape{1, 0});
  }
}
