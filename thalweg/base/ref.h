// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <utility>

namespace thalweg {

/// Base of objects that count their owners inside themselves (one word per handle, one allocation
/// per object). The count starts at 0; the first Ref makes it 1.
class RefCounted {
 public:
  RefCounted() = default;
  RefCounted(const RefCounted&) = delete;
  RefCounted& operator=(const RefCounted&) = delete;

  void retain() const { owners_.fetch_add(1, std::memory_order_relaxed); }
  /// True when this was the last owner.
  bool release() const { return owners_.fetch_sub(1, std::memory_order_acq_rel) == 1; }
  int owners() const { return owners_.load(std::memory_order_relaxed); }

 protected:
  ~RefCounted() = default;

 private:
  mutable std::atomic<int> owners_{0};
};

/// Shared handle of a RefCounted object. `destroy(T*)`, found by argument, ends the object.
template <class T>
class Ref {
 public:
  Ref() = default;
  explicit Ref(T* object) : object_(object) {
    if (object_) object_->retain();
  }
  Ref(const Ref& other) : Ref(other.object_) {}
  Ref(Ref&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Ref& operator=(Ref other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Ref() {
    if (object_ && object_->release()) destroy(object_);
  }

  T* get() const { return object_; }
  T* operator->() const { return object_; }
  T& operator*() const { return *object_; }
  explicit operator bool() const { return object_ != nullptr; }
  bool operator==(const Ref& other) const { return object_ == other.object_; }

 private:
  T* object_ = nullptr;
};

}  // namespace thalweg
