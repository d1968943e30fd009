// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

namespace thalweg {

/// A reference to something callable: two words, no allocation. It must outlive the call.
template <class Signature>
class FunctionRef;

template <class R, class... Args>
class FunctionRef<R(Args...)> {
 public:
  template <class F>
  requires(!std::is_same_v<std::remove_cvref_t<F>, FunctionRef>) FunctionRef(F&& f)
      : object_(const_cast<void*>(static_cast<const void*>(std::addressof(f)))),
        call_([](void* object, Args... args) -> R {
          return (*static_cast<std::remove_reference_t<F>*>(object))(std::forward<Args>(args)...);
        }) {}

  R operator()(Args... args) const { return call_(object_, std::forward<Args>(args)...); }

 private:
  void* object_;
  R (*call_)(void*, Args...);
};

/// Threads that one loop may use. Starts as OMP_NUM_THREADS or the number of cores; results never
/// depend on it. ValueError below 1.
int num_threads();
void set_num_threads(int threads);

/// Runs body(0) .. body(threads - 1), each on a thread of its own, and waits for all of them. The
/// first exception that a body throws is thrown again here. Inside a body, further teams run
/// their parts one after another on the calling thread. The only OpenMP region of the library.
void run_team(int threads, FunctionRef<void(int thread)> body);

/// True inside the body of run_team.
bool in_team();

/// Calls body(begin, end) on contiguous ranges that cover 0..n, on up to num_threads() threads,
/// none with fewer than `grain` elements (the least work worth a thread's start, about 2 us).
/// Range borders are multiples of `align`. body must give each element the same value wherever
/// the borders lie.
template <class F>
void parallel_for(std::int64_t n, std::int64_t grain, F&& body, std::int64_t align = 1) {
  if (n <= 0) return;
  const std::int64_t useful = n / std::max<std::int64_t>(grain, 1);
  if (useful <= 1 || in_team()) return body(std::int64_t{0}, n);
  const int threads = static_cast<int>(std::min<std::int64_t>(num_threads(), useful));
  if (threads == 1) return body(std::int64_t{0}, n);
  const std::int64_t units = (n + align - 1) / align;
  run_team(threads, [&](int t) {
    const std::int64_t begin = units * t / threads * align;
    const std::int64_t end = std::min(n, units * (t + 1) / threads * align);
    if (begin < end) body(begin, end);
  });
}

}  // namespace thalweg
