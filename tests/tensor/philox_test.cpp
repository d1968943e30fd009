// SPDX-License-Identifier: Apache-2.0
#include "thalweg/tensor/philox.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "testing/skip.h"

namespace thalweg {
namespace {

using Words = std::vector<std::uint32_t>;

Words philox_words(std::uint64_t key, std::uint64_t stream, std::uint64_t counter) {
  const PhiloxBlock block = philox(key, stream, counter);
  return {block.word, block.word + 4};
}

TEST_CASE("philox: the known answers of Random123") {
  CHECK(philox_words(0, 0, 0) == Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  CHECK(philox_words(~0ull, ~0ull, ~0ull) == Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
  CHECK(philox_words(0x299f31d0a4093822, 0x0370734413198a2e, 0x85a308d3243f6a88) ==
        Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}

TEST_CASE("philox: every philox4x32-10 line of ref_rng") {
  const std::string path = THALWEG_SHARED_DIR "/data/ref_rng/random123_kat_vectors";
  if (!std::filesystem::exists(path)) return testing::skip("no ../shared/data/ref_rng");
  std::ifstream file(path);
  int lines = 0;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string name;
    int rounds = 0;
    std::uint32_t c[4], k[2], y[4];
    words >> name >> rounds >> std::hex;
    if (name != "philox4x32" || rounds != 10) continue;
    for (auto& w : c) words >> w;
    for (auto& w : k) words >> w;
    for (auto& w : y) words >> w;
    CHECK(philox_words(join_words(k[0], k[1]), join_words(c[2], c[3]), join_words(c[0], c[1])) ==
          Words(y, y + 4));
    ++lines;
  }
  CHECK(lines == 3);
}

TEST_CASE("philox_group: sixteen blocks at once, over the carry into the second word") {
  for (std::uint64_t counter : {0ull, 5ull, 0xfffffff8ull, ~0ull - 3}) {
    PhiloxGroup words;
    philox_group(3, 4, counter, words);
    for (int lane = 0; lane < kPhiloxGroup; ++lane) {
      const std::uint32_t* w = words + 4 * lane;
      CHECK(philox_words(3, 4, counter + lane) == Words{w[0], w[1], w[2], w[3]});
    }
  }
}

TEST_CASE("uniform_below is floor(bits n / 2^64)") {
  for (std::uint64_t bits : {0ull, 1ull, ~0ull, 0x123456789abcdef0ull, 0xffffffff00000001ull}) {
    for (std::uint64_t n : {1ull, 2ull, 3ull, 0xffffffffull, 0x100000001ull, ~0ull >> 1}) {
      const auto product = static_cast<unsigned __int128>(bits) * n;
      CHECK(uniform_below(bits, n) == static_cast<std::uint64_t>(product >> 64));
    }
  }
}

TEST_CASE("RandomStream: the place of each element") {
  const RandomStream stream{42, 7, 3};
  for (int i = 0; i < 9; ++i) {
    CHECK(stream.word(i) == philox(42, 7, (3 + i) / 4).word[(3 + i) % 4]);
    const PhiloxBlock block = philox(42, 7, (3 + i) / 2);
    const int half = (3 + i) % 2;
    CHECK(stream.bits(i) == (std::uint64_t{block.word[2 * half + 1]} << 32 | block.word[2 * half]));
  }
}

}  // namespace
}  // namespace thalweg
