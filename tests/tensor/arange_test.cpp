// SPDX-License-Identifier: Apache-2.0
#include "thalweg/tensor/arange.h"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "tests/tensor/devices.h"
#include "thalweg/tensor/create.h"

namespace thalweg {
namespace {

using Values = std::vector<double>;

TEST_CASE("arange: from start, before end") {
  for (const Device device : test_devices()) {
    CHECK(to_vector<double>(arange(0, 5, 1, i64, device)) == Values{0, 1, 2, 3, 4});
    CHECK(to_vector<double>(arange(1, 2, 0.25, f64, device)) == Values{1, 1.25, 1.5, 1.75});
    CHECK(to_vector<double>(arange(5, 0, -2, u8, device)) == Values{5, 3, 1});
  }
  CHECK(arange(0, 1).dtype() == f32);
  CHECK(arange(3, 3).shape() == Shape{0});
  CHECK(arange(0, 1, 0.3).shape() == Shape{4});
  CHECK(to_vector<float>(arange(0, 1, 0.1))[3] == static_cast<float>(3 * 0.1));
  CHECK(arange(0, 3, 1, i64, cuda(0)).device() == cuda(0));
  CHECK_THROWS_WITH_AS(arange(0, 5, -1),
                       "arange: wants finite numbers and a step that leads from start to end; got "
                       "start=0, end=5, step=-1",
                       ValueError);
  CHECK_THROWS_AS(arange(0, 5, 0), ValueError);
  CHECK_THROWS_AS(arange(5, 5, 0), ValueError);
  CHECK_THROWS_AS(arange(0, INFINITY), ValueError);
  CHECK_THROWS_AS(arange(NAN, 1), ValueError);
  CHECK_THROWS_AS(arange(0, 1, INFINITY), ValueError);
  CHECK_THROWS_AS(arange(0, 300, 1, u8), DtypeError);
  CHECK_THROWS_AS(arange(0, 3, 0.5, i64), DtypeError);
  CHECK_THROWS_AS(arange(0.5, 3, 1, i32), DtypeError);
  CHECK_THROWS_AS(arange(0, 2, 1, boolean), DtypeError);
}

TEST_CASE("linspace: both ends are exact") {
  for (const Device device : test_devices()) {
    CHECK(to_vector<double>(linspace(0, 1, 5, f64, device)) == Values{0, 0.25, 0.5, 0.75, 1});
    CHECK(to_vector<double>(linspace(1, -1, 3, f32, device)) == Values{1, 0, -1});
  }
  for (const std::int64_t n : {2, 3, 50, 1000}) {
    const auto x = to_vector<double>(linspace(0.1, 0.7, n, f64));
    CHECK(x.front() == 0.1);
    CHECK(x.back() == 0.7);
    CHECK(x[1] == doctest::Approx(0.1 + 0.6 / static_cast<double>(n - 1)));
  }
  CHECK(to_vector<double>(linspace(2, 9, 1)) == Values{2});
  CHECK(linspace(2, 9, 0).shape() == Shape{0});
  CHECK_THROWS_WITH_AS(linspace(0, 1, -1),
                       "linspace: steps is 0 or more, and start and end - start are finite; got "
                       "start=0, end=1, steps=-1",
                       ValueError);
  CHECK_THROWS_AS(linspace(-1e308, 1e308, 3, f64), ValueError);
  CHECK_THROWS_AS(linspace(0, NAN, 3), ValueError);
  CHECK_THROWS_AS(linspace(0, 1, 3, i64), DtypeError);
}

TEST_CASE("eye: ones on the diagonal") {
  for (const Device device : test_devices()) {
    CHECK(to_vector<double>(eye(2, f64, device)) == Values{1, 0, 0, 1});
    CHECK(to_vector<double>(eye(2, 3, i32, device)) == Values{1, 0, 0, 0, 1, 0});
    CHECK(to_vector<double>(eye(3, 2, boolean, device)) == Values{1, 0, 0, 1, 0, 0});
  }
  CHECK(eye(0).shape() == Shape{0, 0});
  CHECK(eye(4, 0).shape() == Shape{4, 0});
  CHECK(eye(1).dtype() == f32);
  CHECK_THROWS_AS(eye(-1), ShapeError);
}

}  // namespace
}  // namespace thalweg
