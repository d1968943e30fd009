// SPDX-License-Identifier: Apache-2.0
#include "thalweg/tensor/allocator.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

#include "tests/tensor/devices.h"
#include "thalweg/base/platform.h"
#include "thalweg/base/threads.h"
#include "thalweg/tensor/create.h"

namespace thalweg {
namespace {

std::uintptr_t address(const Tensor& x) { return reinterpret_cast<std::uintptr_t>(x.data()); }

TEST_CASE("blocks are aligned to 64 bytes on the CPU and 256 on CUDA") {
  for (Device device : test_devices()) {
    for (std::int64_t n : {0, 1, 17, 65, 1000, 100'000, 3'000'000}) {
      CHECK(address(empty({n}, u8, device)) % (device.is_cpu() ? 64 : 256) == 0);
    }
  }
}

TEST_CASE("stats: live and peak bytes are what was asked for") {
  for (Device device : test_devices()) {
    release_cached_memory(device);
    const MemoryStats before = memory_stats(device);
    reset_peak(device);
    {
      const Tensor a = empty({100}, f32, device), b = empty({7}, u8, device);
      CHECK(memory_stats(device).live_blocks == before.live_blocks + 2);
      CHECK(memory_stats(device).live_bytes == before.live_bytes + 407);
    }
    const MemoryStats after = memory_stats(device);
    CHECK(after.live_blocks == before.live_blocks);
    CHECK(after.live_bytes == before.live_bytes);
    CHECK(after.peak_bytes == before.live_bytes + 407);
    CHECK(after.cached_bytes == (kAddressSanitizer ? 0 : 448 + 64));
    reset_peak(device);
    CHECK(memory_stats(device).peak_bytes == before.live_bytes);
    release_cached_memory(device);
    CHECK(memory_stats(device).cached_bytes == 0);
  }
}

TEST_CASE("a block is used again for the next tensor of its size class") {
  if (kAddressSanitizer) return;  // there blocks go back at once, so that misuse is seen
  for (Device device : test_devices()) {
    const auto first = address(empty({1000}, u8, device));
    const Tensor again = empty({897}, u8, device);  // 897..1024 share a class
    CHECK(address(again) == first);
    CHECK(address(empty({1000}, u8, device)) != first);
  }
}

TEST_CASE("at most a quarter of a block is spare") {
  if (kAddressSanitizer) return;
  for (std::int64_t n = 65; n < 100'000; n += 1 + n / 50) {
    release_cached_memory(cpu());
    empty({n}, u8);
    const auto block = memory_stats(cpu()).cached_bytes;
    CHECK((block >= n && block <= n + n / 4 + 1));
  }
}

TEST_CASE("the cache is bounded: growing tensors leave no more than twice the peak and 64 MiB") {
  for (Device device : test_devices()) {
    release_cached_memory(device);
    reset_peak(device);
    for (std::int64_t n = 1 << 20; n < 1 << 27; n += n / 4) empty({n}, u8, device);
    const MemoryStats stats = memory_stats(device);
    CHECK(stats.cached_bytes <= 2 * stats.peak_bytes + (64 << 20));
    CHECK((kAddressSanitizer || stats.cached_bytes > stats.peak_bytes));
    release_cached_memory(device);
    CHECK(memory_stats(device).cached_bytes == 0);
  }
}

TEST_CASE("a request that fails leaves the counts as they were") {
  for (Device device : test_devices()) {
    reset_peak(device);
    const MemoryStats before = memory_stats(device);
    CHECK_THROWS_AS(empty({std::int64_t{1} << 46}, u8, device), MemoryError);
    CHECK_THROWS_AS(empty({std::int64_t{1} << 60}, u8, device), MemoryError);
    const MemoryStats after = memory_stats(device);
    CHECK(after.live_blocks == before.live_blocks);
    CHECK(after.live_bytes == before.live_bytes);
    CHECK(after.peak_bytes == before.peak_bytes);
  }
}

TEST_CASE("devices that do not exist are refused") {
  CHECK_THROWS_WITH_AS(cpu(-1), "device: a number is 0 to 127; got cpu:-1", DeviceError);
  CHECK_THROWS_WITH_AS(cuda(128), "device: a number is 0 to 127; got cuda:128", DeviceError);
  const int count = cuda_device_count();
  CHECK_THROWS_WITH_AS(
      empty({2}, f32, cuda(100)),
      fmt::format("cuda: no such device; got cuda:100 of {} devices", count).c_str(), DeviceError);
}

TEST_CASE("live_tensors counts tensors, not handles") {
  const auto before = live_tensors();
  {
    const Tensor a = zeros({2}), b = a;
    CHECK(live_tensors() == before + 1);
    const Tensor c = a.detach();
    CHECK(live_tensors() == before + 2);
  }
  CHECK(live_tensors() == before);
}

TEST_CASE("several threads allocate at once") {
  const MemoryStats before = memory_stats(cpu());
  std::vector<int> wrong(7);
  run_team(7, [&](int t) {
    for (int round = 0; round < 200; ++round) {
      Tensor x = full({round % 13 * 40}, t, i32);
      for (std::int32_t v : x.span<std::int32_t>()) wrong[t] += v != t;
    }
  });
  for (int w : wrong) CHECK(w == 0);
  CHECK(memory_stats(cpu()).live_bytes == before.live_bytes);
}

}  // namespace
}  // namespace thalweg
