// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/nonzero.h"

#include <algorithm>
#include <vector>

#include "thalweg/base/threads.h"
#include "thalweg/ops/sum.h"
#include "thalweg/tensor/copy.h"

namespace thalweg {
namespace {

constexpr std::int64_t kChunk = 1 << 15;  // elements that are worth another thread

// Where the elements of each chunk start in the result; at the end how many there are.
std::vector<std::int64_t> starts_of(const bool* x, std::int64_t count) {
  const std::int64_t chunks = (count + kChunk - 1) / kChunk;
  std::vector<std::int64_t> starts(static_cast<std::size_t>(chunks + 1), 0);
  parallel_for(chunks, 1, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t chunk = begin; chunk < end; ++chunk) {
      const bool* from = x + chunk * kChunk;
      starts[chunk + 1] = std::count(from, x + std::min(count, (chunk + 1) * kChunk), true);
    }
  });
  for (std::int64_t chunk = 0; chunk < chunks; ++chunk) starts[chunk + 1] += starts[chunk];
  return starts;
}

void nonzero_cpu(const NonzeroCall& call, const std::vector<std::int64_t>& starts) {
  const auto chunks = static_cast<std::int64_t>(starts.size()) - 1;
  parallel_for(chunks, 1, [&](std::int64_t begin, std::int64_t end) {
    std::int64_t row = starts[begin];
    for (std::int64_t i = begin * kChunk; i < std::min(call.count, end * kChunk); ++i) {
      if (call.x[i]) call.write(row++, i);
    }
  });
}

}  // namespace

Tensor nonzero(const Tensor& x) {
  const Tensor mask =
      x.dtype() == boolean ? as_contiguous(x) : contiguous_copy(x, boolean, x.device());
  const bool on_cuda = x.device().is_cuda();
  std::vector<std::int64_t> starts{0};
  if (!on_cuda) starts = starts_of(mask.data<bool>(), mask.numel());
  const std::int64_t found =
      on_cuda ? static_cast<std::int64_t>(sum(contiguous_copy(mask, i64, x.device())).item())
              : starts.back();
  Tensor y = empty({found, x.dim()}, i64, x.device());
  if (y.numel() == 0) return y;
  NonzeroCall call{x.device(), x.dim(), {}, x.numel(), found, mask.data<bool>(), nullptr};
  std::copy(x.shape().begin(), x.shape().end(), call.size);
  call.result = y.mutable_data<std::int64_t>();
  if (on_cuda) {
    nonzero_cuda(call);
  } else {
    nonzero_cpu(call, starts);
  }
  return y;
}

}  // namespace thalweg
