// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <new>
#include <stdexcept>
#include <string_view>

#include "thalweg/base/error.h"

namespace thalweg {

/// Memory aligned to 64 bytes, contents undefined. From 1 MB on it is asked for in huge pages
/// (2 MB) where the system grants them: matrices read across their rows are up to a sixth faster.
/// MemoryError when there is none.
void* allocate_aligned(std::size_t bytes);

/// Gives back what allocate_aligned gave; nullptr is allowed.
void free_aligned(void* memory) noexcept;

/// The result of make(). Where the standard library has no memory for it, MemoryError:
///   `op: what must fit in memory; got ...`
template <class Make>
auto or_memory_error(std::string_view op, std::string_view what, std::string_view got, Make make) {
  try {
    return make();
  } catch (const std::bad_alloc&) {
  } catch (const std::length_error&) {  // a vector longer than any can be
  }
  throw MemoryError("{}: {} must fit in memory; got {}", op, what, got);
}

}  // namespace thalweg
