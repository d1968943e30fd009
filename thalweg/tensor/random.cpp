// SPDX-License-Identifier: Apache-2.0
#include "thalweg/tensor/random.h"

#include <algorithm>
#include <atomic>
#include <limits>

#include "thalweg/base/cast.h"
#include "thalweg/base/threads.h"
#include "thalweg/tensor/copy.h"
#include "thalweg/tensor/random_kernel.h"

namespace thalweg {
namespace {

thread_local Generator* scoped_generator = nullptr;

// Blocks are worked in groups, lane by lane, so that the compiler can use vector registers.
template <class F, class T>
void random_fill_cpu(const RandomStream& stream, const F& f, T* to, std::int64_t count) {
  constexpr int kN = kPerBlock<T>;
  constexpr std::int64_t kGrain = 1 << 12;
  const std::int64_t first = stream.first;
  const std::int64_t begin_block = first / kN;
  const std::int64_t blocks = (first + count - 1) / kN - begin_block + 1;
  parallel_for(blocks, kGrain / kN, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t group = begin; group < end; group += kPhiloxGroup) {
      PhiloxGroup words;
      philox_group(stream.key, stream.number, begin_block + group, words);
      T x[kN][kPhiloxGroup];
      for (int lane = 0; lane < kPhiloxGroup; ++lane) {
        const std::uint32_t* w = words + 4 * lane;
        const PhiloxBlock block = {{w[0], w[1], w[2], w[3]}};
        T values[kN];
        f(block, values);
        for (int i = 0; i < kN; ++i) x[i][lane] = values[i];
      }
      const std::int64_t at = (begin_block + group) * kN - first;
      const std::int64_t from = std::max<std::int64_t>(0, -at);
      const std::int64_t until = std::min({(end - group) * kN, kPhiloxGroup * kN + 0l, count - at});
      if (from == 0 && until == kPhiloxGroup * kN) {
        for (int lane = 0; lane < kPhiloxGroup; ++lane) {
          for (int i = 0; i < kN; ++i) to[at + lane * kN + i] = x[i][lane];
        }
      } else {
        for (std::int64_t i = from; i < until; ++i) to[at + i] = x[i % kN][i / kN];
      }
    }
  });
}

template <class F, class T>
void random_fill(Tensor& x, const RandomStream& stream, const F& f, T* to) {
  if (x.numel() == 0) return;
  if (x.device().is_cuda()) return random_fill_cuda(x.device(), stream, f, to, x.numel());
  random_fill_cpu(stream, f, to, x.numel());
}

// A strided tensor is filled through a row-major one.
template <class Fill>
void fill_in_order(Tensor& x, Fill&& fill) {
  if (x.is_contiguous()) return fill(x, x.mutable_data());
  Tensor values = empty_like(x);
  fill(values, values.mutable_data());
  copy_into(x, values);
}

template <class T>
T largest_below(T x) {
  const auto bits = bits_of(x);
  if (x == 0) return -std::numeric_limits<T>::denorm_min();
  return float_of(x > 0 ? bits - 1 : bits + 1);
}

}  // namespace

void Generator::set_first_row(std::int64_t row) {
  if (row < 0) throw ValueError("set_first_row: a row is at least 0; got {}", row);
  state_.first_row = row;
}

Generator::State Generator::state() const {
  auto& next = const_cast<std::uint64_t&>(state_.next);  // an atomic_ref to const comes with C++26
  return {state_.seed, std::atomic_ref(next).load(std::memory_order_relaxed), state_.first_row};
}

RandomStream Generator::next(const Shape& shape) {
  const std::uint64_t number = std::atomic_ref(state_.next).fetch_add(1, std::memory_order_relaxed);
  // A shape without elements draws none; its other sizes may multiply to more than there are
  // numbers.
  if (shape.empty() || element_count(shape) == 0) return {state_.seed, number, 0};
  return {state_.seed, number, state_.first_row * (element_count(shape) / shape[0])};
}

Generator& default_generator() {
  static Generator process_generator;
  return scoped_generator ? *scoped_generator : process_generator;
}

void manual_seed(std::uint64_t seed) { default_generator().set_state({seed, 0, 0}); }

GeneratorScope::GeneratorScope(Generator& generator) : before_(scoped_generator) {
  scoped_generator = &generator;
}
GeneratorScope::~GeneratorScope() { scoped_generator = before_; }

void fill_uniform(Tensor& x, Generator& generator, double low, double high) {
  if (!is_float(x.dtype())) refuse_dtype("fill_uniform", x, "x", "a float dtype (f32, f64)");
  visit_float(x.dtype(), "fill_uniform", [&]<class T>() {
    const T from = cast<T>(low), to = cast<T>(high);
    const T width = to - from;
    if (!(from <= to) || !(width <= std::numeric_limits<T>::max())) {
      throw ValueError(
          "fill_uniform: wants low <= high and a finite difference; got low={}, high={} for {}",
          low, high, x.describe());
    }
    const UniformFill<T> f{from, width, from < to ? largest_below(to) : from};
    const RandomStream stream = generator.next(x.shape());
    fill_in_order(x,
                  [&](Tensor& t, void* data) { random_fill(t, stream, f, static_cast<T*>(data)); });
  });
}

void fill_normal(Tensor& x, Generator& generator, double mean, double std) {
  if (!is_float(x.dtype())) refuse_dtype("fill_normal", x, "x", "a float dtype (f32, f64)");
  visit_float(x.dtype(), "fill_normal", [&]<class T>() {
    if (!(std >= 0)) {
      throw ValueError("fill_normal: std is at least 0; got {} for {}", std, x.describe());
    }
    const NormalFill<T> f{cast<T>(mean), cast<T>(std)};
    const RandomStream stream = generator.next(x.shape());
    fill_in_order(x,
                  [&](Tensor& t, void* data) { random_fill(t, stream, f, static_cast<T*>(data)); });
  });
}

void random_below(Tensor& x, Generator& generator, std::int64_t n) {
  const auto fill_integers = [&]<class T>() {
    if (n < 1 || n - 1 > std::int64_t{std::numeric_limits<T>::max()}) {
      throw ValueError(
          "random_below: n must be at least 1 and n - 1 must fit the dtype; got {} "
          "for {}",
          n, x.describe());
    }
    const RandomStream stream = generator.next(x.shape());
    const BelowFill<T> f{static_cast<std::uint64_t>(n)};
    fill_in_order(x,
                  [&](Tensor& t, void* data) { random_fill(t, stream, f, static_cast<T*>(data)); });
  };
  if (x.dtype() == u8) return fill_integers.template operator()<std::uint8_t>();
  if (x.dtype() == i32) return fill_integers.template operator()<std::int32_t>();
  if (x.dtype() == i64) return fill_integers.template operator()<std::int64_t>();
  refuse_dtype("random_below", x, "x", "an integer dtype (i64, i32, u8)");
}

void fill_bernoulli(Tensor& x, Generator& generator, double p) {
  if (!(p >= 0 && p <= 1)) {
    throw ValueError("fill_bernoulli: p is 0 to 1; got {} for {}", p, x.describe());
  }
  visit_any(x.dtype(), [&]<class T>() {
    const RandomStream stream = generator.next(x.shape());
    const BernoulliFill<T> f{p};
    fill_in_order(x,
                  [&](Tensor& t, void* data) { random_fill(t, stream, f, static_cast<T*>(data)); });
  });
}

Tensor rand(const Shape& shape, Dtype dtype, Device device, Generator& generator) {
  return uniform(shape, 0, 1, dtype, device, generator);
}

Tensor randn(const Shape& shape, Dtype dtype, Device device, Generator& generator) {
  return normal(shape, 0, 1, dtype, device, generator);
}

Tensor uniform(const Shape& shape, double low, double high, Dtype dtype, Device device,
               Generator& generator) {
  Tensor x = empty(shape, dtype, device);
  fill_uniform(x, generator, low, high);
  return x;
}

Tensor normal(const Shape& shape, double mean, double std, Dtype dtype, Device device,
              Generator& generator) {
  Tensor x = empty(shape, dtype, device);
  fill_normal(x, generator, mean, std);
  return x;
}

Tensor bernoulli(const Shape& shape, double p, Dtype dtype, Device device, Generator& generator) {
  Tensor x = empty(shape, dtype, device);
  fill_bernoulli(x, generator, p);
  return x;
}

}  // namespace thalweg
