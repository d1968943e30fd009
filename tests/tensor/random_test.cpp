// SPDX-License-Identifier: Apache-2.0
#include "thalweg/tensor/random.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "tests/tensor/devices.h"
#include "thalweg/base/platform.h"
#include "thalweg/base/threads.h"
#include "thalweg/tensor/create.h"
#include "thalweg/tensor/node.h"

namespace thalweg {
namespace {

TEST_CASE("fill_uniform: f32 from 24 bits of a word, f64 from 53 bits of two") {
  for (Device device : test_devices()) {
    for (std::int64_t n : {1, 2, 3, 4, 5, 31, 32, 33, 20000}) {
      Generator g;
      g.set_state({42, 7, 0});
      Tensor x = empty({n}, f32, device), y = empty({n}, f64, device);
      fill_uniform(x, g);
      fill_uniform(y, g);
      const auto a = to_vector<float>(x);
      const auto b = to_vector<double>(y);
      std::int64_t wrong = 0;
      for (std::int64_t i = 0; i < n; ++i) {
        const RandomStream first{42, 7, 0}, second{42, 8, 0};
        wrong += a[i] != std::ldexp(static_cast<float>(first.word(i) >> 8), -24);
        wrong += b[i] != std::ldexp(static_cast<double>(second.bits(i) >> 11), -53);
      }
      CHECK(wrong == 0);
      CHECK(g.state() == Generator::State{42, 9, 0});
    }
  }
}

template <class T>
void check_normal_by_hand(Device device) {
  Generator g(9);
  Tensor x = empty({6}, dtype_of<T>, device);
  fill_normal(x, g, 10, 2);
  const auto values = to_vector<T>(x);
  const RandomStream s{9, 0, 0};
  const auto uniform = [&](int i) {
    return sizeof(T) == 4 ? (s.word(i) >> 8) * 0x1p-24 : (s.bits(i) >> 11) * 0x1p-53;
  };
  for (int i = 0; i < 6; ++i) {
    const int even = i - i % 2;
    const double r = std::sqrt(-2 * std::log(1 - uniform(even)));
    const double angle = 2 * std::acos(-1.0) * uniform(even + 1);
    const double right = 10 + 2 * r * (i % 2 ? std::sin(angle) : std::cos(angle));
    CHECK(values[i] == doctest::Approx(right).epsilon(sizeof(T) == 4 ? 1e-6 : 1e-14));
  }
}

TEST_CASE("fill_normal: the pairs of Box and Muller") {
  for (Device device : test_devices()) {
    check_normal_by_hand<float>(device);
    check_normal_by_hand<double>(device);
  }
}

TEST_CASE_TEMPLATE("fill_normal: moments and tails", T, float, double) {
  Generator g(1);
  const double n = 200000;
  Tensor x = empty({static_cast<std::int64_t>(n)}, dtype_of<T>);
  fill_normal(x, g, -1, 3);
  double sum = 0, squares = 0, cubes = 0, far = 0;
  for (T v : x.template span<T>()) {
    const double z = (v + 1) / 3.0;
    sum += z;
    squares += z * z;
    cubes += z * z * z;
    far += std::abs(z) > 1.959964;
  }
  CHECK(std::abs(sum / n) < 4 / std::sqrt(n));
  CHECK(std::abs(squares / n - 1) < 4 * std::sqrt(2 / n));
  CHECK(std::abs(cubes / n) < 4 * std::sqrt(15 / n));
  CHECK(std::abs(far / n - 0.05) < 4 * std::sqrt(0.05 * 0.95 / n));
}

TEST_CASE("fills: the same bits on 1, 2, 7 threads and on every device") {
  const auto draw = [](Device device) {
    Generator g(3);
    g.set_first_row(5);
    std::vector<std::uint64_t> bits;
    for (Dtype dtype : {f32, f64}) {
      Tensor x = empty({333, 77}, dtype, device), y = empty({333, 77}, dtype, device);
      fill_uniform(x, g, -2, 3);
      fill_normal(y, g, 1, 0.3);
      for (const Tensor& t : {x, y}) {
        for (double v : to_vector<double>(t)) bits.push_back(bits_of(v));
      }
    }
    for (Dtype dtype : {i64, i32, u8}) {
      Tensor x = empty({333, 77}, dtype, device);
      random_below(x, g, 100);
      for (std::int64_t v : to_vector<std::int64_t>(x)) bits.push_back(v);
    }
    return bits;
  };
  const int before = num_threads();
  set_num_threads(1);
  const auto right = draw(cpu());
  for (int threads : {2, 7}) {
    set_num_threads(threads);
    CHECK(draw(cpu()) == right);
  }
  set_num_threads(before);
  for (Device device : test_devices()) CHECK(draw(device) == right);
}

TEST_CASE("first_row: a shard has the elements of its rows in the whole batch") {
  for (Device device : test_devices()) {
    for (Dtype dtype : {f32, f64}) {
      for (std::int64_t width : {1, 3, 4, 7}) {
        Generator g(11);
        const auto whole = to_vector<double>(randn({13, width}, dtype, device, g));
        std::vector<double> parts;
        for (auto [begin, end] : {std::pair{0, 5}, {5, 6}, {6, 6}, {6, 13}}) {
          Generator shard(11);
          shard.set_first_row(begin);
          const auto part = to_vector<double>(randn({end - begin, width}, dtype, device, shard));
          parts.insert(parts.end(), part.begin(), part.end());
          CHECK(shard.state().next == 1);
        }
        CHECK(parts == whole);
      }
    }
  }
}

TEST_CASE("fills: a strided tensor gets the row-major elements, and nothing else changes") {
  for (Device device : test_devices()) {
    Generator g(2), h(2);
    const auto right = to_vector<float>(rand({4, 3}, f32, device, g));
    Tensor base = full({3, 9}, -5, f32, device);
    Tensor x = base.view({4, 3}, {2, 9}, 1);
    fill_uniform(x, h);
    CHECK(to_vector<float>(x) == right);
    for (int column : {0, 2, 4, 6, 8}) {
      CHECK(to_vector<float>(base.view({3}, {9}, column)) == std::vector<float>(3, -5));
    }
  }
}

TEST_CASE("fill_uniform stays below high, and takes low == high") {
  Generator g(5);
  Tensor x = empty({5000});
  const auto all = [&](auto&& holds) {
    for (float v : x.span<float>()) {
      if (!holds(v)) return false;
    }
    return true;
  };
  fill_uniform(x, g, 1, std::nextafter(1.0f, 2.0f));
  CHECK(all([](float v) { return v == 1; }));
  fill_uniform(x, g, -std::numeric_limits<float>::denorm_min(), 0);
  CHECK(all([](float v) { return v < 0; }));
  fill_uniform(x, g, 2.5, 2.5);
  CHECK(all([](float v) { return v == 2.5f; }));
}

TEST_CASE("new tensors have the numbers of the fills") {
  Generator a(5), b(5);
  Tensor x = empty({33}, f64), y = empty({33}, f64);
  fill_uniform(x, a, -2, 3);
  fill_normal(y, a, 10, 0.5);
  CHECK(to_vector<double>(uniform({33}, -2, 3, f64, cpu(), b)) == to_vector<double>(x));
  CHECK(to_vector<double>(normal({33}, 10, 0.5, f64, cpu(), b)) == to_vector<double>(y));
  CHECK_THROWS_WITH_AS(uniform({2}, 1, 0), doctest::Contains("wants low <= high"), ValueError);
  CHECK_THROWS_WITH_AS(normal({2}, 0, -1), doctest::Contains("std"), ValueError);
}

TEST_CASE("random_below: range, evenness, the whole of 63 bits") {
  Generator g(8);
  Tensor x = empty({60000}, u8);
  random_below(x, g, 6);
  std::vector<int> counts(256);
  for (std::uint8_t v : x.span<std::uint8_t>()) ++counts[v];
  for (int v = 0; v < 6; ++v) CHECK(std::abs(counts[v] - 10000) < 400);
  for (int v = 6; v < 256; ++v) CHECK(counts[v] == 0);
  random_below(x, g, 256);
  Tensor y = empty({1000}, i64);
  random_below(y, g, std::numeric_limits<std::int64_t>::max());
  double sum = 0;
  for (std::int64_t v : y.span<std::int64_t>()) sum += v * 0x1p-63;
  CHECK(std::abs(sum / 1000 - 0.5) < 0.04);
}

TEST_CASE("Generator: streams follow each other, state is saved and restored") {
  Generator g(4);
  const auto a = to_vector<float>(rand({5}, f32, cpu(), g));
  const Generator::State saved = g.state();
  const auto b = to_vector<float>(rand({5}, f32, cpu(), g));
  rand({0}, f32, cpu(), g);
  CHECK(g.state().next == 3);
  CHECK(a != b);
  g.set_state(saved);
  CHECK(to_vector<float>(rand({5}, f32, cpu(), g)) == b);
  Generator other(5);
  CHECK(to_vector<float>(rand({5}, f32, cpu(), other)) != a);
}

TEST_CASE("default_generator: manual_seed, scopes, threads") {
  manual_seed(7);
  const auto a = to_vector<float>(rand({3}));
  manual_seed(7);
  CHECK(to_vector<float>(rand({3})) == a);
  Generator mine(7);
  {
    GeneratorScope scope(mine);
    CHECK(to_vector<float>(rand({3})) == a);
    CHECK(&default_generator() == &mine);
  }
  CHECK(mine.state().next == 1);
  CHECK(default_generator().state().next == 1);
  run_team(4, [&](int) {
    for (int i = 0; i < 1000; ++i) default_generator().next({});
  });
  CHECK(default_generator().state().next == 4001);
}

TEST_CASE("a shape without elements draws nothing, however large its other sizes") {
  Generator g;
  g.set_first_row(3);
  Tensor x = empty({0, std::int64_t{1} << 62, 4});
  fill_uniform(x, g);
  CHECK(g.next(x.shape()).first == 0);
  CHECK(g.next({2, 5, 4}).first == 60);
  CHECK(g.state().next == 3);
}

TEST_CASE("fills: what they refuse") {
  Generator g;
  Tensor x = zeros({2}), m = zeros({2}, i32), b = zeros({2}, u8);
  CHECK_THROWS_WITH_AS(fill_uniform(m, g),
                       "fill_uniform: wants a float dtype (f32, f64); got x=i32[2] on cpu:0; use "
                       "cast",
                       DtypeError);
  CHECK_THROWS_WITH_AS(fill_uniform(x, g, 1, 0),
                       "fill_uniform: wants low <= high and a finite difference; got low=1, "
                       "high=0 for f32[2] on cpu:0",
                       ValueError);
  CHECK_THROWS_AS(fill_uniform(x, g, -3e38, 3e38), ValueError);
  CHECK_THROWS_AS(fill_uniform(x, g, 0, NAN), ValueError);
  CHECK_THROWS_WITH_AS(fill_normal(x, g, 0, -1),
                       "fill_normal: std is at least 0; got -1 for f32[2] on cpu:0", ValueError);
  CHECK_THROWS_WITH_AS(
      random_below(x, g, 3),
      "random_below: wants an integer dtype (i64, i32, u8); got x=f32[2] on cpu:0; "
      "use cast",
      DtypeError);
  CHECK_THROWS_WITH_AS(random_below(b, g, 257),
                       "random_below: n must be at least 1 and n - 1 must fit the dtype; got 257 "
                       "for u8[2] on cpu:0",
                       ValueError);
  CHECK_THROWS_AS(random_below(b, g, 0), ValueError);
  CHECK_THROWS_WITH_AS(g.set_first_row(-1), "set_first_row: a row is at least 0; got -1",
                       ValueError);
  CHECK(g.state().next == 0);
  x.set_requires_grad();
  CHECK_THROWS_AS(fill_normal(x, g), GradientError);
  NoGrad scope;
  fill_normal(x, g);
}

}  // namespace
}  // namespace thalweg
