// SPDX-License-Identifier: Apache-2.0
#include "thalweg/base/memory.h"

#include <sys/mman.h>

#include <cstdlib>

namespace thalweg {

void* allocate_aligned(std::size_t bytes) {
  constexpr std::size_t kHugePage = std::size_t{2} << 20;
  const std::size_t unit = bytes >= kHugePage / 2 ? kHugePage : 64;
  const std::size_t size = (bytes + unit - 1) / unit * unit;
  void* memory = size < bytes ? nullptr : std::aligned_alloc(unit, size == 0 ? unit : size);
  if (memory == nullptr) throw MemoryError("allocate: out of memory on cpu:0; got {} bytes", bytes);
  if (unit == kHugePage) madvise(memory, size, MADV_HUGEPAGE);  // a wish: refusal does no harm
  return memory;
}

void free_aligned(void* memory) noexcept { std::free(memory); }

}  // namespace thalweg
