// SPDX-License-Identifier: Apache-2.0
#include "thalweg/optim/line_search.h"

#include "thalweg/base/compare.h"
#include "thalweg/base/math.h"

namespace thalweg::optim {
namespace {

// Where the cubic through both trials, with their slopes, is lowest between `low` and `high`; the
// middle when it has no lowest point (Nocedal and Wright, 3.59).
double cubic_minimum(const Trial& one, const Trial& other, double low, double high) {
  const bool ordered = one.t <= other.t;
  const Trial& a = ordered ? one : other;
  const Trial& b = ordered ? other : one;
  const double d1 = a.slope + b.slope - 3 * (a.loss - b.loss) / (a.t - b.t);
  const double square = d1 * d1 - a.slope * b.slope;
  if (!(square >= 0)) return (low + high) / 2;
  const double d2 = math::sqrt(square);
  const double t = b.t - (b.t - a.t) * ((b.slope + d2 - d1) / (b.slope - a.slope + 2 * d2));
  return is_nan(t) ? (low + high) / 2 : minimum(maximum(t, low), high);
}

// Two trials with a point between them, in the order in which they were met.
struct Bracket {
  Trial ends[2];
  int low = 0;  // the end with the smaller loss

  Bracket(Trial a, Trial b) : ends{std::move(a), std::move(b)} { order(); }
  void order() { low = ends[1].loss < ends[0].loss ? 1 : 0; }
  Trial& best() { return ends[low]; }
  Trial& worse() { return ends[1 - low]; }
  double left() const { return minimum(ends[0].t, ends[1].t); }
  double right() const { return maximum(ends[0].t, ends[1].t); }
};

class Search {
 public:
  Search(const std::function<Trial(double t)>& evaluate, const Trial& start,
         const WolfeOptions& options, std::int64_t& evals)
      : evaluate_(evaluate), start_(start), options_(options), evals_(evals) {}

  Trial run(double t) {
    Trial before = start_, now = measure(t);
    for (tries_ = 0; tries_ < options_.max_evals; ++tries_) {
      if (is_high(now) || (tries_ > 1 && now.loss >= before.loss)) return shrink({before, now});
      if (is_flat(now)) return now;
      if (now.slope >= 0) return shrink({before, now});
      const double next = cubic_minimum(before, now, now.t + 0.01 * (now.t - before.t), now.t * 10);
      before = std::move(now);
      now = measure(next);
    }
    return Bracket(start_, now).best();
  }

 private:
  Trial measure(double t) {
    ++evals_;
    return evaluate_(t);
  }
  // Not a sufficient decrease; NaN is none.
  bool is_high(const Trial& x) const {
    return !(x.loss <= start_.loss + options_.c1 * x.t * start_.slope);
  }
  bool is_flat(const Trial& x) const { return math::abs(x.slope) <= -options_.c2 * start_.slope; }

  Trial shrink(Bracket bracket) {
    bool stuck = false;  // the last trial lay next to an end
    while (tries_ < options_.max_evals) {
      const double left = bracket.left(), right = bracket.right();
      if ((right - left) * options_.largest < options_.tolerance_change) break;
      double t = cubic_minimum(bracket.ends[0], bracket.ends[1], left, right);
      const double margin = 0.1 * (right - left);
      const bool near_end = minimum(right - t, t - left) < margin;
      if (near_end && (stuck || t >= right || t <= left)) {
        t = right - t < t - left ? right - margin : left + margin;
        stuck = false;
      } else {
        stuck = near_end;
      }
      Trial now = measure(t);
      ++tries_;
      if (is_high(now) || now.loss >= bracket.best().loss) {
        bracket.worse() = std::move(now);
        bracket.order();
        continue;
      }
      if (is_flat(now)) return now;
      if (now.slope * (bracket.worse().t - bracket.best().t) >= 0) {
        bracket.worse() = bracket.best();
      }
      bracket.best() = std::move(now);
    }
    return bracket.best();
  }

  const std::function<Trial(double t)>& evaluate_;
  const Trial& start_;
  const WolfeOptions& options_;
  std::int64_t& evals_;
  std::int64_t tries_ = 0;
};

}  // namespace

Trial strong_wolfe(const std::function<Trial(double t)>& evaluate, const Trial& start, double t,
                   const WolfeOptions& options, std::int64_t& evals) {
  return Search(evaluate, start, options, evals).run(t);
}

}  // namespace thalweg::optim
