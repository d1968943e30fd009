// SPDX-License-Identifier: Apache-2.0
// Every benchmark of every OpCase on one and two threads, with its share of the machine's limit
// (the larger of bytes against copy bandwidth and operations against the multiply-add rate), and
// known libraries on the same work.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "bench/limits.h"
#include "bench/peers.h"
#include "testing/inputs.h"
#include "testing/op_case.h"
#include "thalweg/base/threads.h"

namespace thalweg::bench {
namespace {

struct Limits {
  double bytes, flops;
};

// Measured once for each number of threads, first.
const Limits& limits(int threads) {
  static const Limits all[] = {{copy_bandwidth(1), multiply_add_rate<float>(1)},
                               {copy_bandwidth(2), multiply_add_rate<float>(2)}};
  return all[threads - 1];
}

void set_counters(benchmark::State& state, double bytes, double flops, int threads) {
  const auto rate = [](double per_call) {
    return benchmark::Counter(per_call, benchmark::Counter::kIsIterationInvariantRate);
  };
  const Limits& limit = limits(threads);
  state.counters["GB/s"] = rate(bytes * 1e-9);
  state.counters["Gflop/s"] = rate(flops * 1e-9);
  state.counters["share"] = rate(std::max(bytes / limit.bytes, flops / limit.flops));
}

testing::Tensors inputs_of(const testing::Benchmark& b) {
  testing::Tensors inputs;
  for (std::size_t i = 0; i < b.inputs.size(); ++i) {
    const auto numbers = testing::draw(b.inputs[i], i + 1, false);
    inputs.push_back(testing::place(numbers, b.inputs[i].is_index ? i64 : f32, cpu(),
                                    testing::Layout::kContiguous));
  }
  return inputs;
}

void run_case(benchmark::State& state, const testing::Benchmark& b, int threads) {
  set_num_threads(threads);
  const testing::Tensors inputs = inputs_of(b);
  for (auto _ : state) benchmark::DoNotOptimize(b.call(inputs));
  set_counters(state, b.bytes, b.flops, threads);
}

void run_eigen(benchmark::State& state, const testing::Benchmark& b, ArrayWork work) {
  const testing::Tensors inputs = inputs_of(b);
  const Tensor& x = inputs.front();
  const std::int64_t cols = x.size(-1), rows = x.numel() / cols;
  for (auto _ : state) work(rows, cols, x.data<float>(), inputs.back().data<float>());
  set_counters(state, b.bytes, b.flops, 1);
}

/// Eigen's arrays work on one thread only.
void register_eigen(const std::string& op, const testing::Benchmark& b) {
  const std::size_t axis = b.name.find(" axis ");
  const ArrayWork work = eigen_work(axis == std::string::npos ? op : op + b.name.substr(axis));
  if (work == nullptr) return;
  benchmark::RegisterBenchmark((b.name + " by Eigen, threads 1").c_str(), run_eigen, b, work);
}

using Product = void (*)(std::int64_t, std::int64_t, std::int64_t, const float*, const float*,
                         float*);

void run_peer(benchmark::State& state, Product product, std::int64_t m, std::int64_t n,
              std::int64_t k, int threads) {
  set_peer_threads(threads);
  std::vector<float> a(m * k, 0.5f), b(k * n, 0.25f), c(m * n);
  for (auto _ : state) {
    product(m, n, k, a.data(), b.data(), c.data());
    benchmark::ClobberMemory();
  }
  set_counters(state, 4.0 * static_cast<double>(m * k + k * n + m * n),
               2.0 * static_cast<double>(m * n * k), threads);
}

void register_peers(const std::string& name, int threads) {
  long m = 0, k = 0, n = 0;
  if (std::sscanf(name.c_str(), "matmul %ldx%ldx%ld", &m, &k, &n) != 3) {
    if (std::sscanf(name.c_str(), "matmul %ld", &n) != 1) return;
    m = k = n;
  }
  const auto add = [&](const char* library, Product product) {
    const std::string title = name + " by " + library + ", threads " + std::to_string(threads);
    benchmark::RegisterBenchmark(title.c_str(), run_peer, product, m, n, k, threads);
  };
  if (has_dnnl) add("oneDNN", dnnl_matmul);
  if (has_openblas) add("OpenBLAS", openblas_matmul);
  add("Eigen", eigen_matmul);
}

}  // namespace
}  // namespace thalweg::bench

int main(int argc, char** argv) {
  using namespace thalweg;
  for (const testing::OpCase& c : testing::op_cases()) {
    for (const testing::Benchmark& b : c.benchmarks) {
      for (int threads : {1, 2}) {
        const std::string title = b.name + ", threads " + std::to_string(threads);
        benchmark::RegisterBenchmark(title.c_str(), bench::run_case, b, threads);
        if (c.op == "matmul") bench::register_peers(b.name, threads);
        if (threads == 1) bench::register_eigen(c.op, b);
      }
    }
  }
  // Rounds of all benchmarks by turns, so that a slow minute of the machine hits all alike; what is
  // given on the command line comes later and wins.
  std::vector<const char*> arguments = {argv[0], "--benchmark_enable_random_interleaving=true",
                                        "--benchmark_repetitions=3", "--benchmark_min_time=0.05",
                                        "--benchmark_report_aggregates_only=true"};
  arguments.insert(arguments.end(), argv + 1, argv + argc);
  for (int threads : {1, 2}) {
    const std::string suffix = ", threads " + std::to_string(threads);
    benchmark::AddCustomContext("copy bandwidth, GB/s" + suffix,
                                std::to_string(bench::limits(threads).bytes * 1e-9));
    benchmark::AddCustomContext("f32 multiply-add rate, Gflop/s" + suffix,
                                std::to_string(bench::limits(threads).flops * 1e-9));
  }
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, const_cast<char**>(arguments.data()));
  benchmark::RunSpecifiedBenchmarks();
}
