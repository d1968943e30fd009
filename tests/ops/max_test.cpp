// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/max.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "thalweg/base/platform.h"
#include "thalweg/ops/argmax.h"
#include "thalweg/ops/argmin.h"
#include "thalweg/ops/min.h"
#include "thalweg/ops/transpose.h"
#include "thalweg/tensor/copy.h"
#include "thalweg/tensor/create.h"

using namespace thalweg;

namespace {

constexpr auto kNan = std::numeric_limits<double>::quiet_NaN();
constexpr auto kInfinity = std::numeric_limits<double>::infinity();

struct Row {
  std::vector<double> values;
  double max, min;
  std::int64_t argmax, argmin;
};

bool same(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || bits_of(a) == bits_of(b);
}

}  // namespace

TEST_CASE("max, min, argmax, argmin: NaN above all, -0 below +0, the first of equal ones") {
  const Row rows[] = {
      {{1, 3, 3, 0}, 3, 0, 1, 3},
      {{2, kNan, 5, -kNan}, kNan, kNan, 1, 1},
      {{-0.0, 0.0, -0.0, 0.0}, 0.0, -0.0, 1, 0},
      {{0.0, -0.0, -0.0, 0.0}, 0.0, -0.0, 0, 1},
      {{-kInfinity, -kInfinity, -kInfinity, -kInfinity}, -kInfinity, -kInfinity, 0, 0},
      {{kInfinity, kInfinity, kNan, kInfinity}, kNan, kNan, 2, 2},
      {{kInfinity, 1, -kInfinity, kInfinity}, kInfinity, -kInfinity, 0, 2}};
  for (const Row& row : rows) {
    // Long rows of the first value in front, or behind, reach lanes, blocks and their joins.
    for (const std::int64_t repeats : {0, 1, 15, 33, 1030, 4200}) {
      std::vector<double> values = row.values;
      values.insert(values.begin(), static_cast<std::size_t>(repeats), row.values[0]);
      const std::int64_t argmax_wanted = row.argmax == 0 ? 0 : row.argmax + repeats;
      const std::int64_t argmin_wanted = row.argmin == 0 ? 0 : row.argmin + repeats;
      const auto n = static_cast<std::int64_t>(values.size());
      for (const Dtype dtype : {f32, f64}) {
        for (const Device device : {cpu(), cuda(0)}) {
          if (device.is_cuda() && repeats > 1000 && dtype == f64) continue;
          CAPTURE(repeats);
          CAPTURE(row.values[1]);
          const Tensor one = contiguous_copy(tensor(values, {1, n}), dtype, device);
          // The same row four times, along memory and across it.
          const Tensor along = contiguous_copy(one.view({4, n}, {0, 1}, 0));
          const Tensor across = transpose(contiguous_copy(one.view({n, 4}, {1, 0}, 0)));
          for (const Tensor& x : {along, across}) {
            for (const double v : to_vector<double>(max(x, {1}))) CHECK(same(v, row.max));
            for (const double v : to_vector<double>(min(x, {1}))) CHECK(same(v, row.min));
            CHECK(to_vector<std::int64_t>(argmax(x, 1)) ==
                  std::vector<std::int64_t>(4, argmax_wanted));
            CHECK(to_vector<std::int64_t>(argmin(x, 1)) ==
                  std::vector<std::int64_t>(4, argmin_wanted));
          }
        }
      }
    }
  }
}

TEST_CASE("argmax and argmin of integers at their limits") {
  using Limits = std::numeric_limits<std::int64_t>;
  const Tensor x =
      tensor<std::int64_t>({Limits::max(), Limits::min(), Limits::max(), Limits::min()});
  CHECK(argmax(x, 0).item() == 0);
  CHECK(argmin(x, 0).item() == 1);
  CHECK(argmax(tensor<std::int32_t>({INT32_MIN, INT32_MIN}), 0).item() == 0);
  CHECK(argmin(tensor<std::int32_t>({INT32_MAX, INT32_MAX}), 0).item() == 0);
  CHECK(argmax(tensor<std::uint8_t>({0, 255, 128, 255}), 0).item() == 1);
  CHECK(argmin(tensor<std::uint8_t>({255, 0, 128, 0}), 0).item() == 1);
  CHECK(to_vector<std::int64_t>(max(x))[0] == Limits::max());
  CHECK(to_vector<std::int64_t>(min(x))[0] == Limits::min());
  CHECK(max(tensor<std::uint8_t>({3, 200, 7})).item() == 200);
}
