// SPDX-License-Identifier: Apache-2.0
// gemm beside the machine's multiply-add rate, oneDNN, OpenBLAS and Eigen, interleaved in one run:
//   gemm_speed [rounds] [only-shape, as 32x64x64]
// Every figure is a median over the rounds; a ratio is above 1 where gemm is faster.
#include "thalweg/ops/loops/gemm.h"

#include <fmt/core.h>
#include <omp.h>

#include <Eigen/Core>
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "bench/limits.h"
#include "thalweg/base/threads.h"
#ifdef THALWEG_WITH_DNNL
#include <dnnl.hpp>
#endif
#ifdef THALWEG_WITH_OPENBLAS
#include <cblas.h>
#endif

using namespace thalweg;
using std::int64_t;

namespace {

struct Shape {
  int64_t m, n, k;
  bool a_transposed = false, b_transposed = false;

  std::string name() const {
    return fmt::format("{}x{}x{}{}{}", m, k, n, a_transposed ? " At" : "",
                       b_transposed ? " Bt" : "");
  }
};

// As (m, n, k); printed as m x k x n, the order in which matrices are written.
const Shape kShapes[] = {
    {1024, 1024, 1024}, {2048, 2048, 2048},   {512, 512, 512},     {256, 256, 256},
    {128, 128, 128},    {32, 128, 784},       {1, 4096, 4096},     {1, 4096, 4096, false, true},
    {4096, 1, 4096},    {32, 64, 64},         {64, 64, 32, true},  {32, 64, 64, false, true},
    {32, 10, 128},      {128, 784, 32, true}, {64, 64, 8192, true}};

struct Operands {
  std::vector<float> a, b, c;
  explicit Operands(const Shape& s) : a(s.m * s.k), b(s.k * s.n), c(s.m * s.n) {
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<float>(i % 13) - 6;
    for (std::size_t i = 0; i < b.size(); ++i) b[i] = static_cast<float>(i % 11) - 5;
  }
};

using Work = std::function<void()>;

Work ours(const Shape& s, Operands& x) {
  return [&] {
    const MatrixView<float> a{x.a.data(), s.a_transposed ? 1 : s.k, s.a_transposed ? s.m : 1};
    const MatrixView<float> b{x.b.data(), s.b_transposed ? 1 : s.n, s.b_transposed ? s.k : 1};
    gemm(s.m, s.n, s.k, a, b, x.c.data(), s.n);
  };
}

Work eigen(const Shape& s, Operands& x) {
  using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  using Rows = Eigen::Map<const Matrix>;
  using Columns = Eigen::Map<const Eigen::MatrixXf>;
  return [&] {
    Eigen::Map<Matrix> c(x.c.data(), s.m, s.n);
    const float *a = x.a.data(), *b = x.b.data();
    if (s.a_transposed) {
      c.noalias() = Columns(a, s.m, s.k) * Rows(b, s.k, s.n);
    } else if (s.b_transposed) {
      c.noalias() = Rows(a, s.m, s.k) * Columns(b, s.k, s.n);
    } else {
      c.noalias() = Rows(a, s.m, s.k) * Rows(b, s.k, s.n);
    }
  };
}

#ifdef THALWEG_WITH_OPENBLAS
Work openblas(const Shape& s, Operands& x) {
  return [&] {
    const auto at = s.a_transposed ? CblasTrans : CblasNoTrans;
    const auto bt = s.b_transposed ? CblasTrans : CblasNoTrans;
    cblas_sgemm(CblasRowMajor, at, bt, s.m, s.n, s.k, 1, x.a.data(), s.a_transposed ? s.m : s.k,
                x.b.data(), s.b_transposed ? s.k : s.n, 0, x.c.data(), s.n);
  };
}
#endif

#ifdef THALWEG_WITH_DNNL
// oneDNN has two ways; the caller takes the faster.
Work dnnl_call(const Shape& s, Operands& x) {
  return [&] {
    dnnl_sgemm(s.a_transposed ? 'T' : 'N', s.b_transposed ? 'T' : 'N', s.m, s.n, s.k, 1, x.a.data(),
               s.a_transposed ? s.m : s.k, x.b.data(), s.b_transposed ? s.k : s.n, 0, x.c.data(),
               s.n);
  };
}

Work dnnl_primitive(const Shape& s, Operands& x) {
  using dnnl::memory;
  static const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  const auto tag = [](bool t) { return t ? memory::format_tag::ba : memory::format_tag::ab; };
  const auto describe = [](int64_t rows, int64_t cols, memory::format_tag t) {
    return memory::desc({rows, cols}, memory::data_type::f32, t);
  };
  const auto a = describe(s.m, s.k, tag(s.a_transposed));
  const auto b = describe(s.k, s.n, tag(s.b_transposed)), c = describe(s.m, s.n, tag(false));
  const dnnl::matmul::primitive_desc chosen(dnnl::matmul::desc(a, b, c), engine);
  const dnnl::matmul matmul(chosen);
  dnnl::stream stream(engine);
  const std::unordered_map<int, memory> arguments{{DNNL_ARG_SRC, memory(a, engine, x.a.data())},
                                                  {DNNL_ARG_WEIGHTS, memory(b, engine, x.b.data())},
                                                  {DNNL_ARG_DST, memory(c, engine, x.c.data())}};
  return [=]() mutable {
    matmul.execute(stream, arguments);
    stream.wait();
  };
}
#endif

void use_threads(int threads) {
  set_num_threads(threads);
  omp_set_num_threads(threads);
  Eigen::setNbThreads(threads);
#ifdef THALWEG_WITH_OPENBLAS
  openblas_set_num_threads(threads);
#endif
}

/// Seconds per call over about 20 ms. Idle threads of the one before get time to go to sleep.
double time_of(const Work& work) {
  std::this_thread::sleep_for(std::chrono::milliseconds(3));
  double start = bench::seconds();
  work();
  work();
  const double guess = (bench::seconds() - start) / 2;
  const int calls = std::clamp(static_cast<int>(0.02 / guess), 1, 20000);
  start = bench::seconds();
  for (int i = 0; i < calls; ++i) work();
  return (bench::seconds() - start) / calls;
}

double median(std::vector<double> v) {
  if (v.empty()) return 0;
  std::nth_element(v.begin(), v.begin() + v.size() / 2, v.end());
  return v[v.size() / 2];
}

void measure(const Shape& s, int threads, int rounds) {
  use_threads(threads);
  Operands x(s);
  std::vector<std::vector<Work>> peers;  // each: ways of one library, the faster counts
#ifdef THALWEG_WITH_DNNL
  peers.push_back({dnnl_call(s, x), dnnl_primitive(s, x)});
#else
  peers.emplace_back();
#endif
#ifdef THALWEG_WITH_OPENBLAS
  peers.push_back({openblas(s, x)});
#else
  peers.emplace_back();
#endif
  peers.push_back({eigen(s, x)});

  const double operations = 2.0 * s.m * s.n * s.k;
  const Work mine = ours(s, x);
  std::vector<double> own, share;
  std::vector<std::vector<double>> ratio(peers.size());
  for (int round = 0; round < rounds; ++round) {
    const double before = bench::multiply_add_rate<float>(threads);
    const double time = time_of(mine);
    const double peak = (before + bench::multiply_add_rate<float>(threads)) / 2;
    own.push_back(time);
    share.push_back(operations / time / peak);
    for (std::size_t p = 0; p < peers.size(); ++p) {
      double best = 0;
      for (const Work& way : peers[p]) {
        const double t = time_of(way);
        best = best == 0 ? t : std::min(best, t);
      }
      if (best > 0) ratio[p].push_back(best / time);
    }
  }
  fmt::print("{:<20} {:>7} {:>11.2f} {:>8.1f} {:>6.3f} {:>8.2f} {:>9.2f} {:>6.2f}\n", s.name(),
             threads, median(own) * 1e6, operations / median(own) * 1e-9, median(share),
             median(ratio[0]), median(ratio[1]), median(ratio[2]));
  std::fflush(stdout);
}

}  // namespace

int main(int count, char** arguments) {
  const int rounds = count > 1 ? std::atoi(arguments[1]) : 15;
  const std::string only = count > 2 ? arguments[2] : "";
  fmt::print("{:<20} {:>7} {:>11} {:>8} {:>6} {:>8} {:>9} {:>6}\n", "m x k x n", "threads", "us",
             "GFLOP/s", "peak", "x oneDNN", "xOpenBLAS", "xEigen");
  for (int threads : {1, 2}) {
    for (const Shape& s : kShapes) {
      if (only.empty() || s.name() == only) measure(s, threads, rounds);
    }
  }
}
