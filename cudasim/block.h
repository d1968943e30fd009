// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>
#include <cudasim_launch.h>
#include <device_launch_parameters.h>

#include <array>
#include <cstdint>
#include <string>

#include "cudasim/fiber.h"

namespace cudasim {

inline constexpr int kWarp = 32;
inline constexpr int kMaxThreads = 1024;

/// What a simulated thread waits for.
enum class Wait : std::uint8_t {
  nothing,
  block,  // from here to block_or: barriers of the block
  block_count,
  block_and,
  block_or,
  warp,  // from here on: operations of the lanes of a mask
  ballot,
  any,
  all,
  shuffle,
  shuffle_up,
  shuffle_down,
  shuffle_xor,
};

/// Runs the blocks of one host thread, one at a time. Simulated threads run one after another, in
/// order, on one fiber; a thread that has to wait keeps that fiber, and the next thread begins on
/// another. A warp runs as far as it can before the next one starts.
class Block {
 public:
  Block();

  /// Runs one block to its end. Throws thalweg::DeviceError when it cannot end, when a stack
  /// overflows or when a simulated thread throws.
  void run(const Kernel& kernel, dim3 grid, dim3 block, uint3 index, void* shared);

  /// Barrier of the block; the return value is what `kind` makes of all the predicates.
  int wait_for_block(Wait kind, int predicate);

  /// Meets the lanes of `mask`. Each lane brings `value` and, for a shuffle, the lane it reads;
  /// it gets that lane's value, or what a vote makes of all of them.
  std::uint64_t wait_for_lanes(Wait kind, unsigned mask, std::uint64_t value, int source);

  int lane() const { return current_ % kWarp; }
  void* shared() const { return shared_; }

 private:
  struct Thread {  // one that waits
    std::uint64_t value;
    std::uint64_t result;
    Fiber* fiber;
    unsigned mask;
    std::int8_t source;
    Wait wait;
  };
  struct Warp {         // one bit a lane
    unsigned ready;     // parked, and may go on
    unsigned at_block;  // parked at a barrier of the block
    unsigned at_lanes;  // parked at an operation of lanes
    unsigned gone;      // has left the kernel, or never was
  };
  enum class Failure : std::uint8_t { none, overflow, exception, stuck };

  static void fiber_entry(Fiber& self);
  void run_threads(Fiber& self);
  void start_next();
  void leave_kernel();
  void park(Wait kind);
  Fiber* next_fiber();
  bool release_block();
  void meet(int warp, unsigned mask, Wait kind);
  bool all_here(int warp, unsigned mask, Wait kind) const;
  [[noreturn]] void give_up(Failure failure);
  [[noreturn]] void throw_failure();
  std::string waiting_threads() const;

  FiberPool pool_;
  Fiber host_;
  Fiber* running_ = nullptr;
  const Kernel* kernel_ = nullptr;
  int count_ = 0;    // threads of the block
  int next_ = 0;     // the first that has not started
  int current_ = 0;  // the running one
  int warp_ = 0;     // the warp that is being run
  int warps_ = 0;
  int gone_ = 0;
  Wait barrier_ = Wait::nothing;  // the kind of those who wait at the block's barrier
  bool barrier_mixed_ = false;
  int barrier_arrived_ = 0;
  int barrier_votes_ = 0;
  int barrier_result_ = 0;
  std::uint64_t next_xy_ = 0;  // its place in the block: x, and y above it
  unsigned next_z_ = 0;
  void* shared_ = nullptr;
  Failure failure_ = Failure::none;
  std::string message_;
  std::array<Warp, kMaxThreads / kWarp> warp_state_;
  std::array<Thread, kMaxThreads> threads_;
};

/// The block that runs on this host thread, or null outside kernels.
CUDASIM_TLS extern constinit thread_local Block* running_block;

/// The name of an operation as kernels call it.
const char* wait_name(Wait kind);

}  // namespace cudasim
