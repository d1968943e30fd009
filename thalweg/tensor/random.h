// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "thalweg/tensor/philox.h"
#include "thalweg/tensor/tensor.h"

namespace thalweg {

/// Hands out the random streams of a program. Every random call takes the next stream number, so
/// what it gives depends on the seed and on how many random calls came before, and on nothing else.
///
/// A shard of a batch gets the numbers of its rows in the whole batch: set_first_row(r) makes
/// element 0 of the next tensors the first element of global row r (rows are axis 0). Shards that
/// follow each other on one device start from the same state: save state(), give it back with
/// set_state() before the next shard.
///
/// Threads: next() may be called from several threads at once, each call gets a stream of its own,
/// but which one depends on who came first. A thread that must give the same numbers on every run
/// works with a Generator of its own (GeneratorScope).
class Generator {
 public:
  explicit Generator(std::uint64_t seed = 0) : state_{seed, 0, 0} {}

  struct State {
    std::uint64_t seed = 0;  // the key of Philox
    std::uint64_t next = 0;  // number of the next stream
    std::int64_t first_row = 0;
    bool operator==(const State&) const = default;
  };
  State state() const;
  void set_state(const State& state) { state_ = state; }

  std::int64_t first_row() const { return state_.first_row; }
  /// ValueError when negative.
  void set_first_row(std::int64_t row);

  /// The next stream, for a tensor of this shape (an empty one takes a stream as well).
  RandomStream next(const Shape& shape);

 private:
  State state_;
};

/// The generator that random calls use when none is given: the one of the innermost GeneratorScope
/// of this thread, else one for the whole process, seeded with 0 at start.
Generator& default_generator();

/// Starts default_generator() anew: seed, stream 0, first row 0.
void manual_seed(std::uint64_t seed);

/// Makes `generator` the default one of the calling thread.
class GeneratorScope {
 public:
  explicit GeneratorScope(Generator& generator);
  ~GeneratorScope();
  GeneratorScope(const GeneratorScope&) = delete;

 private:
  Generator* before_;
};

// Fills. Each counts as an in-place write, takes one stream, and gives the same bits on every
// device and thread count; an element depends on its place in row-major order, not on strides.

/// Floats in [low, high): low + u (high - low), u with 24 (f32) or 53 (f64) random bits; all `low`
/// when low == high. ValueError when low > high or high - low is not finite.
void fill_uniform(Tensor& x, Generator& generator, double low = 0, double high = 1);

/// Normal floats by Box and Muller's method: elements 2j and 2j + 1 of the stream are
///   mean + std r cos(2 pi v),  mean + std r sin(2 pi v),  r = sqrt(-2 log(1 - u)),
/// u and v uniform from the words of these two elements. r is at most 5.8 (f32) or 8.6 (f64).
/// ValueError when std < 0.
void fill_normal(Tensor& x, Generator& generator, double mean = 0, double std = 1);

/// Integers (i64, i32, u8) in 0..n-1, equally likely to 1 in 2^64 / n. ValueError when n < 1 or
/// n - 1 does not fit the dtype.
void random_below(Tensor& x, Generator& generator, std::int64_t n);

/// 1 with probability p, 0 otherwise, in any dtype: 1 where u < p, u in [0, 1) with 24 (f32) or 53
/// random bits. ValueError when p lies outside 0 .. 1.
void fill_bernoulli(Tensor& x, Generator& generator, double p = 0.5);

/// New tensors: uniform in [0, 1), standard normal, and by the fills above.
Tensor rand(const Shape& shape, Dtype dtype = f32, Device device = cpu(),
            Generator& generator = default_generator());
Tensor randn(const Shape& shape, Dtype dtype = f32, Device device = cpu(),
             Generator& generator = default_generator());
Tensor uniform(const Shape& shape, double low, double high, Dtype dtype = f32,
               Device device = cpu(), Generator& generator = default_generator());
Tensor normal(const Shape& shape, double mean, double std, Dtype dtype = f32, Device device = cpu(),
              Generator& generator = default_generator());
Tensor bernoulli(const Shape& shape, double p = 0.5, Dtype dtype = f32, Device device = cpu(),
                 Generator& generator = default_generator());

}  // namespace thalweg
