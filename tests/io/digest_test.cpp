// SPDX-License-Identifier: Apache-2.0
#include "thalweg/io/digest.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "thalweg/base/platform.h"
#include "thalweg/tensor/copy.h"
#include "thalweg/tensor/create.h"

namespace thalweg::io {
namespace {

TEST_CASE("sha256: the examples of FIPS 180-4") {
  CHECK(sha256(bytes_of("")) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(sha256(bytes_of("abc")) ==
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  Sha256 hash;
  hash.add(bytes_of("a"));
  hash.add(bytes_of("bc"));
  CHECK(hash.finish() == sha256(bytes_of("abc")));
}

TEST_CASE("digest: the SHA-256 of name, dtype, shape and bytes in order of name") {
  const NamedTensors tensors{{"w", tensor<float>({1, -2}, {1, 2})}, {"b", full({}, 3, u8)}};
  const std::string text = std::string("\1\0\0\0\0\0\0\0", 8) + "bu8[]" + std::string("\0\3", 2) +
                           std::string("\1\0\0\0\0\0\0\0", 8) + "wf32[1,2]" +
                           std::string(
                               "\0"
                               "\0\0\x80\x3f"
                               "\0\0\0\xc0",
                               9);
  CHECK(digest(tensors) == sha256(bytes_of(text)));
  CHECK(digest({tensors[1], tensors[0]}) == digest(tensors));
  CHECK(digest({}) == sha256({}));
}

TEST_CASE("digest: strides, devices and NaN bits do not count; everything else does") {
  const Tensor x = tensor<float>({1, 2, 3, 4, 5, 6}, {2, 3});
  const std::string right = digest({{"x", x}});
  const Tensor turned = contiguous_copy(x.view({3, 2}, {1, 3}, 0)).view({2, 3}, {1, 2}, 0);
  CHECK(digest({{"x", turned}}) == right);
  if (cuda_device_count() > 0) CHECK(digest({{"x", contiguous_copy(x, cuda())}}) == right);
  CHECK(digest({{"y", x}}) != right);
  CHECK(digest({{"x", x.view({3, 2}, {2, 1}, 0)}}) != right);
  CHECK(digest({{"x", tensor<float>({1, 2, 3, 4, 5, 7}, {2, 3})}}) != right);
  CHECK(digest({{"x", full({1}, 0, i32)}}) != digest({{"x", full({1}, 0, f32)}}));
  CHECK(digest({{"x", tensor<float>({0.0f})}}) != digest({{"x", tensor<float>({-0.0f})}}));
  const float odd = float_of(std::uint32_t{0xffc00001});
  CHECK(digest({{"x", tensor<float>({odd})}}) == digest({{"x", tensor<float>({NAN})}}));
  CHECK(digest({{"x", tensor<double>({-NAN})}}) == digest({{"x", tensor<double>({NAN})}}));
  CHECK_THROWS_WITH_AS(digest({{"x", x}, {"x", x}}), "digest: names must differ; got 'x' twice",
                       ValueError);
}

TEST_CASE("digest: tensors longer than one piece") {
  Tensor x = full({40000}, 1);
  const std::string right = digest({{"x", x}});
  x.mutable_span<float>()[39999] = 2;
  CHECK(digest({{"x", x}}) != right);
}

}  // namespace
}  // namespace thalweg::io
