// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/dropout.h"

#include "thalweg/base/threads.h"
#include "thalweg/ops/check.h"
#include "thalweg/tensor/copy.h"
#include "thalweg/tensor/record.h"

namespace thalweg {
namespace {

template <class T>
T uniform_of(const PhiloxGroup& words, int i) {
  if constexpr (sizeof(T) == 4) {
    return uniform_float(words[i]);
  } else {
    return uniform_double(join_words(words[2 * i], words[2 * i + 1]));
  }
}

template <class T>
void dropout_cpu(const DropoutCall& call) {
  constexpr int kPerBlock = sizeof(T) == 4 ? 4 : 2;
  constexpr std::int64_t kGrain = 1 << 13;  // elements that are worth another thread
  const DropoutScale<T> scale(call.p);
  T* y = static_cast<T*>(call.y);
  const T* x = static_cast<const T*>(call.x);
  const RandomStream& stream = call.stream;
  parallel_for(call.count, kGrain, [&](std::int64_t begin, std::int64_t end) {
    // Whole groups of Philox counters at a time; the first and the last may stick out.
    constexpr std::int64_t kGroup = kPhiloxGroup * kPerBlock;
    for (std::int64_t at = (stream.first + begin) / kGroup * kGroup; at < stream.first + end;
         at += kGroup) {
      PhiloxGroup words;
      philox_group(stream.key, stream.number, static_cast<std::uint64_t>(at / kPerBlock), words);
      T s[kGroup];
#pragma omp simd
      for (int i = 0; i < kGroup; ++i) s[i] = scale(uniform_of<T>(words, i));
      const std::int64_t first = std::max(at, stream.first + begin);
      const std::int64_t last = std::min(at + kGroup, stream.first + end);
#pragma omp simd
      for (std::int64_t i = first; i < last; ++i) {
        y[i - stream.first] = x[i - stream.first] * s[i - at];
      }
    }
  });
}

// The op under a given choice: its own derivative.
Tensor dropout_by(const Tensor& x, double p, const RandomStream& stream) {
  const Tensor xs = as_contiguous(x);
  Tensor y = empty_like(xs);
  const DropoutCall call{x.device(), x.dtype(), x.numel(), stream, p, y.mutable_data(), xs.data()};
  if (call.count > 0 && call.device.is_cuda()) {
    dropout_cuda(call);
  } else if (call.count > 0) {
    visit_float(call.dtype, "dropout", [&]<class T>() { dropout_cpu<T>(call); });
  }
  if (Record r{"dropout", {&x}, {&y}}) {
    r.backward([p, stream](Backward& pass) { pass.give(0, dropout_by(pass.output(), p, stream)); });
  }
  return y;
}

}  // namespace

Tensor dropout(const Tensor& x, double p, Generator& generator) {
  check_float("dropout", x);
  if (!(p >= 0 && p < 1)) throw ValueError("dropout: p is at least 0 and below 1; got {}", p);
  const RandomStream stream = generator.next(x.shape());
  return p == 0 ? x : dropout_by(x, p, stream);
}

}  // namespace thalweg
