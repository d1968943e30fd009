// SPDX-License-Identifier: Apache-2.0
// The speed that the library promises, measured here and now: one line each,
//   name <tab> measured <tab> bound <tab> ok|short
// Shares are of what this machine can do, measured by turns with the work; ratios to peers are
// peer's time / our time.
#include <cstdio>
#include <string>

#include "bench/measure.h"
#include "bench/peers.h"
#include "thalweg/base/threads.h"
#include "thalweg/ops/exp.h"
#include "thalweg/ops/gelu.h"
#include "thalweg/ops/matmul.h"
#include "thalweg/ops/mul.h"
#include "thalweg/ops/sum.h"
#include "thalweg/ops/tanh.h"
#include "thalweg/tensor/create.h"

namespace thalweg::bench {
namespace {

int short_ones = 0;

void report(const std::string& name, double measured, double bound, bool at_least = true) {
  const bool ok = at_least ? measured >= bound : measured <= bound;
  short_ones += !ok;
  std::printf("%s\t%.3f\t%s %.2f\t%s\n", name.c_str(), measured, at_least ? ">=" : "<=", bound,
              ok ? "ok" : "short");
  std::fflush(stdout);
}

Tensor numbers(const Shape& shape) {
  const auto n = static_cast<std::size_t>(element_count(shape));
  std::vector<float> values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<float>(i * 7919 % 4096) / 1024 - 2;
  return tensor<float>(values, shape);
}

void use_threads(int threads) {
  set_num_threads(threads);
  set_peer_threads(threads);
}

void matmul_share(std::int64_t n, int threads, double bound) {
  use_threads(threads);
  const Tensor a = numbers({n, n}), b = numbers({n, n});
  const double flops = 2.0 * static_cast<double>(n * n * n);
  const double share =
      median_ratio([&] { return flops / seconds_per_call([&] { matmul(a, b); }, 0.05); },
                   [&] { return multiply_add_rate<float>(threads); });
  report("matmul " + std::to_string(n) + ", " + std::to_string(threads) +
             " threads: share of the multiply-add rate",
         share, bound);
}

void matmul_against_dnnl(std::int64_t m, std::int64_t k, std::int64_t n) {
  if (!has_dnnl) return;
  use_threads(1);
  const Tensor a = numbers({m, k}), b = numbers({k, n});
  Tensor c = empty({m, n});
  float* to = c.mutable_data<float>();
  const double ratio = median_ratio(
      [&] {
        return seconds_per_call(
            [&] { dnnl_matmul(m, n, k, a.data<float>(), b.data<float>(), to); });
      },
      [&] { return seconds_per_call([&] { matmul(a, b); }); }, 15);
  report("matmul " + std::to_string(m) + "x" + std::to_string(k) + "x" + std::to_string(n) +
             ": ratio to oneDNN",
         ratio, 0.9);
}

void bandwidth(const std::string& name, int threads, double bytes, const std::function<void()>& f) {
  use_threads(threads);
  const double share = median_ratio([&] { return bytes / seconds_per_call(f, 0.1); },
                                    [&] { return copy_bandwidth(threads); }, 7);
  report(name + ", " + std::to_string(threads) + " threads: share of copy bandwidth", share, 0.85);
}

// Both make a new array for each result.
void in_cache(const std::string& name, Tensor (*ours)(const Tensor&)) {
  use_threads(1);
  const Tensor x = numbers({4096});
  const ArrayWork eigen = eigen_work(name);
  const double ratio = median_ratio(
      [&] { return seconds_per_call([&] { eigen(1, 4096, x.data<float>(), nullptr); }, 0.005); },
      [&] { return seconds_per_call([&] { ours(x); }, 0.005); }, 21);
  report(name + " of 4096 in cache: ratio to Eigen", ratio, 0.85);
}

void recorded_op() {
  use_threads(1);
  Tensor a = numbers({16});
  a.set_requires_grad();
  const Tensor b = numbers({16});
  std::vector<double> times;
  for (int i = 0; i < 21; ++i) times.push_back(seconds_per_call([&] { mul(a, b); }, 0.005));
  report("one recorded op on 16 elements, microseconds", median(times) * 1e6, 0.5, false);
}

void run() {
  for (int threads : {1, 2}) {
    matmul_share(512, threads, threads == 1 ? 0.85 : 0.75);
    matmul_share(1024, threads, 0.85);
    matmul_share(2048, threads, 0.85);
  }
  matmul_against_dnnl(32, 784, 128);
  matmul_against_dnnl(1, 4096, 4096);
  in_cache("exp", exp);
  in_cache("tanh", tanh);
  in_cache("gelu", gelu);
  recorded_op();
  const Tensor x = numbers({8192, 8192});
  const double bytes = 4.0 * static_cast<double>(x.numel());
  for (int threads : {1, 2}) {
    bandwidth("mul by a scalar, 256 MB", threads, 2 * bytes, [&] { mul(x, 2.0); });
    bandwidth("exp, 256 MB", threads, 2 * bytes, [&] { exp(x); });
    bandwidth("sum, 256 MB", threads, bytes, [&] { sum(x); });
    bandwidth("sum over axis 0, 256 MB", threads, bytes, [&] { sum(x, {0}); });
    bandwidth("sum over axis 1, 256 MB", threads, bytes, [&] { sum(x, {1}); });
  }
}

}  // namespace
}  // namespace thalweg::bench

int main() {
  thalweg::bench::run();
  return thalweg::bench::short_ones == 0 ? 0 : 1;
}
