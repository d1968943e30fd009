// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/matmul.h"

#include "testing/op_case.h"
#include "thalweg/ops/transpose.h"
#include "thalweg/tensor/create.h"

namespace thalweg::testing {
namespace {

// NumPy's rules, written out.
Array reference(const Arrays& in) {
  Array a = in[0], b = in[1];
  const bool row = a.shape.size() == 1, column = b.shape.size() == 1;
  if (row) a.shape.insert(0, 1);
  if (column) b.shape.push_back(1);
  Shape a_batch = a.shape, b_batch = b.shape;
  for (int i = 0; i < 2; ++i) {
    a_batch.pop_back();
    b_batch.pop_back();
  }
  const std::int64_t m = a.shape[a.shape.size() - 2], k = a.shape.back(), n = b.shape.back();
  Shape shape = broadcast_shapes("reference", a_batch, b_batch);
  shape.push_back(m);
  shape.push_back(n);
  Array y(shape);
  for_each_index(shape, [&](const Dims& i) {
    long double sum = 0;
    for (std::int64_t p = 0; p < k; ++p) {
      Dims left = i, right = i;
      left[left.size() - 1] = p;
      right[right.size() - 2] = p;
      Shape a_full = a.shape, b_full = b.shape;
      sum += static_cast<long double>(a.at(operand_index(left, a_full))) *
             b.at(operand_index(right, b_full));
    }
    y.at(i) = static_cast<double>(sum);
  });
  if (column) y.shape.pop_back();
  if (row) y.shape.erase(column ? y.shape.size() - 1 : y.shape.size() - 2);
  return y;
}

Sample sample(const Shape& a, const Shape& b) {
  return {text_of(a) + " by " + text_of(b),
          {{a}, {b}},
          [](const Tensors& x) { return matmul(x[0], x[1]); },
          reference};
}

Benchmark benchmark(const std::string& name, std::int64_t m, std::int64_t k, std::int64_t n) {
  return {"matmul " + name,
          {{{m, k}}, {{k, n}}},
          [](const Tensors& x) { return matmul(x[0], x[1]); },
          4.0 * static_cast<double>(m * k + k * n + m * n),
          2.0 * static_cast<double>(m * n * k)};
}

}  // namespace

std::vector<OpCase> matmul_cases() {
  OpCase c;
  c.op = "matmul";
  c.order_rule = "product rule";
  c.absolute = 1000;  // up to 5000 products
  c.samples = {sample({1, 1}, {1, 1}),
               sample({5, 7}, {7, 3}),
               sample({31, 33}, {33, 32}),
               sample({20, 300}, {300, 40}),
               sample({7}, {7}),
               sample({7}, {7, 3}),
               sample({5, 7}, {7}),
               sample({2, 5, 7}, {2, 7, 3}),
               sample({2, 5, 7}, {7, 3}),
               sample({5, 7}, {2, 7, 3}),
               sample({2, 1, 5, 7}, {3, 7, 4}),
               sample({2, 5, 7}, {7}),
               sample({7}, {2, 7, 3}),
               sample({3, 0}, {0, 2}),
               sample({0, 3}, {3, 2}),
               sample({2, 5000}, {5000, 3})};
  c.samples.push_back(
      {"transposed views",
       {{{7, 5}}, {{3, 7}}},
       [](const Tensors& x) { return matmul(transpose(x[0]), transpose(x[1])); },
       [](const Arrays& x) {
         Array a({5, 7}), b({7, 3});
         for_each_index(a.shape, [&](const Dims& i) { a.at(i) = x[0].at({i[1], i[0]}); });
         for_each_index(b.shape, [&](const Dims& i) { b.at(i) = x[1].at({i[1], i[0]}); });
         return reference({a, b});
       }});
  c.bad_calls = {{"inner sizes",
                  [] {
                    matmul(zeros({2, 3}), zeros({4, 5}));
                  },
                  {"matmul: the last size of a and the last but one of b must be equal; "
                   "got a=f32[2,3] on cpu:0, b=f32[4,5] on cpu:0",
                   "use transpose or reshape"}},
                 {"scalar",
                  [] { matmul(zeros({}), zeros({2})); },
                  {"matmul: wants vectors or matrices, not scalars; got a=f32[] on cpu:0, "
                   "b=f32[2] on cpu:0; use a * b"}},
                 {"vectors",
                  [] { matmul(zeros({3}), zeros({2})); },
                  {"matmul: the size of a and the size of b must be equal; got a=f32[3]"}},
                 {"matrix and vector",
                  [] {
                    matmul(zeros({2, 3}), zeros({2}));
                  },
                  {"matmul: the last size of a and the size of b must be equal; got a=f32[2,3]"}},
                 {"batches",
                  [] {
                    matmul(zeros({2, 2, 3}), zeros({3, 3, 2}));
                  },
                  {"matmul: sizes before the last two must be equal or 1",
                   "got a=f32[2,2,3] on cpu:0, b=f32[3,3,2] on cpu:0; use reshape or expand"}},
                 {"dtypes",
                  [] {
                    matmul(zeros({2, 2}), zeros({2, 2}, f64));
                  },
                  {"matmul: dtypes"}},
                 {"integers",
                  [] {
                    matmul(zeros({2, 2}, i64), zeros({2, 2}, i64));
                  },
                  {"matmul: wants a float dtype"}}};
  c.benchmarks = {benchmark("512", 512, 512, 512),         benchmark("1024", 1024, 1024, 1024),
                  benchmark("2048", 2048, 2048, 2048),     benchmark("32x784x128", 32, 784, 128),
                  benchmark("1x4096x4096", 1, 4096, 4096), benchmark("32x64x64", 32, 64, 64)};
  return {c};
}

}  // namespace thalweg::testing
