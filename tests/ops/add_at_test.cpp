// SPDX-License-Identifier: Apache-2.0
#include "thalweg/ops/loops/add_at.h"

#include <doctest/doctest.h>

#include <cstring>
#include <limits>

#include "testing/order_rule.h"
#include "thalweg/base/threads.h"
#include "thalweg/tensor/copy.h"
#include "thalweg/tensor/create.h"

using namespace thalweg;

namespace {

// Numbers of mixed size, so that another order of additions gives other bits.
struct Draw {
  std::uint64_t state;
  std::uint64_t word() {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return state >> 33;
  }
  float number() {
    const auto size = static_cast<float>(1 << word() % 12);
    return (static_cast<float>(word() % 2001) - 1000) * size / 997;
  }
};

struct Problem {
  std::string text;
  Shape y, index;  // index has the shape of src
  int axis;
  bool shared;          // one index for all that follows the axis
  std::int64_t spread;  // indices are below this
};

// One plain loop over the source in row-major order.
std::vector<float> expected(const Problem& p, const std::vector<float>& y,
                            const std::vector<std::int64_t>& index, const std::vector<float>& src) {
  std::vector<std::vector<float>> contributions(y.size());
  const std::int64_t count = element_count(p.index);
  for (std::int64_t e = 0; e < count; ++e) {
    std::int64_t to = 0, step = 1, rest = e;
    for (int k = p.y.size() - 1; k >= 0; --k) {
      const std::int64_t at = k == p.axis ? index[e] : rest % p.index[k];
      rest /= p.index[k];
      to += at * step;
      step *= p.y[k];
    }
    contributions[to].push_back(src[e]);
  }
  std::vector<float> result(y.size());
  for (std::size_t i = 0; i < y.size(); ++i) {
    result[i] = testing::order_rule(y[i], contributions[i]);
  }
  return result;
}

bool equal_bits(const std::vector<float>& a, const std::vector<float>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] != a[i] && b[i] != b[i]) continue;
    if (std::memcmp(&a[i], &b[i], sizeof a[i]) != 0) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("add_at follows the order rule bit for bit") {
  const Problem problems[] = {
      {"one line", {40}, {5000}, 0, false, 40},
      {"one line, every element busy", {7}, {20000}, 0, false, 7},
      {"one line, all to one element", {3}, {9001}, 0, false, 1},
      {"one line, mostly idle", {100000}, {300}, 0, false, 100000},
      {"rows of 3", {10, 3}, {4000, 3}, 0, true, 10},
      {"rows of 64", {50, 64}, {3000, 64}, 0, true, 50},
      {"rows of 100, one receives all", {9, 100}, {2000, 100}, 0, true, 1},
      {"rows of [2, 5] in 3 groups", {3, 8, 2, 5}, {3, 900, 2, 5}, 1, true, 8},
      {"fewer groups than y has", {5, 8, 6}, {3, 700, 6}, 1, true, 8},
      {"columns of their own", {20, 33}, {900, 33}, 0, false, 20},
      {"last axis", {33, 20}, {33, 900}, 1, false, 20},
      {"middle axis, shorter than y elsewhere", {4, 10, 6}, {3, 600, 5}, 1, false, 10},
      {"one contribution each", {50, 30}, {50, 1}, 1, false, 30},
      {"one contribution each, rows", {6, 40, 5}, {6, 1, 5}, 1, true, 40},
  };
  const int threads_before = num_threads();
  for (const Problem& p : problems) {
    CAPTURE(p.text);
    Draw draw{17};
    std::vector<float> y(static_cast<std::size_t>(element_count(p.y)));
    std::vector<float> src(static_cast<std::size_t>(element_count(p.index)));
    std::vector<std::int64_t> index(src.size());
    for (float& v : y) v = draw.number();
    for (float& v : src) v = draw.number();
    std::int64_t columns = 1;
    for (int k = p.axis + 1; p.shared && k < p.index.size(); ++k) columns *= p.index[k];
    for (std::size_t e = 0; e < index.size(); ++e) {
      const auto first = e / columns * columns;
      index[e] = e == first ? static_cast<std::int64_t>(draw.word() % p.spread) : index[first];
    }
    y[0] = -0.0f;
    y[1] = std::numeric_limits<float>::quiet_NaN();
    src[src.size() / 2] = -0.0f;
    const std::vector<float> wanted = expected(p, y, index, src);
    for (const Device device : {cpu(), cuda(0)}) {
      for (const Dtype dtype : {i64, i32}) {
        for (const int threads : {1, 2, 7}) {
          if (device.is_cuda() && threads != 2) continue;
          set_num_threads(threads);
          Tensor result = tensor(y, p.y, device);
          Tensor indices = contiguous_copy(tensor(index, p.index), dtype, device);
          if (p.shared) {  // as expand() gives it
            Strides strides = indices.strides();
            Shape one = p.index;
            for (int k = p.axis + 1; k < strides.size(); ++k) one[k] = 1;
            indices = contiguous_copy(indices.view(one, indices.strides(), indices.offset()));
            strides = indices.strides();
            for (int k = p.axis + 1; k < strides.size(); ++k) strides[k] = 0;
            indices = indices.view(p.index, strides, indices.offset());
          }
          add_at(result, p.axis, indices, tensor(src, p.index, device));
          CAPTURE(name_of(device));
          CAPTURE(threads);
          CHECK(equal_bits(to_vector<float>(result), wanted));
        }
      }
    }
  }
  set_num_threads(threads_before);
}
