// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <new>

namespace thalweg {

/// A thread's working memory for purpose `Tag`: at least `count` elements, aligned to 64 bytes,
/// with whatever the last use left in it. Valid until the same thread asks for the same Tag again.
/// It grows to the largest use and is freed when the thread ends.
template <class Tag, class T>
T* scratch(std::size_t count) {
  struct Free {
    void operator()(T* p) const { ::operator delete (p, std::align_val_t{64}); }
  };
  struct Buffer {
    std::unique_ptr<T, Free> data;
    std::size_t size = 0;
  };
  thread_local Buffer buffer;
  if (buffer.size < count) {
    buffer.data.reset();
    buffer.size = 0;
    buffer.data.reset(static_cast<T*>(::operator new (count * sizeof(T), std::align_val_t{64})));
    buffer.size = count;
  }
  return buffer.data.get();
}

}  // namespace thalweg
