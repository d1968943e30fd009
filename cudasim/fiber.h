// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace cudasim {

inline constexpr std::size_t kStackBytes = 64 * 1024;

/// A place where a host thread can stand: its own stack (the default) or one of the pool's.
/// The address sanitizer is told of every switch. To the thread sanitizer all fibers of a host
/// thread are that thread: it is built without its stacks of calls (cmake/compile_flags.cmake).
class Fiber {
 public:
  Fiber() = default;  // the host thread itself, once it has switched away
  Fiber(std::byte* stack, void (*entry)(Fiber& self));
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  /// Leaves this fiber, which must be the running one; returns when somebody switches back.
  void switch_to(Fiber& to);

  /// Makes a fiber that is not running start anew; what lies on its stack is forgotten, not
  /// destroyed.
  void restart();

  /// False when the stack has grown past its end, now (`here`: an address in the caller's frame)
  /// or before (the canary is dead).
  bool intact(const void* here) const {
    return static_cast<const std::byte*>(here) >= stack_ + kCanaryBytes && canary_alive();
  }

 private:
  static constexpr std::size_t kCanaryBytes = 64;
  static constexpr std::uint64_t kCanary = 0x7ca9a27d0b57ac1eULL;

  bool canary_alive() const {
    const auto* words = reinterpret_cast<const std::uint64_t*>(stack_);
    return words[kCanaryBytes / 8 - 1] == kCanary && words[0] == kCanary;
  }

  static void start();
  void arrive(void* fake_stack);

  std::byte* stack_ = nullptr;  // its low end
  void (*entry_)(Fiber&) = nullptr;
  void* context_ = nullptr;  // its stack pointer while it is not running
  void* asan_fake_stack_ = nullptr;
  const void* asan_bottom_ = nullptr;
  std::size_t asan_size_ = 0;
  bool in_pool_ = false;

  friend class FiberPool;
};

/// Fibers of one host thread, made when first needed. Their stacks lie in a few large mappings:
/// 1024 fibers on 64 host threads with a guard page each would pass the kernel's limit.
class FiberPool {
 public:
  explicit FiberPool(void (*entry)(Fiber& self)) : entry_(entry) {}
  ~FiberPool();
  FiberPool(const FiberPool&) = delete;
  FiberPool& operator=(const FiberPool&) = delete;

  Fiber& take() {
    if (free_.empty()) grow();
    Fiber* fiber = free_.back();
    free_.pop_back();
    fiber->in_pool_ = false;
    return *fiber;
  }

  void give(Fiber& fiber) {
    fiber.in_pool_ = true;
    free_.push_back(&fiber);
  }

  /// Takes back every fiber, none of which may be running. Those that are out are restarted; with
  /// `spoiled` all are, since a stack has grown into others.
  void take_back(bool spoiled);

 private:
  void grow();

  void (*entry_)(Fiber&);
  std::vector<std::unique_ptr<Fiber>> all_;
  std::vector<Fiber*> free_;
  std::vector<void*> slabs_;
};

}  // namespace cudasim
