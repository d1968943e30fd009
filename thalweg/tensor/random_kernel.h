// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "thalweg/base/math.h"
#include "thalweg/tensor/philox.h"
#include "thalweg/tensor/tensor.h"

// What random.cpp and random.cu share: functors that turn one block of Philox into the elements
// that it holds, and the CUDA launchers.
namespace thalweg {

/// Elements of type T that one block holds: four floats, two of everything else.
template <class T>
inline constexpr int kPerBlock = 2;
template <>
inline constexpr int kPerBlock<float> = 4;

template <class T>
struct UniformFill {
  T low, width, last;  // last: the largest value below high

  THALWEG_HD void operator()(const PhiloxBlock& block, float (&x)[4]) const {
    for (int i = 0; i < 4; ++i) x[i] = place(uniform_float(block.word[i]));
  }
  THALWEG_HD void operator()(const PhiloxBlock& block, double (&x)[2]) const {
    for (int i = 0; i < 2; ++i) {
      x[i] = place(uniform_double(join_words(block.word[2 * i], block.word[2 * i + 1])));
    }
  }
  THALWEG_HD T place(T u) const {
    const T x = low + u * width;
    return x < last ? x : last;
  }
};

template <class T>
struct NormalFill {
  T mean, std;

  THALWEG_HD void operator()(const PhiloxBlock& block, float (&x)[4]) const {
    for (int i = 0; i < 4; i += 2) {
      pair(uniform_float(block.word[i]), uniform_float(block.word[i + 1]), x[i], x[i + 1]);
    }
  }
  THALWEG_HD void operator()(const PhiloxBlock& block, double (&x)[2]) const {
    pair(uniform_double(join_words(block.word[0], block.word[1])),
         uniform_double(join_words(block.word[2], block.word[3])), x[0], x[1]);
  }
  THALWEG_HD void pair(T u, T v, T& x, T& y) const {
    const T r = math::sqrt(T(-2) * math::log(T(1) - u));
    const T angle = T(6.283185307179586) * v;
    x = mean + std * (r * math::cos(angle));
    y = mean + std * (r * math::sin(angle));
  }
};

template <class T>
struct BelowFill {
  std::uint64_t n;

  THALWEG_HD void operator()(const PhiloxBlock& block, T (&x)[2]) const {
    for (int i = 0; i < 2; ++i) {
      const std::uint64_t bits = join_words(block.word[2 * i], block.word[2 * i + 1]);
      x[i] = static_cast<T>(uniform_below(bits, n));
    }
  }
};

template <class T>
struct BernoulliFill {
  double p;

  THALWEG_HD void operator()(const PhiloxBlock& block, float (&x)[4]) const {
    const auto below = static_cast<float>(p);
    for (int i = 0; i < 4; ++i) x[i] = uniform_float(block.word[i]) < below ? 1.0f : 0.0f;
  }
  template <class U>
  THALWEG_HD void operator()(const PhiloxBlock& block, U (&x)[2]) const {
    for (int i = 0; i < 2; ++i) {
      const std::uint64_t bits = join_words(block.word[2 * i], block.word[2 * i + 1]);
      x[i] = static_cast<U>(uniform_double(bits) < p);
    }
  }
};

/// Fills `count` > 0 elements at `to` on one CUDA device (random.cu).
template <class F, class T>
void random_fill_cuda(Device device, const RandomStream& stream, const F& f, T* to,
                      std::int64_t count);

}  // namespace thalweg
