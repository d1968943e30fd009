// SPDX-License-Identifier: Apache-2.0
#include "cudasim/fiber.h"

#include <sys/mman.h>

#include <boost/context/detail/fcontext.hpp>
#include <new>

// Present only where a sanitizer is linked; weak, so that one source serves every build.
extern "C" {
__attribute__((weak)) void __sanitizer_start_switch_fiber(void** save, const void* bottom,
                                                          std::size_t size);
__attribute__((weak)) void __sanitizer_finish_switch_fiber(void* save, const void** bottom_old,
                                                           std::size_t* size_old);
__attribute__((weak)) void __asan_unpoison_memory_region(const volatile void* address,
                                                         std::size_t size);
__attribute__((weak)) void* __tsan_get_current_fiber();
__attribute__((weak)) void* __tsan_create_fiber(unsigned flags);
__attribute__((weak)) void __tsan_destroy_fiber(void* fiber);
__attribute__((weak)) void __tsan_switch_to_fiber(void* fiber, unsigned flags);
}

namespace cudasim {

namespace context = boost::context::detail;

namespace {

constexpr int kFibersPerSlab = 32;
// Stack tops 64 KiB apart would all fall into the same few sets of the caches.
constexpr std::size_t kStride = kStackBytes + 13 * 64;
// Below the lowest stack: room that an overflow may spoil before it is noticed.
constexpr std::size_t kSlabBytes = kFibersPerSlab * kStride + 4 * kStackBytes;

struct Jump {
  Fiber* from;
  Fiber* to;
};

}  // namespace

struct FiberStart {
  static void run(context::transfer_t arrived) {
    const Jump jump = *static_cast<Jump*>(arrived.data);
    jump.from->context_ = arrived.fctx;
    if (__sanitizer_finish_switch_fiber) {
      // The first arrival also tells where the host thread's own stack lies.
      __sanitizer_finish_switch_fiber(nullptr, &jump.from->asan_bottom_, &jump.from->asan_size_);
    }
    jump.to->entry_(*jump.to);
  }
};

Fiber::Fiber(std::byte* stack, void (*entry)(Fiber&)) : stack_(stack), entry_(entry) {
  asan_bottom_ = stack;
  asan_size_ = kStackBytes;
  restart();
}

Fiber::~Fiber() {
  if (stack_ && tsan_) __tsan_destroy_fiber(tsan_);
}

void Fiber::restart() {
  if (__asan_unpoison_memory_region) __asan_unpoison_memory_region(stack_, kStackBytes);
  if (tsan_) __tsan_destroy_fiber(tsan_);
  tsan_ = nullptr;
  asan_fake_stack_ = nullptr;
  auto* words = reinterpret_cast<std::uint64_t*>(stack_);
  for (std::size_t i = 0; i < kCanaryBytes / 8; ++i) words[i] = kCanary;
  context_ = context::make_fcontext(stack_ + kStackBytes, kStackBytes, FiberStart::run);
}

void Fiber::switch_to(Fiber& to) {
  Jump jump{this, &to};
  if (__sanitizer_start_switch_fiber) {
    __sanitizer_start_switch_fiber(&asan_fake_stack_, to.asan_bottom_, to.asan_size_);
  }
  if (__tsan_switch_to_fiber) {
    if (!stack_) tsan_ = __tsan_get_current_fiber();
    if (!to.tsan_) to.tsan_ = __tsan_create_fiber(0);  // takes a millisecond: only when needed
    __tsan_switch_to_fiber(to.tsan_, 0);
  }
  const context::transfer_t arrived = context::jump_fcontext(to.context_, &jump);
  Fiber& from = *static_cast<Jump*>(arrived.data)->from;
  from.context_ = arrived.fctx;
  if (__sanitizer_finish_switch_fiber) {
    __sanitizer_finish_switch_fiber(asan_fake_stack_, &from.asan_bottom_, &from.asan_size_);
  }
}

FiberPool::~FiberPool() {
  all_.clear();
  for (void* slab : slabs_) munmap(slab, kSlabBytes);
}

void FiberPool::take_back(bool spoiled) {
  for (const auto& fiber : all_) {
    if (spoiled || !fiber->in_pool_) fiber->restart();
    if (!fiber->in_pool_) give(*fiber);
  }
}

void FiberPool::grow() {
  void* slab = mmap(nullptr, kSlabBytes, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (slab == MAP_FAILED) throw std::bad_alloc();
  slabs_.push_back(slab);
  free_.reserve(all_.size() + kFibersPerSlab);  // so that give() never allocates
  auto* base = static_cast<std::byte*>(slab) + 4 * kStackBytes;
  for (int i = 0; i < kFibersPerSlab; ++i) {
    all_.push_back(std::make_unique<Fiber>(base + i * kStride, entry_));
    give(*all_.back());
  }
}

}  // namespace cudasim
