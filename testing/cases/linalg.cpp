// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "testing/linalg_reference.h"
#include "testing/op_case.h"
#include "thalweg/ops/add.h"
#include "thalweg/ops/cholesky.h"
#include "thalweg/ops/copy.h"
#include "thalweg/ops/eigh.h"
#include "thalweg/ops/lstsq.h"
#include "thalweg/ops/matmul.h"
#include "thalweg/ops/mul.h"
#include "thalweg/ops/qr.h"
#include "thalweg/ops/reshape.h"
#include "thalweg/ops/solve_triangular.h"
#include "thalweg/ops/sum.h"
#include "thalweg/ops/svd.h"
#include "thalweg/ops/transpose.h"
#include "thalweg/ops/tril.h"
#include "thalweg/tensor/arange.h"
#include "thalweg/tensor/create.h"

namespace thalweg::testing {
namespace {

using Call = std::function<Tensor(const Tensors&)>;
using Reference = std::function<Plain(const std::vector<Plain>&)>;

// A diagonal 3, 6, 9, ...: added to small numbers it keeps singular values and eigenvalues apart.
Tensor spread_out(const Tensor& x) {
  const std::int64_t n = x.size(-1);
  const Tensor row = reshape(arange(3, 3.0 * static_cast<double>(n) + 1, 3, x.dtype()), {1, n});
  const Tensor steps = mul(eye(x.size(-2), n, x.dtype()), row);
  return add(x, to(steps, x.device()));
}
Tensor symmetric(const Tensor& x) { return add(spread_out(x), transpose(spread_out(x), -2, -1)); }

Plain spread_out(Plain x) {
  for (std::int64_t i = 0; i < std::min(x.rows, x.cols); ++i) x(i, i) += 3.0 * (i + 1);
  return x;
}
Plain symmetric(const Plain& x) {
  Plain y = spread_out(x);
  const Plain t = transposed(y);
  for (std::size_t i = 0; i < y.values.size(); ++i) y.values[i] += t.values[i];
  return y;
}

OpCase linalg_case(const std::string& op) {
  OpCase c;
  c.op = op;
  c.order_rule = "Eigen";
  c.relative = c.absolute = 256;
  c.cuda = false;
  return c;
}

void add_samples(OpCase& c, const std::string& text, const std::vector<std::vector<Shape>>& all,
                 const Call& call, const Reference& reference) {
  for (const std::vector<Shape>& shapes : all) {
    Sample s;
    s.text = text + " of " + text_of(shapes[0]);
    for (const Shape& shape : shapes) s.inputs.push_back({shape, -1, 1});
    s.call = call;
    s.reference = [reference](const Arrays& x) { return for_matrices(reference, x); };
    c.samples.push_back(std::move(s));
  }
}

// Errors that all of them share.
void add_errors(OpCase& c, const std::function<void(const Tensor&)>& call, bool square) {
  c.bad_calls.push_back({"vector",
                         [call] { call(zeros({3})); },
                         {c.op + ": wants matrices, two axes or more; got ", "f32[3] on cpu:0"}});
  c.bad_calls.push_back({"integers",
                         [call] {
                           call(zeros({3, 3}, i64));
                         },
                         {c.op + ": ", "i64[3,3]"}});
  if (square) {
    c.bad_calls.push_back({"not square",
                           [call] {
                             call(zeros({2, 3}));
                           },
                           {c.op + ": wants square matrices; got "}});
  }
}

void add_not_finite(OpCase& c, const std::function<void(const Tensor&)>& call) {
  for (double bad : {NAN, INFINITY}) {
    c.bad_calls.push_back(
        {"not finite",
         [=] {
           call(full({2, 3, 3}, bad));
         },
         {c.op + ": wants finite numbers; got NaN or infinity in matrix 0 of ", "f32[2,3,3]"}});
  }
}

OpCase cholesky_case() {
  OpCase c = linalg_case("cholesky");
  add_samples(
      c, "x x^T + n", {{{1, 1}}, {{5, 5}}, {{2, 3, 3}}, {{33, 33}}},
      [](const Tensors& x) {
        const std::int64_t n = x[0].size(-1);
        return linalg::cholesky(
            add(matmul(x[0], transpose(x[0], -2, -1)),
                mul(eye(n, x[0].dtype(), x[0].device()), static_cast<double>(n))));
      },
      [](const std::vector<Plain>& x) {
        Plain a = product(x[0], transposed(x[0])), l(a.rows, a.rows);
        for (std::int64_t i = 0; i < a.rows; ++i) a(i, i) += static_cast<double>(a.rows);
        for (std::int64_t j = 0; j < a.rows; ++j) {
          for (std::int64_t i = j; i < a.rows; ++i) {
            double sum = a(i, j);
            for (std::int64_t k = 0; k < j; ++k) sum -= l(i, k) * l(j, k);
            l(i, j) = i == j ? std::sqrt(sum) : sum / l(j, j);
          }
        }
        return l;
      });
  add_errors(
      c, [](const Tensor& x) { linalg::cholesky(x); }, true);
  c.bad_calls.push_back({"not positive definite",
                         [] {
                           linalg::cholesky(full({2, 3, 3}, 1));
                         },
                         {"cholesky: wants positive definite matrices; matrix 0 of x=f32[2,3,3]"}});
  c.bad_calls.push_back({"NaN",
                         [] {
                           linalg::cholesky(full({3, 3}, NAN));
                         },
                         {"cholesky: wants positive definite"}});
  return c;
}

OpCase solve_triangular_case() {
  OpCase c = linalg_case("solve_triangular");
  for (bool upper : {false, true}) {
    add_samples(
        c, upper ? "upper" : "lower",
        {{{1, 1}, {1, 2}}, {{5, 5}, {5, 3}}, {{2, 4, 4}, {2, 4, 2}}, {{33, 33}, {33, 1}}},
        [upper](const Tensors& x) {
          return linalg::solve_triangular(spread_out(x[0]), x[1], upper);
        },
        [upper](const std::vector<Plain>& x) {
          Plain a = spread_out(x[0]);
          for (std::int64_t i = 0; i < a.rows; ++i) {
            for (std::int64_t j = 0; j < a.rows; ++j) {
              if (upper ? j < i : j > i) a(i, j) = 0;
            }
          }
          return solution(a, x[1]);
        });
  }
  add_errors(
      c, [](const Tensor& x) { linalg::solve_triangular(x, x, true); }, true);
  c.bad_calls.push_back(
      {"rows",
       [] {
         linalg::solve_triangular(zeros({3, 3}), zeros({2, 1}), true);
       },
       {"solve_triangular: b must have the leading sizes and the rows of a; got a=f32[3,3]"}});
  return c;
}

OpCase qr_case() {
  OpCase c = linalg_case("qr");
  // r of a^T a = r^T r, with q = a r^-1.
  const auto reference = [](bool q) {
    return [q](const std::vector<Plain>& x) {
      const Plain a = spread_out(x[0]);
      Plain basis = a, r(a.cols, a.cols);
      for (std::int64_t j = 0; j < a.cols; ++j) {
        for (int again = 0; again < 2; ++again) {
          for (std::int64_t k = 0; k < j; ++k) {
            double dot = 0;
            for (std::int64_t i = 0; i < a.rows; ++i) dot += basis(i, k) * basis(i, j);
            for (std::int64_t i = 0; i < a.rows; ++i) basis(i, j) -= dot * basis(i, k);
            r(k, j) += dot;
          }
        }
        for (std::int64_t i = 0; i < a.rows; ++i) r(j, j) += basis(i, j) * basis(i, j);
        r(j, j) = std::sqrt(r(j, j));
        for (std::int64_t i = 0; i < a.rows; ++i) basis(i, j) /= r(j, j);
      }
      return q ? basis : r;
    };
  };
  const std::vector<std::vector<Shape>> shapes = {{{1, 1}}, {{5, 3}}, {{2, 4, 4}}, {{40, 33}}};
  add_samples(
      c, "q", shapes, [](const Tensors& x) { return linalg::qr(spread_out(x[0])).q; },
      reference(true));
  add_samples(
      c, "r", shapes, [](const Tensors& x) { return linalg::qr(spread_out(x[0])).r; },
      reference(false));
  add_errors(
      c, [](const Tensor& x) { linalg::qr(x); }, false);
  add_not_finite(c, [](const Tensor& x) { linalg::qr(x); });
  c.bad_calls.push_back({"gradient of a wide matrix",
                         [] {
                           Tensor x = ones({2, 3});
                           x.set_requires_grad();
                           sum(linalg::qr(x).r).backward();
                         },
                         {"qr: ", "there is none for matrices with more columns than rows"}});
  return c;
}

OpCase eigh_case() {
  OpCase c = linalg_case("eigh");
  // A symmetric positive definite matrix is its own singular value decomposition.
  const auto reference = [](bool vectors) {
    return [vectors](const std::vector<Plain>& x) {
      const PlainSvd svd = plain_svd(symmetric(x[0]));
      const std::int64_t n = svd.s.cols;
      Plain values(1, n), v(n, n);
      for (std::int64_t j = 0; j < n; ++j) {
        values(0, j) = svd.s(0, n - 1 - j);
        for (std::int64_t i = 0; i < n; ++i) v(i, j) = svd.u(i, n - 1 - j);
      }
      return vectors ? v : values;
    };
  };
  const std::vector<std::vector<Shape>> shapes = {{{1, 1}}, {{5, 5}}, {{2, 3, 3}}, {{33, 33}}};
  add_samples(
      c, "values", shapes,
      [](const Tensors& x) {
        const Tensor w = linalg::eigh(symmetric(x[0])).values;
        Shape row = x[0].shape();
        row[row.size() - 2] = 1;
        return reshape(w, row);
      },
      reference(false));
  add_samples(
      c, "vectors", shapes, [](const Tensors& x) { return linalg::eigh(symmetric(x[0])).vectors; },
      reference(true));
  add_errors(
      c, [](const Tensor& x) { linalg::eigh(x); }, true);
  add_not_finite(c, [](const Tensor& x) { linalg::eigh(x); });
  return c;
}

OpCase svd_case() {
  OpCase c = linalg_case("svd");
  const std::vector<std::vector<Shape>> tall = {{{1, 1}}, {{5, 3}}, {{2, 4, 4}}, {{40, 33}}};
  add_samples(
      c, "u", tall, [](const Tensors& x) { return linalg::svd(spread_out(x[0])).u; },
      [](const std::vector<Plain>& x) { return plain_svd(spread_out(x[0])).u; });
  add_samples(
      c, "s", tall,
      [](const Tensors& x) {
        const Tensor s = linalg::svd(spread_out(x[0])).s;
        Shape row = x[0].shape();
        row[row.size() - 2] = 1;
        return reshape(s, row);
      },
      [](const std::vector<Plain>& x) { return plain_svd(spread_out(x[0])).s; });
  add_samples(
      c, "vh", tall, [](const Tensors& x) { return linalg::svd(spread_out(x[0])).vh; },
      [](const std::vector<Plain>& x) { return transposed(plain_svd(spread_out(x[0])).v); });
  // Of a wide matrix the product of all three, which is the matrix.
  add_samples(
      c, "u s vh", {{{3, 5}}, {{2, 2, 7}}},
      [](const Tensors& x) {
        const auto [u, s, vh] = linalg::svd(spread_out(x[0]));
        Shape row = u.shape();
        row[row.size() - 2] = 1;
        return matmul(mul(u, reshape(s, row)), vh);
      },
      [](const std::vector<Plain>& x) { return spread_out(x[0]); });
  add_errors(
      c, [](const Tensor& x) { linalg::svd(x); }, false);
  add_not_finite(c, [](const Tensor& x) { linalg::svd(x); });
  return c;
}

OpCase lstsq_case() {
  OpCase c = linalg_case("lstsq");
  add_samples(
      c, "a x = b",
      {{{1, 1}, {1, 1}}, {{6, 3}, {6, 2}}, {{2, 4, 4}, {2, 4, 1}}, {{40, 33}, {40, 1}}},
      [](const Tensors& x) { return linalg::lstsq(spread_out(x[0]), x[1]); },
      [](const std::vector<Plain>& x) {
        const Plain a = spread_out(x[0]), t = transposed(a);
        return solution(product(t, a), product(t, x[1]));
      });
  add_errors(
      c, [](const Tensor& x) { linalg::lstsq(x, x); }, false);
  add_not_finite(c, [](const Tensor& x) { linalg::lstsq(x, x); });
  c.bad_calls.push_back(
      {"dependent columns",
       [] {
         linalg::lstsq(ones({4, 2}), ones({4, 1}));
       },
       {"lstsq: the columns of a must be independent; got rank 1 in matrix 0 of a=f32[4,2]",
        "ridge penalty"}});
  c.bad_calls.push_back({"wide",
                         [] {
                           linalg::lstsq(ones({2, 4}), ones({2, 1}));
                         },
                         {"lstsq: wants a [...,m,n] and b [...,m,k] with m >= n; got a=f32[2,4]"}});
  c.bad_calls.push_back({"vector b",
                         [] {
                           linalg::lstsq(ones({4, 2}), ones({4}));
                         },
                         {"lstsq: wants a [...,m,n] and b [...,m,k]", "b=f32[4]", "use reshape"}});
  return c;
}

}  // namespace

std::vector<OpCase> linalg_cases() {
  return {cholesky_case(), solve_triangular_case(), qr_case(), eigh_case(), svd_case(),
          lstsq_case()};
}

}  // namespace thalweg::testing
