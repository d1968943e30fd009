// SPDX-License-Identifier: Apache-2.0
// What must end in an error with a reason, never in a hang or a wrong number.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/base/device_array.cuh"
#include "thalweg/base/error.h"
#include "thalweg/base/launch.cuh"
#include "thalweg/base/threads.h"

using thalweg::launch;

namespace {

constexpr unsigned kAll = 0xffffffffu;

/// The text of the DeviceError that f throws; "" if it throws none.
template <class F>
std::string error_of(F&& f) {
  try {
    f();
  } catch (const thalweg::DeviceError& error) {
    return error.what();
  }
  return "";
}

bool contains(const std::string& text, const std::string& part) {
  const bool found = text.find(part) != std::string::npos;
  if (!found) MESSAGE("'" << part << "' is not in: " << text);
  return found;
}

__global__ void fill(int* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }

__global__ void half_a_shuffle(int* out) {
  const int t = threadIdx.x;
  if (blockIdx.x == 2 && t >= 40 && t < 48) {
    __syncthreads();
  } else if (t >= 32) {
    out[0] = __shfl_down_sync(kAll, t, 1);
  }
}

__global__ void two_barriers(int*) {
  if (threadIdx.x < 8) {
    __syncthreads();
  } else {
    __syncthreads_or(1);
  }
}

__global__ void differing_masks(int*) { __ballot_sync(threadIdx.x == 0 ? 3u : kAll, 1); }

__global__ void not_in_mask(int*) { __ballot_sync(0xfffffffeu, 1); }

__global__ void odd_width(int*) { __shfl_sync(kAll, 1, 0, 12); }

__global__ void calls_the_runtime(int*) { cudaDeviceSynchronize(); }

__global__ void starts_a_kernel(int* out) { launch(fill, 1, 1, 0, nullptr, out); }

__global__ void takes_no_shared_memory(int*) { thalweg::shared_memory<int>()[0] = 1; }

// volatile: each byte is written, from the top of the stack to past its end. The address sanitizer
// would stop the process at the first byte of the neighbour.
__attribute__((noinline, no_sanitize("address"))) void use_stack(int bytes) {
  volatile char block[2048];
  for (int i = 2047; i >= 0; --i) block[i] = static_cast<char>(i);
  if (bytes > 2048) use_stack(bytes - 2048);
  block[0] = block[1];
}

__global__ void deep(int*, int bytes) {
  if (blockIdx.x == 1 && threadIdx.x == 3) use_stack(bytes);
}

__global__ void deep_at_a_barrier(int*, int bytes) {
  if (threadIdx.x == 3) use_stack(bytes);
  __syncthreads();
}

__global__ void too_much_static(int* out) {
  __shared__ int tile[12289];
  tile[threadIdx.x] = 1;
  out[0] = tile[0];
}

__global__ void reads_a_lane_that_left(float* out) {
  if (threadIdx.x >= 24) return;
  out[threadIdx.x] = __shfl_down_sync(kAll, 1.0f, 8);
}

__global__ void fails_from_block_17(int* out) {
  if (blockIdx.x >= 17) __ballot_sync(0, 1);
  atomicAdd(out, 1);
}

template <class... Args>
std::string run(void (*kernel)(int*, Args...), dim3 grid, dim3 block, std::size_t shared,
                Args... args) {
  DeviceArray<int> out(4096);
  return error_of([&] { launch(kernel, grid, block, shared, nullptr, out.data(), args...); });
}

}  // namespace

TEST_CASE("cudasim: threads that wait for each other are an error that says who and where") {
  const std::string text = run(half_a_shuffle, 4, 64, 0);
  CHECK(contains(text, "launch: unspecified launch failure (cudaErrorLaunchFailure)"));
  CHECK(contains(text, "half_a_shuffle"));
  CHECK(contains(text, "block (2,0,0)"));
  CHECK(contains(text,
                 "warp 1 lanes 0-7,16-31 in __shfl_down_sync with mask 0xffffffff for lanes "
                 "8-15, warp 1 lanes 8-15 in __syncthreads"));
  CHECK(contains(run(two_barriers, 1, 32, 0),
                 "warp 0 lanes 0-7 in __syncthreads, warp 0 lanes 8-31 in __syncthreads_or"));
  CHECK(contains(run(differing_masks, 1, 32, 0),
                 "lane 0 in __ballot_sync with mask 0x00000003 for lane 1"));
  CHECK(run(fill, 4, 64, 0) == "");  // the simulator is as good as new
}

TEST_CASE("cudasim: wrong calls inside kernels are errors") {
  CHECK(
      contains(run(not_in_mask, 1, 32, 0), "the calling lane must be in its own mask; got lane 0"));
  CHECK(contains(run(odd_width, 1, 32, 0), "__shfl_sync: width must be a power of two"));
  CHECK(contains(run(calls_the_runtime, 1, 1, 0), "the runtime is not for kernels"));
  CHECK(contains(run(starts_a_kernel, 1, 1, 0), "the runtime is not for kernels"));
  CHECK(contains(run(takes_no_shared_memory, 1, 1, 0), "got 0 bytes of dynamic shared memory"));
  CHECK(contains(error_of([] { __syncthreads(); }), "__syncthreads: for kernels only"));
  CHECK(contains(error_of([] { thalweg::shared_memory<int>(); }), "for kernels only"));
}

TEST_CASE("cudasim: a stack that is too small is noticed") {
  for (auto* kernel : {&deep, &deep_at_a_barrier}) {
    CHECK(run(*kernel, 2, 8, 0, 16 * 1024) == "");
    const std::string text = run(*kernel, 2, 8, 0, 70 * 1024);
    CHECK(contains(text, "has 64 KiB of stack and used more"));
    CHECK(contains(text, "deep"));
    CHECK(contains(text, "thread (3,0,0)"));
    CHECK(run(*kernel, 2, 8, 0, 16 * 1024) == "");
  }
}

TEST_CASE("cudasim: the first block that fails is reported, whatever the host threads") {
  const int before = thalweg::num_threads();
  for (int threads : {1, 2, 7}) {
    thalweg::set_num_threads(threads);
    DeviceArray<int> out(std::vector<int>{0});
    const std::string text =
        error_of([&] { launch(fails_from_block_17, 600, 32, 0, nullptr, out.data()); });
    CHECK(contains(text, "block (17,0,0), thread (0,0,0)"));
    CHECK(out.host()[0] == 17 * 32);
  }
  thalweg::set_num_threads(before);
}

TEST_CASE("cudasim: launches that no device can run") {
  const std::string configuration =
      "invalid configuration argument (cudaErrorInvalidConfiguration)";
  CHECK(contains(run(fill, 1, 1025, 0), configuration));
  CHECK(contains(run(fill, 1, dim3(33, 32), 0), "got grid (1,1,1), block (33,32,1), 0 bytes"));
  CHECK(contains(run(fill, 1, dim3(1, 1, 65), 0), configuration));
  CHECK(contains(run(fill, 1, 0, 0), configuration));
  CHECK(contains(run(fill, 0, 1, 0), configuration));
  CHECK(contains(run(fill, dim3(1, 65536), 1, 0), configuration));
  CHECK(contains(run(fill, 1, 1, 48 * 1024 + 1), "invalid argument (cudaErrorInvalidValue)"));
  CHECK(contains(run(too_much_static, 1, 1, 0), "the kernel has 49156 static"));
  CHECK(cudaGetLastError() == cudaSuccess);

  CHECK(run(fill, 1, 1, 48 * 1024) == "");
  const auto attribute = cudaFuncAttributeMaxDynamicSharedMemorySize;
  CHECK(cudaFuncSetAttribute(fill, attribute, 227 * 1024 + 1) == cudaErrorInvalidValue);
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
  CHECK(cudaFuncSetAttribute(fill, attribute, 227 * 1024) == cudaSuccess);
  CHECK(run(fill, 1, 1, 227 * 1024) == "");
  CHECK(run(fill, 1, 1, 227 * 1024 + 1) != "");
  CHECK(cudaSetDevice(1) == cudaSuccess);
  CHECK(run(fill, 1, 1, 227 * 1024) != "");  // each device has its own attribute
  CHECK(cudaSetDevice(0) == cudaSuccess);
}

TEST_CASE("cudasim: the value of a lane that has left is a NaN") {
  DeviceArray<float> out(24);
  launch(reads_a_lane_that_left, 1, 32, 0, nullptr, out.data());
  const auto got = out.host();
  for (int t = 0; t < 24; ++t) CHECK((got[t] == 1.0f) == (t < 16));
  for (int t = 16; t < 24; ++t) CHECK(got[t] != got[t]);
}
