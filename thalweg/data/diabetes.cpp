// SPDX-License-Identifier: Apache-2.0
#include "thalweg/data/diabetes.h"

#include <charconv>

#include "thalweg/data/sets.h"
#include "thalweg/io/bytes.h"
#include "thalweg/ops/copy.h"
#include "thalweg/ops/div.h"
#include "thalweg/ops/mean.h"
#include "thalweg/ops/slice.h"
#include "thalweg/ops/sqrt.h"
#include "thalweg/ops/sub.h"
#include "thalweg/ops/sum.h"
#include "thalweg/tensor/create.h"

namespace thalweg::data {
namespace {

constexpr std::int64_t kColumns = 11;  // the last one is the target

/// The text up to `mark`, which is taken off `rest` with it.
std::string_view take_up_to(char mark, std::string_view& rest) {
  const std::size_t end = std::min(rest.find(mark), rest.size());
  const std::string_view taken = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return taken;
}

}  // namespace

Diabetes load_diabetes() {
  const std::string_view text = set_text("diabetes");
  std::string_view rest = text;
  Diabetes set;
  std::string_view header = take_up_to('\n', rest);
  while (!header.empty()) set.names.emplace_back(take_up_to(',', header));
  set.names.pop_back();

  std::vector<double> values;
  while (!rest.empty()) {
    std::string_view line = take_up_to('\n', rest);
    while (!line.empty()) {
      const std::string_view field = take_up_to(',', line);
      const char* end = field.data() + field.size();
      double& value = values.emplace_back();
      if (std::from_chars(field.data(), end, value).ptr != end) {
        io::Source{"load_diabetes", "diabetes.csv", io::bytes_of(text)}.fail(
            static_cast<std::uint64_t>(field.data() - text.data()), "a field is a number",
            io::in_quotes(field));
      }
    }
  }
  const auto rows = static_cast<std::int64_t>(values.size()) / kColumns;
  const Tensor table = tensor(values, {rows, kColumns});
  set.raw = clone(slice(table, 1, 0, kColumns - 1));
  set.target = clone(select(table, 1, kColumns - 1));
  const Tensor centred = set.raw - mean(set.raw, {0}, true);
  set.scaled = centred / sqrt(vecdot(centred, centred, {0}, true));
  return set;
}

}  // namespace thalweg::data
