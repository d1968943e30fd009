// SPDX-License-Identifier: Apache-2.0
#include "cudasim/block.h"

#include <cstdlib>
#include <exception>

#include "cudasim/builtins.h"
#include "thalweg/base/error.h"

namespace cudasim {

constinit thread_local Block* running_block = nullptr;

namespace {

constexpr std::uint64_t kNoLane = ~std::uint64_t{0};

bool has(unsigned lanes, int lane) { return lanes >> lane & 1u; }

/// Calls f(lane) for each lane of a mask, in ascending order.
template <class F>
void for_lanes(unsigned lanes, F&& f) {
  for (; lanes != 0; lanes &= lanes - 1) f(__builtin_ctz(lanes));
}

}  // namespace

Block::Block() : pool_(&Block::fiber_entry) {}

void Block::run(const Kernel& kernel, dim3 grid, dim3 block, uint3 index, void* shared) {
  kernel_ = &kernel;
  shared_ = shared;
  grid_size = grid;
  block_size = block;
  block_index = index;
  count_ = static_cast<int>(block.x * block.y * block.z);
  warps_ = (count_ + kWarp - 1) / kWarp;
  for (int w = 0; w < warps_; ++w) warp_state_[w] = {};
  if (count_ % kWarp != 0) warp_state_[warps_ - 1].gone = ~0u << count_ % kWarp;
  next_ = warp_ = gone_ = 0;
  next_xy_ = next_z_ = 0;
  barrier_ = Wait::nothing;
  barrier_mixed_ = false;
  barrier_arrived_ = barrier_votes_ = 0;
  failure_ = Failure::none;

  Fiber& first = pool_.take();
  running_ = &first;
  running_block = this;
  host_.switch_to(first);
  running_block = nullptr;
  if (failure_ != Failure::none) throw_failure();
}

void Block::fiber_entry(Fiber& self) { running_block->run_threads(self); }

// x and y are one word: two halves stored and then read as one would wait for the store.
inline void Block::start_next() {
  current_ = next_++;
  thread_index = {static_cast<unsigned>(next_xy_), static_cast<unsigned>(next_xy_ >> 32), next_z_};
  ++next_xy_;
  if (static_cast<unsigned>(next_xy_) < block_size.x) return;
  next_xy_ = (next_xy_ >> 32 << 32) + (std::uint64_t{1} << 32);
  if (next_xy_ >> 32 < block_size.y) return;
  next_xy_ = 0;
  ++next_z_;
}

inline void Block::leave_kernel() {
  const int w = current_ / kWarp;
  Warp& warp = warp_state_[w];
  warp.gone |= 1u << current_ % kWarp;
  ++gone_;
  // Those who waited for this lane wait no longer.
  for_lanes(warp.at_lanes, [&](int lane) {
    const Thread& thread = threads_[w * kWarp + lane];
    if (has(warp.at_lanes, lane)) meet(w, thread.mask, thread.wait);
  });
}

void Block::run_threads(Fiber& self) {
  for (;;) {
    start_next();
    bool threw = false;
    try {
      kernel_->run(kernel_->arguments);
    } catch (const std::exception& error) {
      threw = true;
      message_ = error.what();
    } catch (...) {
      threw = true;
      message_ = "an exception of unknown type";
    }
    // Out of the handler: a fiber that is in one may not be left for good.
    if (threw) give_up(Failure::exception);
    if (!self.intact(__builtin_frame_address(0))) give_up(Failure::overflow);
    leave_kernel();
    if (next_ < count_ && next_ / kWarp == warp_ && warp_state_[warp_].ready == 0) continue;
    Fiber* to = next_fiber();
    if (!to) continue;
    pool_.give(self);
    running_ = to;
    self.switch_to(*to);
  }
}

Fiber* Block::next_fiber() {
  for (;;) {
    for (; warp_ < warps_; ++warp_) {
      Warp& warp = warp_state_[warp_];
      if (warp.ready != 0) {
        current_ = warp_ * kWarp + __builtin_ctz(warp.ready);
        warp.ready &= warp.ready - 1;
        return threads_[current_].fiber;
      }
      if (next_ < count_ && next_ / kWarp == warp_) return nullptr;
    }
    if (gone_ == count_) return &host_;
    if (!release_block()) {
      failure_ = Failure::stuck;
      return &host_;
    }
  }
}

bool Block::release_block() {
  if (barrier_mixed_ || barrier_arrived_ + gone_ != count_) return false;
  barrier_result_ = barrier_ == Wait::block_count ? barrier_votes_
                    : barrier_ == Wait::block_and ? barrier_votes_ == barrier_arrived_
                                                  : barrier_votes_ != 0;
  barrier_ = Wait::nothing;
  barrier_arrived_ = barrier_votes_ = 0;
  for (int w = 0; w < warps_; ++w) {
    warp_state_[w].ready = warp_state_[w].at_block;
    warp_state_[w].at_block = 0;
  }
  warp_ = 0;
  return true;
}

void Block::park(Wait kind) {
  Fiber& self = *running_;
  if (!self.intact(__builtin_frame_address(0))) give_up(Failure::overflow);
  threads_[current_].fiber = &self;
  threads_[current_].wait = kind;
  const uint3 index = thread_index;
  Fiber* to = next_fiber();
  if (to == &self) return;
  if (!to) to = &pool_.take();
  running_ = to;
  self.switch_to(*to);
  thread_index = index;
}

int Block::wait_for_block(Wait kind, int predicate) {
  if (barrier_ == Wait::nothing) barrier_ = kind;
  if (barrier_ != kind) barrier_mixed_ = true;
  ++barrier_arrived_;
  barrier_votes_ += predicate != 0;
  warp_state_[current_ / kWarp].at_block |= 1u << current_ % kWarp;
  park(kind);
  return barrier_result_;
}

std::uint64_t Block::wait_for_lanes(Wait kind, unsigned mask, std::uint64_t value, int source) {
  const int w = current_ / kWarp;
  const int lane = current_ % kWarp;
  if (!has(mask, lane)) {
    throw thalweg::DeviceError(
        "{}: the calling lane must be in its own mask; got lane {}, mask {:#010x}", wait_name(kind),
        lane, mask);
  }
  Warp& warp = warp_state_[w];
  Thread& thread = threads_[current_];
  thread.value = value;
  thread.mask = mask;
  thread.source = static_cast<std::int8_t>(source);
  thread.wait = kind;
  warp.at_lanes |= 1u << lane;
  meet(w, mask, kind);
  if (has(warp.ready, lane)) {
    warp.ready &= ~(1u << lane);  // the last one to come goes on at once
  } else {
    park(kind);
  }
  return thread.result;
}

void Block::meet(int w, unsigned mask, Wait kind) {
  if (!all_here(w, mask, kind)) return;
  Warp& warp = warp_state_[w];
  Thread* threads = &threads_[w * kWarp];
  const unsigned here = mask & ~warp.gone;
  unsigned votes = 0;
  for_lanes(here,
            [&](int lane) { votes |= static_cast<unsigned>(threads[lane].value != 0) << lane; });
  for_lanes(here, [&](int lane) {
    Thread& thread = threads[lane];
    switch (kind) {
      case Wait::warp:
        break;
      case Wait::ballot:
        thread.result = votes;
        break;
      case Wait::any:
        thread.result = votes != 0;
        break;
      case Wait::all:
        thread.result = votes == here;
        break;
      default:
        thread.result = has(here, thread.source) ? threads[thread.source].value : kNoLane;
    }
  });
  warp.ready |= here;
  warp.at_lanes &= ~here;
}

bool Block::all_here(int w, unsigned mask, Wait kind) const {
  const Warp& warp = warp_state_[w];
  const unsigned here = mask & ~warp.gone;
  if ((here & ~warp.at_lanes) != 0) return false;
  bool same = true;
  for_lanes(here, [&](int lane) {
    const Thread& thread = threads_[w * kWarp + lane];
    same = same && thread.mask == mask && thread.wait == kind;
  });
  return same;
}

void Block::give_up(Failure failure) {
  Fiber& self = *running_;
  failure_ = failure;
  running_ = &host_;
  self.switch_to(host_);
  std::abort();  // nobody switches back
}

}  // namespace cudasim
