// SPDX-License-Identifier: Apache-2.0
#include "testing/operations_page.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>

#include "testing/inputs.h"

namespace thalweg::testing {
namespace {

constexpr const char* kIntroduction = R"(# Operations

Written by `./dev docs` from the cases of [testing/cases](../testing/cases) and the headers of
[thalweg/ops](../thalweg/ops); a test fails when it differs from them. Every run of the tests proves what stands here, by the
same proofs for every operation ([testing/proof.h](../testing/proof.h)):

* **dtypes**: values equal a plain loop in doubles. Where bool is taken too, the header says so.
* **devices**: result and gradients have equal bits on all of them (CUDA simulated where there is no GPU). Without `CUDA` the
  operation refuses such a device.
* **derivative**: equal to central differences, `2nd order` with the derivatives of the gradients.

The headings are the order in which an operation adds ([the same bits](architecture.md#the-same-bits)); a gradient may have another
one, which the header names.
)";

// What all cases of one operation show together.
struct Support {
  std::string order_rule;
  std::vector<Dtype> dtypes;
  bool cuda = false, differentiable = false, second_order = false;
  Dtype result = f32;  // of the first sample

  void add(const OpCase& c) {
    if (order_rule.empty()) {
      order_rule = c.order_rule;
      const Sample& sample = c.samples.front();
      const Dtype dtype = dtypes_of(c).front();
      result =
          sample.call(place(sample, draw(sample, true), dtype, cpu(), Layout::kContiguous)).dtype();
    }
    for (Dtype dtype : dtypes_of(c)) {
      if (std::find(dtypes.begin(), dtypes.end(), dtype) == dtypes.end()) dtypes.push_back(dtype);
    }
    cuda |= c.cuda;
    differentiable |= c.differentiable && c.floats;
    second_order |= c.differentiable && c.floats && c.second_order;
  }
};

std::string derivative(const Support& s, const Declaration& op) {
  if (s.second_order) return "2nd order";
  if (s.differentiable) return "1st order";
  if (op.in_place) return "none: written in place";
  return is_float(s.result) ? "none: whole numbers"
                            : fmt::format("none: gives {}", name_of(s.result));
}

std::string in_cell(const std::string& text) {
  std::string cell;
  bool code = false;
  for (const char c : text) {
    code ^= c == '`';
    if (c == '|' || (!code && (c == '*' || c == '_' || c == '<'))) cell += '\\';
    cell += c;
  }
  return cell;
}

std::string row(const Support& s, const Declaration& op) {
  std::string dtypes;
  for (Dtype dtype : s.dtypes)
    dtypes += fmt::format("{}{}", dtypes.empty() ? "" : " ", name_of(dtype));
  return fmt::format("| [{}](../{}) | {} | {} | {} | {} |\n", op.name, op.header, in_cell(op.says),
                     dtypes, s.cuda ? "CPU CUDA" : "CPU", derivative(s, op));
}

}  // namespace

std::string operations_page(const std::vector<OpCase>& cases, const std::vector<Declaration>& ops) {
  std::map<std::string, Support> support;
  for (const OpCase& c : cases) support[c.op].add(c);
  std::map<std::string, std::string> tables;  // by order rule
  std::size_t count = 0, cuda = 0, second_order = 0;
  for (const Declaration& op : ops) {
    const auto found = support.find(op.name);
    if (found == support.end()) continue;  // another test says so
    const Support& s = found->second;
    tables[s.order_rule] += row(s, op);
    ++count;
    cuda += s.cuda;
    second_order += s.second_order;
  }
  std::string page = kIntroduction;
  page +=
      fmt::format("\n{} operations, {} of them on CUDA, {} with a derivative to second order.\n",
                  count, cuda, second_order);
  for (const auto& [rule, rows] : tables) {
    page += fmt::format(
        "\n## {}{}\n\n| operation | what it gives | dtypes | devices | derivative |\n"
        "|---|---|---|---|---|\n{}",
        static_cast<char>(rule[0] - 'a' + 'A'), rule.substr(1), rows);
  }
  return page;
}

}  // namespace thalweg::testing
