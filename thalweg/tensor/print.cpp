// SPDX-License-Identifier: Apache-2.0
#include "thalweg/tensor/print.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ostream>
#include <vector>

#include "thalweg/tensor/copy.h"
#include "thalweg/tensor/create.h"
#include "thalweg/tensor/node.h"

namespace thalweg {
namespace {

/// What is shown of one axis: all of it, or `edge` positions at each end.
struct Window {
  std::int64_t size, shown;
  bool cut() const { return shown < size; }
};

// Copies the shown corners of x, from axis `axis` on, to `to`: only they leave the device.
void copy_corners(Tensor to, const Tensor& from, const std::vector<Window>& windows, int axis) {
  if (axis == from.dim()) return copy_into(to, from);
  const Window& w = windows[axis];
  if (!w.cut()) return copy_corners(to, from, windows, axis + 1);
  const auto part = [&](const Tensor& x, std::int64_t begin) {
    Shape shape = x.shape();
    shape[axis] = w.shown / 2;
    return x.view(shape, x.strides(), x.offset() + begin * x.strides()[axis]);
  };
  copy_corners(part(to, 0), part(from, 0), windows, axis + 1);
  copy_corners(part(to, w.shown / 2), part(from, w.size - w.shown / 2), windows, axis + 1);
}

bool is_whole(double x) {
  return std::abs(x) >= 0x1p53 || x == static_cast<double>(static_cast<std::int64_t>(x));
}

std::vector<std::string> float_words(const std::vector<double>& values, int precision) {
  double low = INFINITY, high = 0;
  bool whole = true;
  for (double v : values) {
    if (!std::isfinite(v)) continue;
    whole &= is_whole(v);
    if (v != 0) {
      low = std::min(low, std::abs(v));
      high = std::max(high, std::abs(v));
    }
  }
  const bool scientific = high >= 1e8 || (!whole && (high / low > 1000 || low < 1e-4));
  std::vector<std::string> words;
  for (double v : values) {
    words.push_back(!std::isfinite(v) ? fmt::format("{}", std::isnan(v) ? NAN : v)
                    : scientific      ? fmt::format("{:.{}e}", v, precision)
                    : whole           ? fmt::format("{:.0f}.", v)
                                      : fmt::format("{:.{}f}", v, precision));
  }
  return words;
}

std::vector<std::string> words_of(const Tensor& x, int precision) {
  if (is_float(x.dtype())) return float_words(to_vector<double>(x), precision);
  std::vector<std::string> words;
  for (std::int64_t v : to_vector<std::int64_t>(x)) {
    words.push_back(x.dtype() == boolean ? v ? "true" : "false" : std::to_string(v));
  }
  return words;
}

class Printer {
 public:
  Printer(const std::vector<Window>& windows, std::vector<std::string> words, int line_width)
      : windows_(windows), words_(std::move(words)), line_width_(line_width) {
    for (const std::string& word : words_) width_ = std::max(width_, word.size());
  }

  std::string text() {
    if (windows_.empty()) return words_[0];
    axis(0);
    return std::move(text_);
  }

 private:
  void axis(int i) {
    const Window& w = windows_[i];
    const bool row = i + 1 == static_cast<int>(windows_.size());
    text_ += '[';
    for (std::int64_t at = 0; at < w.shown; ++at) {
      if (at > 0) separate(i, row);
      if (w.cut() && at == w.shown / 2) {
        text_ += "...";
        separate(i, row);
      }
      if (row) {
        text_ += fmt::format("{:>{}}", words_[next_++], width_);
      } else {
        axis(i + 1);
      }
    }
    text_ += ']';
  }

  // After an element: `, ` or a new line when the row is full; after a block: one line for each
  // axis that ended.
  void separate(int i, bool row) {
    const std::size_t line = text_.size() - (text_.rfind('\n') + 1);
    text_ += ',';
    if (row && line + 2 + width_ < static_cast<std::size_t>(line_width_)) {
      text_ += ' ';
      return;
    }
    text_.append(row ? 1 : windows_.size() - 1 - i, '\n');
    text_.append(i + 1, ' ');
  }

  const std::vector<Window>& windows_;
  std::vector<std::string> words_;
  std::size_t width_ = 0;
  std::size_t line_width_;
  std::size_t next_ = 0;
  std::string text_;
};

}  // namespace

std::string to_string(const Tensor& x, const PrintOptions& options) {
  if (options.edge < 1 || options.precision < 0) {
    throw ValueError(
        "to_string: edge is at least 1, precision at least 0; got edge={}, precision={}",
        options.edge, options.precision);
  }
  if (!x.defined()) return "an undefined tensor";
  const bool large = x.numel() > options.threshold;
  const std::int64_t both_edges = 2 * std::int64_t{options.edge};
  std::vector<Window> windows;
  Shape shown;
  for (std::int64_t size : x.shape()) {
    const bool cut = large && size > both_edges;
    windows.push_back({size, cut ? both_edges : size});
    shown.push_back(windows.back().shown);
  }
  std::string text = "[]";  // whatever the axes: the sizes beside a 0 may be endless
  if (x.numel() > 0) {
    Tensor corners = empty(shown, x.dtype(), x.device());
    copy_corners(corners, x.detach(), windows, 0);
    text = Printer(windows, words_of(corners, options.precision), options.line_width).text();
  }
  text += ' ' + x.describe();
  if (!x.is_leaf()) return text + ", made by " + x.body()->node->op();
  return x.requires_grad() ? text + ", requires a gradient" : text;
}

std::ostream& operator<<(std::ostream& out, const Tensor& x) { return out << to_string(x); }

}  // namespace thalweg

fmt::format_context::iterator fmt::formatter<thalweg::Tensor>::format(
    const thalweg::Tensor& x, fmt::format_context& out) const {
  return fmt::formatter<std::string_view>::format(thalweg::to_string(x), out);
}
