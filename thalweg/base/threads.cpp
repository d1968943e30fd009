// SPDX-License-Identifier: Apache-2.0
#include "thalweg/base/threads.h"

#include <omp.h>

#include <algorithm>
#include <atomic>
#include <exception>

#include "thalweg/base/error.h"

// libgomp is not built for the thread sanitizer, so its fork and join look like races. This file
// is compiled without instrumentation (CMake) and tells the sanitizer of both.
#ifdef THALWEG_TSAN
extern "C" void __tsan_acquire(void*);
extern "C" void __tsan_release(void*);
#else
static void __tsan_acquire(void*) {}
static void __tsan_release(void*) {}
#endif

namespace thalweg {
namespace {

std::atomic<int> thread_limit{0};  // 0: not asked for yet
thread_local bool inside_team = false;

struct TeamScope {
  bool before = inside_team;
  TeamScope() { inside_team = true; }
  ~TeamScope() { inside_team = before; }
};

}  // namespace

int num_threads() {
  const int limit = thread_limit.load(std::memory_order_relaxed);
  return limit > 0 ? limit : omp_get_max_threads();
}

void set_num_threads(int threads) {
  if (threads < 1) throw ValueError("set_num_threads: at least one thread; got {}", threads);
  thread_limit.store(threads, std::memory_order_relaxed);
}

bool in_team() { return inside_team; }

void run_team(int threads, FunctionRef<void(int)> body) {
  if (threads <= 1 || inside_team) {
    TeamScope scope;
    for (int t = 0; t < threads; ++t) body(t);
    return;
  }
  std::exception_ptr first;
  std::atomic_flag failed = ATOMIC_FLAG_INIT;
  __tsan_release(&failed);
  // Always the whole team: the runtime ends the threads that a smaller one leaves over and starts
  // new ones for the next larger one, with all that is thread_local anew.
#pragma omp parallel num_threads(std::max(threads, num_threads()))
  {
    __tsan_acquire(&failed);
    TeamScope scope;
    // The runtime may give fewer threads than asked for; every part still runs.
    for (int t = omp_get_thread_num(); t < threads; t += omp_get_num_threads()) {
      try {
        body(t);
      } catch (...) {
        if (!failed.test_and_set()) first = std::current_exception();
      }
    }
    __tsan_release(&failed);
  }
  __tsan_acquire(&failed);
  if (first) std::rethrow_exception(first);
}

}  // namespace thalweg
