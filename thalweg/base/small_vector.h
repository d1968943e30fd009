// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <utility>

namespace thalweg {

/// A growing list whose first N elements need no allocation. Move-only elements are fine; the list
/// itself is neither copied nor moved (it lives inside objects that stay where they are).
template <class T, std::size_t N>
class SmallVector {
 public:
  SmallVector() = default;
  SmallVector(const SmallVector&) = delete;
  SmallVector& operator=(const SmallVector&) = delete;
  ~SmallVector() {
    clear();
    if (!in_place()) ::operator delete (data_, std::align_val_t{alignof(T)});
  }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }
  T& back() { return data_[size_ - 1]; }

  void push_back(T value) {
    if (size_ == capacity_) grow();
    new (data_ + size_) T(std::move(value));
    ++size_;
  }
  void clear() {
    std::destroy_n(data_, size_);
    size_ = 0;
  }

 private:
  bool in_place() const { return data_ == reinterpret_cast<const T*>(room_); }

  void grow() {
    void* room = ::operator new (2 * capacity_ * sizeof(T), std::align_val_t{alignof(T)});
    T* larger = static_cast<T*>(room);
    std::uninitialized_move_n(data_, size_, larger);
    std::destroy_n(data_, size_);
    if (!in_place()) ::operator delete (data_, std::align_val_t{alignof(T)});
    data_ = larger;
    capacity_ *= 2;
  }

  alignas(T) std::byte room_[N * sizeof(T)];
  T* data_ = reinterpret_cast<T*>(room_);
  std::size_t size_ = 0;
  std::size_t capacity_ = N;
};

}  // namespace thalweg
