// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>

#include "thalweg/base/memory.h"

namespace thalweg {

/// A thread's working memory for purpose `Tag`: at least `count` elements, aligned to 64 bytes,
/// with whatever the last use left in it. Valid until the same thread asks for the same Tag again.
/// It grows to the largest use and is freed when the thread ends.
template <class Tag, class T>
T* scratch(std::size_t count) {
  struct Free {
    void operator()(T* p) const { free_aligned(p); }
  };
  struct Buffer {
    std::unique_ptr<T, Free> data;
    std::size_t size = 0;
  };
  thread_local Buffer buffer;
  if (buffer.size < count) {
    buffer = {};  // first, so that both need not fit
    buffer.data.reset(static_cast<T*>(allocate_aligned(count * sizeof(T))));
    buffer.size = count;
  }
  return buffer.data.get();
}

}  // namespace thalweg
