// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <mutex>
#include <set>

#include "cudasim/runtime.h"

// A handle is its own address; nothing runs later than it is asked for.
struct CUstream_st {
  int device;
};

struct CUevent_st {
  bool timed;
  bool recorded = false;
  std::chrono::steady_clock::time_point time{};
};

namespace {

using cudasim::record;

struct Handles {
  std::mutex mutex;
  std::set<cudaStream_t> streams;
  std::set<cudaEvent_t> events;

  static Handles& all() {
    static Handles* const handles = new Handles;  // outlives every static object that frees
    return *handles;
  }
};

bool event_alive(cudaEvent_t event) {
  std::lock_guard lock(Handles::all().mutex);
  return Handles::all().events.contains(event);
}

cudaError_t of_stream(cudaStream_t stream) {
  return record(cudasim::stream_alive(stream) ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

cudaError_t of_event(cudaEvent_t event) {
  return record(event_alive(event) ? cudaSuccess : cudaErrorInvalidResourceHandle);
}

}  // namespace

namespace cudasim {

bool stream_alive(cudaStream_t stream) {
  if (!stream) return true;
  std::lock_guard lock(Handles::all().mutex);
  return Handles::all().streams.contains(stream);
}

}  // namespace cudasim

cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  return cudaStreamCreateWithFlags(stream, cudaStreamDefault);
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
  if (!stream || flags > cudaStreamNonBlocking) return record(cudaErrorInvalidValue);
  if (cudasim::device_count() == 0) return record(cudaErrorNoDevice);
  *stream = new CUstream_st{cudasim::current_device()};
  std::lock_guard lock(Handles::all().mutex);
  Handles::all().streams.insert(*stream);
  return record(cudaSuccess);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  {
    std::lock_guard lock(Handles::all().mutex);
    if (Handles::all().streams.erase(stream) == 0) return record(cudaErrorInvalidResourceHandle);
  }
  delete stream;
  return record(cudaSuccess);
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) { return of_stream(stream); }

cudaError_t cudaStreamQuery(cudaStream_t stream) { return of_stream(stream); }

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags) {
  if (flags != 0) return record(cudaErrorInvalidValue);
  if (!event_alive(event)) return record(cudaErrorInvalidResourceHandle);
  return of_stream(stream);
}

cudaError_t cudaEventCreate(cudaEvent_t* event) {
  return cudaEventCreateWithFlags(event, cudaEventDefault);
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
  if (!event || (flags & ~(cudaEventBlockingSync | cudaEventDisableTiming)) != 0) {
    return record(cudaErrorInvalidValue);
  }
  *event = new CUevent_st{(flags & cudaEventDisableTiming) == 0};
  std::lock_guard lock(Handles::all().mutex);
  Handles::all().events.insert(*event);
  return record(cudaSuccess);
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  {
    std::lock_guard lock(Handles::all().mutex);
    if (Handles::all().events.erase(event) == 0) return record(cudaErrorInvalidResourceHandle);
  }
  delete event;
  return record(cudaSuccess);
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  if (!event_alive(event)) return record(cudaErrorInvalidResourceHandle);
  event->time = std::chrono::steady_clock::now();
  event->recorded = true;
  return of_stream(stream);
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) { return of_event(event); }

cudaError_t cudaEventQuery(cudaEvent_t event) { return of_event(event); }

cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t from, cudaEvent_t to) {
  if (!milliseconds) return record(cudaErrorInvalidValue);
  if (!event_alive(from) || !event_alive(to)) return record(cudaErrorInvalidResourceHandle);
  if (!from->timed || !to->timed || !from->recorded || !to->recorded) {
    return record(cudaErrorInvalidResourceHandle);
  }
  *milliseconds = std::chrono::duration<float, std::milli>(to->time - from->time).count();
  return record(cudaSuccess);
}
