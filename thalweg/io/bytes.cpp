// SPDX-License-Identifier: Apache-2.0
#include "thalweg/io/bytes.h"

namespace thalweg::io {

std::string in_quotes(std::string_view text) {
  constexpr std::size_t kMost = 40;
  std::string result = "'";
  for (unsigned char c : text.substr(0, kMost)) {
    if (c >= 0x20 && c < 0x7f) {
      result += static_cast<char>(c);
    } else {
      result += fmt::format("\\x{:02x}", c);
    }
  }
  return result + (text.size() > kMost ? "...'" : "'");
}

}  // namespace thalweg::io
