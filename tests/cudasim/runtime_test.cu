// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "thalweg/base/launch.cuh"

namespace {

struct OnDevice {
  explicit OnDevice(int device) { REQUIRE(cudaSetDevice(device) == cudaSuccess); }
  ~OnDevice() { cudaSetDevice(0); }
};

std::size_t free_bytes() {
  std::size_t free = 0, total = 0;
  REQUIRE(cudaMemGetInfo(&free, &total) == cudaSuccess);
  return free;
}

}  // namespace

TEST_CASE("cudasim: devices say that they are simulated") {
  int count = 0;
  REQUIRE(cudaGetDeviceCount(&count) == cudaSuccess);
  REQUIRE(count >= 2);
  cudaDeviceProp p;
  REQUIRE(cudaGetDeviceProperties(&p, count - 1) == cudaSuccess);
  CHECK(std::string(p.name).find("(simulated)") != std::string::npos);
  CHECK(p.warpSize == 32);
  CHECK(cudaGetDeviceProperties(&p, count) == cudaErrorInvalidDevice);
  CHECK(cudaSetDevice(-1) == cudaErrorInvalidDevice);
  CHECK(cudaPeekAtLastError() == cudaErrorInvalidDevice);
  CHECK(cudaGetLastError() == cudaErrorInvalidDevice);
  CHECK(cudaGetLastError() == cudaSuccess);
  int can = -1, shared = 0;
  CHECK(cudaDeviceCanAccessPeer(&can, 0, 1) == cudaSuccess);
  CHECK(can == 1);
  CHECK(cudaDeviceGetAttribute(&shared, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0) == cudaSuccess);
  CHECK(shared == 227 * 1024);
  CHECK(std::string(cudaGetErrorName(cudaErrorInvalidDevice)) == "cudaErrorInvalidDevice");
  CHECK(std::string(cudaGetErrorString(cudaErrorInvalidDevice)) == "invalid device ordinal");
}

TEST_CASE("cudasim: each device has memory of its own, and a limit") {
  const std::size_t before = free_bytes();
  float* a = nullptr;
  REQUIRE(cudaMalloc(&a, 1000) == cudaSuccess);
  CHECK(reinterpret_cast<std::uintptr_t>(a) % 256 == 0);
  CHECK(free_bytes() == before - 1000);
  cudaPointerAttributes at;
  REQUIRE(cudaPointerGetAttributes(&at, a + 10) == cudaSuccess);
  CHECK(at.type == cudaMemoryTypeDevice);
  CHECK(at.device == 0);
  {
    OnDevice one(1);
    CHECK(free_bytes() == before);
    float* b = nullptr;
    REQUIRE(cudaMalloc(&b, 1024) == cudaSuccess);
    void* more = &b;
    CHECK(cudaMalloc(&more, before - 1023) == cudaErrorMemoryAllocation);
    CHECK(more == nullptr);
    CHECK(cudaMalloc(&more, ~std::size_t{0}) == cudaErrorMemoryAllocation);
    CHECK(cudaFree(b) == cudaSuccess);
  }
  cudaGetLastError();
  int local = 0;
  CHECK(cudaFree(&local) == cudaErrorInvalidValue);
  CHECK(cudaFree(a + 1) == cudaErrorInvalidValue);
  CHECK(cudaFree(nullptr) == cudaSuccess);
  CHECK(cudaFreeHost(a) == cudaErrorInvalidValue);
  CHECK(cudaFree(a) == cudaSuccess);
  CHECK(cudaFree(a) == cudaErrorInvalidValue);
  CHECK(free_bytes() == before);
  cudaGetLastError();
}

TEST_CASE("cudasim: copies check both ends") {
  int *a = nullptr, *b = nullptr, *pinned = nullptr;
  REQUIRE(cudaMalloc(&a, 40) == cudaSuccess);
  REQUIRE(cudaMallocHost(&pinned, 40) == cudaSuccess);
  {
    OnDevice one(1);
    REQUIRE(cudaMalloc(&b, 40) == cudaSuccess);
  }
  for (int i = 0; i < 10; ++i) pinned[i] = i;
  std::vector<int> back(11, -1);
  CHECK(cudaMemcpy(a, pinned, 40, cudaMemcpyHostToDevice) == cudaSuccess);
  CHECK(cudaMemcpyPeer(b, 1, a, 0, 40) == cudaSuccess);
  CHECK(cudaMemcpyAsync(back.data(), b + 5, 20, cudaMemcpyDefault) == cudaSuccess);
  CHECK(back[0] == 5);
  CHECK(back[4] == 9);
  CHECK(back[5] == -1);
  CHECK(cudaMemset(a, 1, 40) == cudaSuccess);
  CHECK(cudaMemcpy2D(back.data(), 8, a, 12, 4, 3, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(back[0] == 0x01010101);
  CHECK(back[1] == 6);
  CHECK(back[4] == 0x01010101);

  const cudaError_t bad = cudaErrorInvalidValue;
  CHECK(cudaMemcpy(a, back.data(), 44, cudaMemcpyHostToDevice) == bad);
  CHECK(cudaMemcpy(a + 9, back.data(), 8, cudaMemcpyHostToDevice) == bad);
  CHECK(cudaMemcpy(back.data(), a, 40, cudaMemcpyHostToDevice) == bad);
  CHECK(cudaMemcpy(back.data(), pinned, 4, cudaMemcpyDeviceToHost) == bad);
  CHECK(cudaMemcpy(nullptr, a, 4, cudaMemcpyDeviceToHost) == bad);
  CHECK(cudaMemcpy(back.data(), a, 4, static_cast<cudaMemcpyKind>(9)) ==
        cudaErrorInvalidMemcpyDirection);
  CHECK(cudaMemcpyPeer(b, 0, a, 0, 40) == bad);
  CHECK(cudaMemcpyPeer(b, 99, a, 0, 40) == cudaErrorInvalidDevice);
  CHECK(cudaMemset(back.data(), 0, 4) == bad);
  CHECK(cudaMemset(a, 0, 44) == bad);
  CHECK(cudaMemcpy(nullptr, nullptr, 0, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(cudaFree(a) == cudaSuccess);
  CHECK(cudaFree(b) == cudaSuccess);
  CHECK(cudaFreeHost(pinned) == cudaSuccess);
  cudaGetLastError();
}

TEST_CASE("cudasim: fresh device memory is all ones") {
  std::uint32_t* a = nullptr;
  REQUIRE(cudaMalloc(&a, 64) == cudaSuccess);
  std::uint32_t first = 0;
  REQUIRE(cudaMemcpy(&first, a, 4, cudaMemcpyDeviceToHost) == cudaSuccess);
  CHECK(first == 0xffffffffu);
  cudaFree(a);
}

TEST_CASE("cudasim: streams and events are handles that can be wrong") {
  cudaStream_t stream = nullptr;
  cudaEvent_t from = nullptr, to = nullptr, untimed = nullptr;
  REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
  REQUIRE(cudaEventCreate(&from) == cudaSuccess);
  REQUIRE(cudaEventCreate(&to) == cudaSuccess);
  REQUIRE(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming) == cudaSuccess);
  float ms = -1;
  CHECK(cudaEventElapsedTime(&ms, from, to) == cudaErrorInvalidResourceHandle);
  CHECK(cudaEventRecord(from, stream) == cudaSuccess);
  CHECK(cudaEventRecord(to, stream) == cudaSuccess);
  CHECK(cudaEventRecord(untimed) == cudaSuccess);
  CHECK(cudaStreamWaitEvent(stream, to) == cudaSuccess);
  CHECK(cudaEventElapsedTime(&ms, from, to) == cudaSuccess);
  CHECK(ms >= 0);
  CHECK(cudaEventElapsedTime(&ms, from, untimed) == cudaErrorInvalidResourceHandle);
  CHECK(cudaStreamSynchronize(stream) == cudaSuccess);
  CHECK(cudaStreamQuery(nullptr) == cudaSuccess);
  CHECK(cudaStreamDestroy(stream) == cudaSuccess);
  CHECK(cudaStreamDestroy(stream) == cudaErrorInvalidResourceHandle);
  CHECK(cudaStreamSynchronize(stream) == cudaErrorInvalidResourceHandle);
  CHECK(cudaMemsetAsync(nullptr, 0, 0, stream) == cudaErrorInvalidResourceHandle);
  for (cudaEvent_t event : {from, to, untimed}) CHECK(cudaEventDestroy(event) == cudaSuccess);
  CHECK(cudaEventQuery(from) == cudaErrorInvalidResourceHandle);
  cudaGetLastError();
}
