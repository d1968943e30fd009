// SPDX-License-Identifier: Apache-2.0
#include "thalweg/tensor/eigen.h"

#include <doctest/doctest.h>

#include <vector>

#include "thalweg/ops/slice.h"
#include "thalweg/ops/transpose.h"
#include "thalweg/tensor/create.h"

namespace thalweg {
namespace {

TEST_CASE("eigen_matrix: any strides, no copy") {
  Tensor x = tensor<float>({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, {3, 4});
  const auto m = eigen_matrix<float>(x);
  CHECK(m.data() == x.data<float>());
  CHECK(m(1, 2) == 6);
  CHECK(eigen_matrix<float>(transpose(x, 0, 1)) == m.transpose());
  const Tensor part = slice(slice(x, 0, 1, 3), 1, 0, 4, 3);
  CHECK(eigen_matrix<float>(part)(1, 1) == 11);
  CHECK(eigen_matrix<float>(part).sum() == 4 + 7 + 8 + 11);
  CHECK(eigen_matrix<float>(x.view({2, 3}, {0, 1}, 0)).row(1).sum() == 3);
  CHECK(eigen_matrix<double>(zeros({0, 3}, f64)).rows() == 0);
}

TEST_CASE("mutable_eigen_matrix writes into the tensor and counts as a write") {
  Tensor x = zeros({2, 3}, i64);
  const auto version = x.body()->storage->version();
  Tensor t = transpose(x, 0, 1);
  mutable_eigen_matrix<std::int64_t>(t)(2, 0) = 5;
  CHECK(x.span<std::int64_t>()[2] == 5);
  CHECK(x.body()->storage->version() == version + 1);
}

TEST_CASE("eigen_vector: one axis, any stride") {
  Tensor x = tensor<double>({1, 2, 3, 4, 5, 6}, {3, 2});
  const Tensor column = select(x, 1, 1);
  CHECK(eigen_vector<double>(column).dot(eigen_vector<double>(column)) == 4 + 16 + 36);
  Tensor first = select(x, 1, 0);
  mutable_eigen_vector<double>(first) = Eigen::VectorXd::Constant(3, -1);
  CHECK(to_vector<double>(x) == std::vector<double>{-1, 2, -1, 4, -1, 6});
}

TEST_CASE("what cannot be seen by Eigen is refused") {
  Tensor x = zeros({2, 3});
  CHECK_THROWS_WITH_AS(eigen_vector<float>(x),
                       "eigen_vector: wants a tensor with 1 axis; got f32[2,3] on cpu:0; use "
                       "reshape",
                       ShapeError);
  CHECK_THROWS_WITH_AS(mutable_eigen_matrix<float>(x = zeros({2})),
                       "mutable_eigen_matrix: wants a tensor with 2 axes; got f32[2] on cpu:0; use "
                       "reshape",
                       ShapeError);
  CHECK_THROWS_AS(eigen_matrix<double>(zeros({2, 2})), DtypeError);
  if (cuda_device_count() > 0) {
    CHECK_THROWS_AS(eigen_vector<float>(zeros({2}, f32, cuda())), DeviceError);
  }
}

}  // namespace
}  // namespace thalweg
