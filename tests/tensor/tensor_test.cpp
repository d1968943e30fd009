// SPDX-License-Identifier: Apache-2.0
#include "thalweg/tensor/tensor.h"

#include <doctest/doctest.h>

#include <limits>
#include <thread>
#include <vector>

#include "tests/tensor/devices.h"
#include "thalweg/ops/slice.h"
#include "thalweg/ops/transpose.h"
#include "thalweg/tensor/allocator.h"
#include "thalweg/tensor/create.h"
#include "thalweg/tensor/node.h"

namespace thalweg {
namespace {

using Floats = std::vector<float>;
constexpr std::int64_t kFar = std::numeric_limits<std::int64_t>::max();

Tensor count_to(std::int64_t rows, std::int64_t columns, Device device = cpu()) {
  Floats values(rows * columns);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i);
  return tensor(values, {rows, columns}, device);
}

TEST_CASE("create: full, zeros, ones, like, scalar, tensor") {
  for (Device device : test_devices()) {
    CHECK(to_vector<float>(full({2, 2}, 1.5, f32, device)) == Floats(4, 1.5f));
    CHECK(to_vector<std::int64_t>(full({3}, -2, i64, device)) == std::vector<std::int64_t>(3, -2));
    CHECK(to_vector<bool>(ones({2}, boolean, device)) == std::vector<bool>{true, true});
    CHECK(zeros({}, f64, device).item() == 0);
    CHECK(scalar(3, u8, device).item() == 3);
    CHECK(tensor<std::int32_t>({7, -8}, {1, 2}, device).shape() == Shape{1, 2});
    const Tensor x = full({2}, 4, i32, device);
    CHECK(to_vector<int>(full_like(x, 5)) == std::vector<int>{5, 5});
    CHECK(to_vector<int>(ones_like(x)) == std::vector<int>{1, 1});
    CHECK(zeros_like(x).device() == device);
    CHECK(empty({0, 3}, f32, device).numel() == 0);
    CHECK(to_vector<float>(zeros({0, 3}, f32, device)).empty());
  }
  CHECK(tensor<bool>({true, false}).dtype() == boolean);
  CHECK_THROWS_WITH_AS(
      tensor<float>({1, 2, 3}, {2, 2}),
      "tensor: the number of values does not fit the shape; got 3 values for [2,2], which holds 4",
      ShapeError);
}

TEST_CASE("tensor: values of every dtype come back as they went in") {
  for (Device device : test_devices()) {
    for (Dtype dtype : kDtypes) {
      visit_any(dtype, [&]<class T>() {
        const T limits[] = {std::numeric_limits<T>::lowest(), T(0), T(1),
                            std::numeric_limits<T>::max()};
        const Tensor x = tensor(std::span<const T>(limits), {2, 2}, device);
        CHECK(x.dtype() == dtype);
        const auto values = to_vector<T>(x);
        CHECK(std::equal(values.begin(), values.end(), limits, limits + 4));
      });
    }
  }
}

TEST_CASE("item: one element of any shape and dtype, through views") {
  for (Device device : test_devices()) {
    CHECK(full({1, 1}, 2.5, f64, device).item() == 2.5);
    CHECK(full({}, -3, i64, device).item() == -3);
    CHECK(scalar(1, boolean, device).item() == 1);
    const Tensor x = count_to(3, 4, device);
    CHECK(select(select(x, 0, 1), 0, 2).item() == 6);
  }
  CHECK_THROWS_WITH_AS(zeros({2}).item(),
                       "item: wants exactly one element; got f32[2] on cpu:0; take a slice or a "
                       "mean first",
                       ShapeError);
  CHECK_THROWS_AS(zeros({0}).item(), ShapeError);
}

TEST_CASE("view: every element must lie inside the storage") {
  const Tensor x = count_to(3, 4);
  CHECK(to_vector<float>(x.view({3}, {4}, 3)) == Floats{3, 7, 11});
  CHECK(to_vector<float>(x.view({2, 3}, {0, -1}, 2)) == Floats{2, 1, 0, 2, 1, 0});
  CHECK(x.view({0, 5}, {100, 100}, 50).offset() == 0);
  CHECK_THROWS_WITH_AS(
      x.view({3}, {4}, 4),
      "view: elements outside the storage; got shape [3], strides [4], offset 4 on "
      "12 elements",
      IndexError);
  CHECK_THROWS_AS(x.view({2}, {-1}, 0), IndexError);
  CHECK_THROWS_AS(x.view({1}, {1}, -1), IndexError);
  CHECK_THROWS_AS(x.view({1}, {1}, 12), IndexError);
  CHECK_THROWS_WITH_AS(x.view({2, 2}, {1}, 0),
                       "view: as many strides as sizes; got shape [2,2], strides [1] for "
                       "x=f32[3,4] on cpu:0",
                       ShapeError);
  CHECK_THROWS_AS(x.view({3}, {kFar}, 0), IndexError);
  CHECK_THROWS_AS(x.view({3, 3}, {-kFar / 2, -kFar / 2}, 0), IndexError);
  CHECK_THROWS_AS(x.view({2, 2}, {kFar / 2, kFar / 2 + 2}, 2), IndexError);
  CHECK_THROWS_AS(x.view({-1}, {1}, 0), ShapeError);
}

TEST_CASE("views share storage; slices and transposes of slices read the right elements") {
  for (Device device : test_devices()) {
    Tensor x = count_to(4, 6, device);
    const Tensor middle = slice(slice(x, 0, 1, 3), 1, 1, 6, 2);
    CHECK(to_vector<float>(middle) == Floats{7, 9, 11, 13, 15, 17});
    CHECK(to_vector<float>(transpose(middle, 0, 1)) == Floats{7, 13, 9, 15, 11, 17});
    Tensor part = slice(x, 0, 2, 3);
    fill(part, -1);
    CHECK(to_vector<float>(select(x, 0, 2)) == Floats(6, -1));
    CHECK(to_vector<float>(middle) == Floats{7, 9, 11, -1, -1, -1});
  }
}

TEST_CASE("is_contiguous: sizes of 1 and empty tensors do not matter") {
  const Tensor x = count_to(4, 6);
  CHECK(x.is_contiguous());
  CHECK(slice(x, 0, 1, 3).is_contiguous());
  CHECK_FALSE(slice(x, 1, 0, 3).is_contiguous());
  CHECK_FALSE(transpose(x, 0, 1).is_contiguous());
  CHECK(transpose(slice(x, 0, 0, 1), 0, 1).is_contiguous());
  CHECK(slice(transpose(x, 0, 1), 0, 2, 2).is_contiguous());
  CHECK_FALSE(x.view({2, 2}, {0, 1}, 0).is_contiguous());
}

TEST_CASE("data and span: type, device and layout are checked") {
  Tensor x = count_to(2, 3);
  CHECK(x.span<float>()[4] == 4);
  x.mutable_span<float>()[4] = 9;
  CHECK(x.data<float>()[4] == 9);
  CHECK_THROWS_WITH_AS(x.data<double>(),
                       "data: the elements are asked for as f64; got f32[2,3] on cpu:0; use cast",
                       DtypeError);
  CHECK_THROWS_WITH_AS(transpose(x, 0, 1).span<float>(),
                       "span: wants a contiguous tensor on the CPU; got strided f32[3,2] on cpu:0; "
                       "use to(x, cpu()) and contiguous(x)",
                       DeviceError);
  if (cuda_device_count() > 0) CHECK_THROWS_AS(zeros({2}, f32, cuda()).span<float>(), DeviceError);
}

TEST_CASE("size and describe") {
  const Tensor x = zeros({2, 3}, i64);
  CHECK(x.size(-1) == 3);
  CHECK_THROWS_WITH_AS(
      x.size(2), "size: axis out of range; got axis 2 for a tensor with 2 axes; axes are -2 to 1",
      IndexError);
  CHECK(x.describe() == "i64[2,3] on cpu:0");
  CHECK(zeros({}, boolean, cpu(3)).describe() == "bool[] on cpu:3");
  if (cuda_is_simulated())
    CHECK(zeros({1}, f32, cuda(1)).describe() == "f32[1] on cuda:1 (simulated)");
}

TEST_CASE("an undefined tensor is refused wherever it is used") {
  Tensor x;
  CHECK_FALSE(x.defined());
  CHECK(x.describe() == "an undefined tensor");
  CHECK_THROWS_WITH_AS(x.shape(),
                       "tensor: only a defined tensor can be used; got an undefined tensor "
                       "(default-constructed, or a gradient that does not exist); ask defined() "
                       "first",
                       ValueError);
  CHECK_THROWS_AS(x.dtype(), ValueError);
  CHECK_THROWS_AS(x.device(), ValueError);
  CHECK_THROWS_AS(x.numel(), ValueError);
  CHECK_THROWS_AS(x.data(), ValueError);
  CHECK_THROWS_AS(x.mutable_data(), ValueError);
  CHECK_THROWS_AS(x.item(), ValueError);
  CHECK_THROWS_AS(x.view({}, {}, 0), ValueError);
  CHECK_THROWS_AS(x.detach(), ValueError);
  CHECK_THROWS_AS(x.grad(), ValueError);
  CHECK_THROWS_AS(x.set_requires_grad(), ValueError);
  CHECK_THROWS_AS(to_vector<float>(x), ValueError);
  CHECK_THROWS_AS(slice(x, 0, 0), ValueError);
}

TEST_CASE("the version counts writes and is shared by views") {
  Tensor x = zeros({4});
  const auto version = [&] { return x.body()->storage->version(); };
  const auto before = version();
  Tensor part = slice(x, 0, 1, 2);
  CHECK(version() == before);
  fill(part, 1);
  CHECK(version() == before + 1);
  x.mutable_data();
  x.detach().mutable_data();
  CHECK(version() == before + 3);
  x.data();
  x.span<float>();
  to_vector<float>(x);
  CHECK(version() == before + 3);
}

TEST_CASE("in-place writes: refused on leaves that want a gradient, allowed under NoGrad") {
  Tensor w = zeros({2});
  w.set_requires_grad();
  CHECK(w.is_leaf());
  CHECK_THROWS_WITH_AS(fill(w, 1),
                       "in-place write: the tensor is a leaf that requires a gradient; got f32[2] "
                       "on cpu:0; write under NoGrad, or to x.detach()",
                       GradientError);
  {
    NoGrad scope;
    fill(w, 1);
  }
  Tensor d = w.detach();
  fill(d, 2);
  CHECK(to_vector<float>(w) == Floats{2, 2});
  Tensor m = zeros({2}, i64);
  CHECK_THROWS_WITH_AS(
      m.set_requires_grad(),
      "set_requires_grad: wants a float dtype (f32, f64); got x=i64[2] on cpu:0; use "
      "cast",
      DtypeError);
}

TEST_CASE("replace_data: what cannot be refuses, and nothing has changed") {
  Tensor w = ones({2});
  w.set_requires_grad();
  CHECK_THROWS_WITH_AS(w.replace_data(Tensor()),
                       "replace_data: wants a defined tensor; got x=f32[2] on cpu:0, other=an "
                       "undefined tensor",
                       ValueError);
  CHECK_THROWS_WITH_AS(w.replace_data(zeros({3}, i64)),
                       "replace_data: a leaf that requires a gradient stays a float (f32, f64); "
                       "got x=f32[2] on cpu:0, other=i64[3] on cpu:0; use cast, or "
                       "set_requires_grad(false) first",
                       DtypeError);
  CHECK(w.requires_grad());
  CHECK(w.dtype() == f32);
  CHECK(to_vector<float>(w) == Floats{1, 1});
  CHECK(w.body()->generation == 0);
  Tensor counts = zeros({2}, i64);
  counts.replace_data(ones({1}, i32));
  CHECK(counts.dtype() == i32);
}

TEST_CASE("set_grad: like the tensor, only for leaves") {
  Tensor w = zeros({2});
  CHECK_FALSE(w.grad().defined());
  CHECK_THROWS_WITH_AS(w.set_grad(ones({2})),
                       "set_grad: wants a leaf that requires a gradient; got f32[2] on cpu:0",
                       GradientError);
  w.set_requires_grad();
  w.set_grad(ones({2}));
  CHECK(to_vector<float>(w.grad()) == Floats{1, 1});
  CHECK_THROWS_WITH_AS(w.set_grad(ones({3})),
                       "set_grad: the gradient is not like the tensor; got x=f32[2] on cpu:0, "
                       "gradient=f32[3] on cpu:0",
                       GradientError);
  CHECK_THROWS_AS(w.set_grad(ones({2}, f64)), GradientError);
  CHECK_THROWS_AS(w.set_grad(ones({2}, f32, cpu(1))), GradientError);
  w.zero_grad();
  CHECK_FALSE(w.grad().defined());
}

TEST_CASE("several threads read one tensor, copy its handle and make views of it") {
  const Tensor x = count_to(64, 64);
  const auto before = live_tensors();
  std::vector<double> sums(8);
  {
    std::vector<std::jthread> threads;
    for (double& sum : sums) {
      threads.emplace_back([&x, &sum] {
        for (int round = 0; round < 50; ++round) {
          const Tensor mine = x, column = select(mine, 1, round);
          for (float v : to_vector<float>(column)) sum += v;
          sum += mine.span<float>()[round];
        }
      });
    }
  }
  for (double sum : sums) CHECK(sum == sums[0]);
  CHECK(live_tensors() == before);
}

}  // namespace
}  // namespace thalweg
