// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include "cudasim/block.h"
#include "cudasim/builtins.h"
#include "cudasim/symbols.h"
#include "thalweg/base/error.h"

namespace cudasim {
namespace {

constexpr int kMostGroups = 8;  // of waiting threads in one message

/// "lanes 0-3,7"
std::string lane_list(unsigned lanes) {
  std::string text = lanes != 0 && (lanes & (lanes - 1)) == 0 ? "lane " : "lanes ";
  const char* comma = "";
  for (int first = 0; first < kWarp; ++first) {
    if (!(lanes >> first & 1u)) continue;
    int last = first;
    while (last + 1 < kWarp && (lanes >> (last + 1) & 1u)) ++last;
    text += last == first ? fmt::format("{}{}", comma, first)
                          : fmt::format("{}{}-{}", comma, first, last);
    comma = ",";
    first = last;
  }
  return text;
}

}  // namespace

const char* wait_name(Wait kind) {
  switch (kind) {
    case Wait::nothing:
      return "nothing";
    case Wait::block:
      return "__syncthreads";
    case Wait::block_count:
      return "__syncthreads_count";
    case Wait::block_and:
      return "__syncthreads_and";
    case Wait::block_or:
      return "__syncthreads_or";
    case Wait::warp:
      return "__syncwarp";
    case Wait::ballot:
      return "__ballot_sync";
    case Wait::any:
      return "__any_sync";
    case Wait::all:
      return "__all_sync";
    case Wait::shuffle:
      return "__shfl_sync";
    case Wait::shuffle_up:
      return "__shfl_up_sync";
    case Wait::shuffle_down:
      return "__shfl_down_sync";
    case Wait::shuffle_xor:
      return "__shfl_xor_sync";
  }
  return "?";
}

std::string Block::waiting_threads() const {
  std::string text;
  int groups = 0;
  for (int w = 0; w < warps_; ++w) {
    const Warp& warp = warp_state_[w];
    unsigned rest = warp.at_block | warp.at_lanes;
    while (rest != 0) {
      if (groups++ == kMostGroups) return text + ", and more";
      const Thread& first = threads_[w * kWarp + __builtin_ctz(rest)];
      const bool lanes_only = first.wait >= Wait::warp;
      unsigned alike = 0;
      for (int lane = 0; lane < kWarp; ++lane) {
        const Thread& other = threads_[w * kWarp + lane];
        if ((rest >> lane & 1u) && other.wait == first.wait &&
            (!lanes_only || other.mask == first.mask)) {
          alike |= 1u << lane;
        }
      }
      rest &= ~alike;
      text += fmt::format("{}warp {} {} in {}", text.empty() ? "" : ", ", w, lane_list(alike),
                          wait_name(first.wait));
      if (lanes_only) {
        const unsigned missing = first.mask & ~warp.gone & ~alike;
        text += fmt::format(" with mask {:#010x} for {}", first.mask, lane_list(missing));
      }
    }
  }
  return text;
}

void Block::throw_failure() {
  const int thread = current_;
  std::string text;
  const std::string place =
      fmt::format("block ({},{},{}), thread ({},{},{})", block_index.x, block_index.y,
                  block_index.z, thread % block_size.x, thread / block_size.x % block_size.y,
                  thread / block_size.x / block_size.y);
  const std::string name = symbol_name(kernel_->function);
  switch (failure_) {
    case Failure::exception:
      text = fmt::format("{}: {}; got this in {}", name, message_, place);
      break;
    case Failure::overflow:
      text = fmt::format(
          "{}: a simulated thread has {} KiB of stack and used more; got this in {}; make its "
          "arrays smaller",
          name, kStackBytes / 1024, place);
      break;
    default:
      text = fmt::format(
          "{}: threads wait for each other without end; got block ({},{},{}) where {} wait; each "
          "lane of a mask, and each thread of a block that has not returned, must make the same "
          "call",
          name, block_index.x, block_index.y, block_index.z, waiting_threads());
  }
  pool_.take_back(failure_ == Failure::overflow);
  throw thalweg::DeviceError(std::move(text));
}

}  // namespace cudasim
