// SPDX-License-Identifier: Apache-2.0
#include "thalweg/tensor/overlap.h"

#include <algorithm>
#include <cstdlib>
#include <span>
#include <vector>

namespace thalweg {
namespace {

// step * k for k = 0..most, one axis of a tensor.
struct Term {
  std::int64_t step, most;
};

// The axes that move, each with a positive step, widest first. `low` is moved to the lowest
// element.
std::vector<Term> terms_of(const Tensor& x, std::int64_t& low) {
  std::vector<Term> terms;
  for (int axis = 0; axis < x.dim(); ++axis) {
    const std::int64_t step = x.strides()[axis], most = x.shape()[axis] - 1;
    if (step < 0) low += step * most;
    if (step != 0 && most > 0) terms.push_back({std::abs(step), most});
  }
  std::sort(terms.begin(), terms.end(),
            [](const Term& a, const Term& b) { return a.step > b.step; });
  return terms;
}

std::int64_t reach_of(std::span<const Term> terms) {
  std::int64_t reach = 0;
  for (const Term& term : terms) reach += term.step * term.most;
  return reach;
}

// Whether a sum of the terms can be `wanted`. Each term leaves few choices when the steps are
// nested; when `tries` are used up the answer is yes.
bool can_sum_to(std::int64_t wanted, std::span<const Term> terms, int& tries) {
  if (wanted == 0) return true;
  if (wanted < 0 || terms.empty()) return false;
  const Term& term = terms[0];
  const std::int64_t rest = reach_of(terms.subspan(1));
  const std::int64_t most = std::min(term.most, wanted / term.step);
  const std::int64_t least = wanted > rest ? (wanted - rest + term.step - 1) / term.step : 0;
  for (std::int64_t k = least; k <= most; ++k) {
    if (--tries < 0) return true;
    if (can_sum_to(wanted - k * term.step, terms.subspan(1), tries)) return true;
  }
  return false;
}

}  // namespace

bool may_overlap(const Tensor& a, const Tensor& b) {
  if (a.body()->storage.get() != b.body()->storage.get()) return false;
  if (a.numel() == 0 || b.numel() == 0) return false;
  // a and b share an element when low_a + (sum of a's terms) = low_b + (sum of b's terms); b's
  // terms are counted from their other end, so that all are added.
  std::int64_t low_a = a.offset(), low_b = b.offset();
  std::vector<Term> terms = terms_of(a, low_a);
  const std::vector<Term> others = terms_of(b, low_b);
  terms.insert(terms.end(), others.begin(), others.end());
  std::sort(terms.begin(), terms.end(),
            [](const Term& x, const Term& y) { return x.step > y.step; });
  std::vector<Term> joined;
  for (const Term& term : terms) {
    if (!joined.empty() && joined.back().step == term.step) {
      joined.back().most += term.most;
    } else {
      joined.push_back(term);
    }
  }
  int tries = 1000;
  return can_sum_to(low_b + reach_of(others) - low_a, joined, tries);
}

bool may_repeat(const Tensor& x) {
  if (x.is_contiguous() || x.numel() <= 1) return false;
  for (int axis = 0; axis < x.dim(); ++axis) {
    if (x.strides()[axis] == 0 && x.shape()[axis] > 1) return true;
  }
  std::int64_t low = 0;
  const std::vector<Term> terms = terms_of(x, low);
  for (std::size_t i = 0; i < terms.size(); ++i) {
    if (terms[i].step <= reach_of(std::span(terms).subspan(i + 1))) return true;
  }
  return false;
}

}  // namespace thalweg
