// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/embedding.h"

#include "testing/op_case.h"
#include "thalweg/ops/copy.h"
#include "thalweg/tensor/create.h"

namespace thalweg::testing {
namespace {

std::int64_t row_at(const Array& index, std::int64_t i) {
  return static_cast<std::int64_t>(index.values[static_cast<std::size_t>(i)]);
}

Sample sample(const Shape& index, std::int64_t rows, std::int64_t dim) {
  return {text_of(index) + " of " + std::to_string(rows) + " rows of " + std::to_string(dim),
          {{{rows, dim}}, {index, 0, static_cast<double>(rows), true}},
          [](const Tensors& in) { return embedding(in[0], in[1]); },
          [dim](const Arrays& in) {
            Shape shape = in[1].shape;
            shape.push_back(dim);
            Array y(shape);
            for (std::int64_t i = 0; i < y.count(); ++i) {
              y.values[i] = in[0].at({row_at(in[1], i / dim), i % dim});
            }
            return y;
          }};
}

OpCase embedding_case() {
  OpCase c;
  c.op = "embedding";
  c.order_rule = "copy";  // the gradient: order rule
  c.integers = true;
  c.samples = {sample({}, 5, 3),      sample({0}, 5, 3),        sample({33}, 7, 1),
               sample({4, 8}, 5, 31), sample({2, 3, 4}, 9, 5),  sample({40}, 3, 0),
               sample({600}, 2, 33),  sample({3, 300}, 1025, 2)};
  c.bad_calls = {
      {"past the end",
       [] {
         embedding(zeros({5, 2}), tensor<std::int64_t>({0, 4, 5, 7}, {2, 2}));
       },
       {"embedding: an index lies outside the 5 rows of weight=f32[5,2] on cpu:0; got "
        "index[1,0]=5; 0 to 4 exist"}},
      {"below 0",
       [] {
         embedding(zeros({5, 2}), tensor<std::int32_t>({1, -2}));
       },
       {"embedding: ", "got index[1]=-2; 0 to 4 exist"}},
      {"on a CUDA device",
       [] {
         embedding(zeros({5, 2}, f32, cuda(0)), tensor<std::int64_t>({1, 9}, {2}, cuda(0)));
       },
       {"embedding: an index lies outside the 5 rows of weight=f32[5,2] on cuda:0",
        "got index[1]=9"}},
      {"table",
       [] { embedding(zeros({5}), zeros({1}, i64)); },
       {"embedding: weight is a table [rows, dim]; got weight=f32[5] on cpu:0"}},
      {"dtype",
       [] {
         embedding(zeros({5, 2}), zeros({1}));
       },
       {"embedding: ", "got index=f32[1] on cpu:0", "an index dtype (i64, i32)"}},
      {"devices",
       [] {
         embedding(zeros({5, 2}), zeros({1}, i64, cuda(0)));
       },
       {"embedding: devices must be equal; got weight=f32[5,2] on cpu:0, index=i64[1] on cuda:0",
        "use to"}}};
  c.benchmarks = {{"embedding 1M of 10000x64",
                   {{{10000, 64}}, {{1000000}, 0, 10000, true}},
                   [](const Tensors& in) { return embedding(in[0], in[1]); },
                   1e6 * (8 + 2 * 64 * 4.0)}};
  return c;
}

Sample gradient_sample(const Shape& index, std::int64_t rows, std::int64_t dim,
                       bool narrow = false) {
  Shape g = index;
  g.push_back(dim);
  return {text_of(index) + " into " + std::to_string(rows) + " rows of " + std::to_string(dim) +
              (narrow ? " i32" : ""),
          {{g}, {index, 0, static_cast<double>(rows), true}},
          [rows, narrow](const Tensors& in) {
            return embedding_gradient(in[0], narrow ? cast(in[1], i32) : in[1], rows);
          },
          [rows, dim](const Arrays& in) {
            Array y({rows, dim});
            for (std::int64_t i = 0; i < in[0].count(); ++i) {
              y.at({row_at(in[1], i / dim), i % dim}) += in[0].values[i];
            }
            return y;
          }};
}

OpCase embedding_gradient_case() {
  OpCase c;
  c.op = "embedding_gradient";
  c.order_rule = "order rule";
  c.integers = true;
  c.absolute = 2000;
  c.samples = {gradient_sample({}, 5, 3),       gradient_sample({0}, 5, 3),
               gradient_sample({33}, 7, 1),     gradient_sample({4, 8}, 5, 31, true),
               gradient_sample({40}, 3, 0),     gradient_sample({600}, 2, 33),
               gradient_sample({3, 300}, 1, 4), gradient_sample({2, 3, 4}, 2000, 5)};
  c.bad_calls = {
      {"past the rows",
       [] {
         embedding_gradient(zeros({3, 2}), tensor<std::int64_t>({0, 4, 5}), 4);
       },
       {"embedding_gradient: an index lies outside the 4 rows of the table; got index[1]=4; 0 to 3 "
        "exist"}},
      {"shape",
       [] {
         embedding_gradient(zeros({2, 2}), zeros({3}, i64), 4);
       },
       {"embedding_gradient: g must have the shape of index and one axis more; got g=f32[2,2] on "
        "cpu:0, index=i64[3] on cpu:0; use reshape"}},
      {"rows",
       [] {
         embedding_gradient(zeros({3, 2}), zeros({3}, i64), -1);
       },
       {"embedding_gradient: rows is 0 or more; got -1"}},
      {"bool",
       [] {
         embedding_gradient(zeros({3, 2}, boolean), zeros({3}, i64), 4);
       },
       {"embedding_gradient: ", "got g=bool[3,2] on cpu:0"}},
      {"devices",
       [] {
         embedding_gradient(zeros({3, 2}), zeros({3}, i64, cuda(0)), 4);
       },
       {"embedding_gradient: devices must be equal; got g=f32[3,2]"}}};
  c.benchmarks = {{"embedding_gradient 1M into 10000x64",
                   {{{1000000, 64}}, {{1000000}, 0, 10000, true}},
                   [](const Tensors& in) { return embedding_gradient(in[0], in[1], 10000); },
                   1e6 * (8 + 64 * 4.0) + 2 * 640000 * 4.0,
                   64e6}};
  return c;
}

}  // namespace

std::vector<OpCase> embedding_cases() { return {embedding_case(), embedding_gradient_case()}; }

}  // namespace thalweg::testing
