// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <set>
#include <utility>

#include "cudasim/block.h"
#include "cudasim/runtime.h"

namespace {

constexpr int kVersion = 13000;
constexpr int kMultiProcessors = 8;

thread_local int device_now = 0;

/// A number from the environment, or what stands for it where there is none or a wrong one.
long from_environment(const char* name, long least, long most, long otherwise) {
  const char* text = std::getenv(name);
  if (!text || !*text) return otherwise;
  char* end = nullptr;
  const long value = std::strtol(text, &end, 10);
  return *end == '\0' && value >= least && value <= most ? value : otherwise;
}

struct Attributes {
  std::mutex mutex;
  std::map<std::pair<const void*, int>, std::size_t> dynamic_shared;  // by function and device
  std::set<std::pair<int, int>> peers;                                // (device, its peer)
};

Attributes& attributes() {
  static Attributes all;
  return all;
}

bool valid(int device) { return device >= 0 && device < cudasim::device_count(); }

}  // namespace

namespace cudasim {

int device_count() {
  static const int count = static_cast<int>(from_environment("CUDASIM_DEVICES", 0, 64, 8));
  return count;
}

std::size_t device_memory() {
  static const long mib = from_environment("CUDASIM_MEMORY_MIB", 1, 1 << 20, 4096);
  return static_cast<std::size_t>(mib) << 20;
}

int current_device() { return device_now; }

std::size_t dynamic_shared_limit(const void* function, int device) {
  std::lock_guard lock(attributes().mutex);
  const auto found = attributes().dynamic_shared.find({function, device});
  return found == attributes().dynamic_shared.end() ? kDefaultSharedBytes : found->second;
}

}  // namespace cudasim

using cudasim::record;

cudaError_t cudaGetDeviceCount(int* count) {
  if (!count) return record(cudaErrorInvalidValue);
  *count = cudasim::device_count();
  return record(*count > 0 ? cudaSuccess : cudaErrorNoDevice);
}

cudaError_t cudaSetDevice(int device) {
  if (!valid(device)) return record(cudaErrorInvalidDevice);
  device_now = device;
  return record(cudaSuccess);
}

cudaError_t cudaGetDevice(int* device) {
  if (!device) return record(cudaErrorInvalidValue);
  *device = device_now;
  return record(cudaSuccess);
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  if (!properties) return record(cudaErrorInvalidValue);
  if (!valid(device)) return record(cudaErrorInvalidDevice);
  cudaDeviceProp p = {};
  std::snprintf(p.name, sizeof p.name, "thalweg CUDA simulator (simulated)");
  p.totalGlobalMem = cudasim::device_memory();
  p.sharedMemPerBlock = cudasim::kDefaultSharedBytes;
  p.sharedMemPerBlockOptin = cudasim::kMostSharedBytes;
  p.sharedMemPerMultiprocessor = cudasim::kMostSharedBytes + 1024;
  p.totalConstMem = 64 * 1024;
  p.regsPerBlock = 64 * 1024;
  p.warpSize = cudasim::kWarp;
  p.maxThreadsPerBlock = cudasim::kMaxThreads;
  p.maxThreadsPerMultiProcessor = 2 * cudasim::kMaxThreads;
  const int block[3] = {1024, 1024, 64};
  const int grid[3] = {2147483647, 65535, 65535};
  std::copy_n(block, 3, p.maxThreadsDim);
  std::copy_n(grid, 3, p.maxGridSize);
  p.major = 9;
  p.minor = 0;
  p.multiProcessorCount = kMultiProcessors;
  p.l2CacheSize = 32 << 20;
  p.memoryBusWidth = 64;
  p.unifiedAddressing = 1;
  *properties = p;
  return record(cudaSuccess);
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
  cudaDeviceProp p;
  if (!value) return record(cudaErrorInvalidValue);
  if (const cudaError_t error = cudaGetDeviceProperties(&p, device)) return error;
  switch (attribute) {
    case cudaDevAttrMaxThreadsPerBlock:
      *value = p.maxThreadsPerBlock;
      break;
    case cudaDevAttrMaxSharedMemoryPerBlock:
      *value = static_cast<int>(p.sharedMemPerBlock);
      break;
    case cudaDevAttrWarpSize:
      *value = p.warpSize;
      break;
    case cudaDevAttrMultiProcessorCount:
      *value = p.multiProcessorCount;
      break;
    case cudaDevAttrComputeCapabilityMajor:
      *value = p.major;
      break;
    case cudaDevAttrComputeCapabilityMinor:
      *value = p.minor;
      break;
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
      *value = static_cast<int>(p.sharedMemPerMultiprocessor);
      break;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin:
      *value = static_cast<int>(p.sharedMemPerBlockOptin);
      break;
    default:
      return record(cudaErrorInvalidValue);
  }
  return record(cudaSuccess);
}

cudaError_t cudaDeviceSynchronize() {
  return record(valid(device_now) ? cudaSuccess : cudaErrorNoDevice);
}

cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
  if (!can) return record(cudaErrorInvalidValue);
  if (!valid(device) || !valid(peer)) return record(cudaErrorInvalidDevice);
  *can = device != peer;
  return record(cudaSuccess);
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags) {
  if (!valid(peer) || peer == device_now) return record(cudaErrorInvalidDevice);
  if (flags != 0) return record(cudaErrorInvalidValue);
  std::lock_guard lock(attributes().mutex);
  const bool added = attributes().peers.insert({device_now, peer}).second;
  return record(added ? cudaSuccess : cudaErrorPeerAccessAlreadyEnabled);
}

cudaError_t cudaDriverGetVersion(int* version) {
  if (!version) return record(cudaErrorInvalidValue);
  *version = kVersion;
  return record(cudaSuccess);
}

cudaError_t cudaRuntimeGetVersion(int* version) { return cudaDriverGetVersion(version); }

cudaError_t cudaFuncSetAttribute(const void* function, cudaFuncAttribute attribute, int value) {
  if (!function) return record(cudaErrorInvalidDeviceFunction);
  if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize) {
    const bool hint = attribute == cudaFuncAttributePreferredSharedMemoryCarveout;
    return record(hint ? cudaSuccess : cudaErrorInvalidValue);
  }
  if (value < 0 || static_cast<std::size_t>(value) > cudasim::kMostSharedBytes) {
    return record(cudaErrorInvalidValue);
  }
  std::lock_guard lock(attributes().mutex);
  attributes().dynamic_shared[{function, device_now}] = static_cast<std::size_t>(value);
  return record(cudaSuccess);
}
