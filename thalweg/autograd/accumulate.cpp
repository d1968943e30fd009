// SPDX-License-Identifier: Apache-2.0
#include "thalweg/autograd/accumulate.h"

#include <cstdint>
#include <mutex>

#include "thalweg/ops/add.h"
#include "thalweg/ops/loops/accumulate.h"
#include "thalweg/tensor/copy.h"

namespace thalweg {
namespace {

// A few locks for all places: a mutex in every leaf would be larger than what it guards.
std::mutex& lock_of(const Tensor& place) {
  constexpr std::size_t kLocks = 32;
  static std::mutex locks[kLocks];
  return locks[reinterpret_cast<std::uintptr_t>(&place) / 64 % kLocks];
}

}  // namespace

void accumulate(Tensor& sum, Tensor gradient, bool create_graph) {
  if (!sum.defined()) {
    sum = std::move(gradient);
  } else if (create_graph) {
    sum = add(sum, gradient);
  } else if (is_exclusive(sum)) {
    accumulate_into(sum, gradient);
  } else if (is_exclusive(gradient)) {  // a + b and b + a have the same bits
    accumulate_into(gradient, sum);
    sum = std::move(gradient);
  } else {
    sum = add(sum, gradient);
  }
}

Tensor owned(Tensor gradient) {
  if (!gradient.defined() || gradient.requires_grad() || is_exclusive(gradient)) return gradient;
  return contiguous_copy(gradient);
}

void accumulate_shared(Tensor& sum, Tensor gradient, bool create_graph) {
  std::lock_guard lock(lock_of(sum));
  const bool first = !sum.defined();
  accumulate(sum, std::move(gradient), create_graph);
  if (first) sum = owned(std::move(sum));
}

}  // namespace thalweg
