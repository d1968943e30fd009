// SPDX-License-Identifier: Apache-2.0
#include "cudasim/fiber.h"

#include <sys/mman.h>

#include <algorithm>
#include <new>

// Present only where the address sanitizer is linked; weak, so that one source serves every build.
extern "C" {
__attribute__((weak)) void __sanitizer_start_switch_fiber(void** save, const void* bottom,
                                                          std::size_t size);
__attribute__((weak)) void __sanitizer_finish_switch_fiber(void* save, const void** bottom_old,
                                                           std::size_t* size_old);
__attribute__((weak)) void __asan_unpoison_memory_region(const volatile void* address,
                                                         std::size_t size);
}

// Leaves a stack and goes on with another: what the calling convention keeps is pushed, the stack
// pointer changed, and the same popped. It ends with `ret`, so the processor's guess of return
// addresses stays right from fiber to fiber, as all of them wait in the same few functions.
extern "C" void cudasim_switch_stack(void** left, void* entered);
asm(R"(
  .pushsection .text
  .globl cudasim_switch_stack
  .type cudasim_switch_stack, @function
  .balign 16
cudasim_switch_stack:
  .cfi_startproc
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  ret
  .cfi_endproc
  .size cudasim_switch_stack, .-cudasim_switch_stack
  .popsection
)");

namespace cudasim {
namespace {

constexpr int kFibersPerSlab = 32;
// Stack tops 64 KiB apart would all fall into the same few sets of the caches.
constexpr std::size_t kStride = kStackBytes + 13 * 64;
// Below the lowest stack: room that an overflow may spoil before it is noticed.
constexpr std::size_t kSlabBytes = kFibersPerSlab * kStride + 4 * kStackBytes;

// The switch in progress on this host thread: a fiber that starts reads here who it is.
constinit thread_local Fiber* leaving = nullptr;
constinit thread_local Fiber* entering = nullptr;

}  // namespace

void Fiber::start() {
  Fiber& self = *entering;
  self.arrive(nullptr);
  self.entry_(self);
}

Fiber::Fiber(std::byte* stack, void (*entry)(Fiber&)) : stack_(stack), entry_(entry) {
  asan_bottom_ = stack;
  asan_size_ = kStackBytes;
  restart();
}

void Fiber::restart() {
  if (__asan_unpoison_memory_region) __asan_unpoison_memory_region(stack_, kStackBytes);
  asan_fake_stack_ = nullptr;
  auto* words = reinterpret_cast<std::uint64_t*>(stack_);
  for (std::size_t i = 0; i < kCanaryBytes / 8; ++i) words[i] = kCanary;
  // As if somebody had called start(), from nowhere, with its registers still to be popped. At a
  // function's first instruction the stack pointer is 8 above a multiple of 16.
  auto* top = reinterpret_cast<void**>(stack_ + kStackBytes) - 3;
  top[0] = nullptr;  // start() never returns
  top[-1] = reinterpret_cast<void*>(&Fiber::start);
  std::fill(top - 7, top - 1, nullptr);
  context_ = top - 7;
}

void Fiber::switch_to(Fiber& to) {
  leaving = this;
  entering = &to;
  if (__sanitizer_start_switch_fiber) {
    __sanitizer_start_switch_fiber(&asan_fake_stack_, to.asan_bottom_, to.asan_size_);
  }
  cudasim_switch_stack(&context_, to.context_);
  arrive(asan_fake_stack_);
}

void Fiber::arrive(void* fake_stack) {
  if (!__sanitizer_finish_switch_fiber) return;
  // The first arrival also tells where the host thread's own stack lies.
  __sanitizer_finish_switch_fiber(fake_stack, &leaving->asan_bottom_, &leaving->asan_size_);
}

FiberPool::~FiberPool() {
  all_.clear();
  for (void* slab : slabs_) {
    // What lay on the stacks would stay forbidden to whoever gets these addresses next.
    if (__asan_unpoison_memory_region) __asan_unpoison_memory_region(slab, kSlabBytes);
    munmap(slab, kSlabBytes);
  }
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
