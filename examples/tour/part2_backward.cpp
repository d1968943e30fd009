// SPDX-License-Identifier: Apache-2.0
// Tour, part 2 of 6: the slopes of all inputs in one walk back over the graph.
//
// Topic: chain rule, reverse mode, why nodes wait for their turn.
// Run:   ./dev example part2_backward
// Source of the figures: by hand, dL/dy = 2 tanh y (1 - tanh^2 y) = .639700 at y = 1, times x = 2
// for w; examples/by_hand/autograd_trace.cpp has the same.
//
// Expected last lines:
//   #7  gradient 1.000000
//   #6  gradient 1.523188
//   #5  gradient 0.639700
//   #4  gradient 0.639700
//   #3  gradient 0.639700
//   #2  gradient 1.279400
//   #1  gradient 0.639700
//   dL/dx = 0.639700, dL/dw = 1.279400, dL/db = 0.639700
//   20 squarings of 1: slope 1048576, 21 visits by number
//   the same by following every path: slope 1048576, 2097151 visits
#include <cmath>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <string_view>
#include <vector>

namespace {

struct Node;
using Number = std::shared_ptr<Node>;

struct Input {
  Number node;
  double slope;  // of the result by this input, where the input is now
};

struct Node {
  int number;
  double value;
  std::vector<Input> inputs;
  double gradient = 0;
};

Number make(double value, const std::vector<Input>& inputs) {
  static int made = 0;
  return std::make_shared<Node>(Node{++made, value, inputs});
}

// Each operation knows its own slopes; nobody needs to know the whole expression.
Number leaf(double value) { return make(value, {}); }
Number operator+(const Number& a, const Number& b) {
  return make(a->value + b->value, {{a, 1}, {b, 1}});
}
Number operator*(const Number& a, const Number& b) {
  return make(a->value * b->value, {{a, b->value}, {b, a->value}});
}
Number tanh(const Number& x) {
  const double t = std::tanh(x->value);
  return make(t, {{x, 1 - t * t}});
}

// The largest number first. A node is made after its inputs, so when its turn comes everything that
// used it has had its own, and its gradient is complete. Returns the number of visits.
int backward(const Number& loss, bool print) {
  std::map<int, Node*, std::greater<>> waiting;
  loss->gradient = 1;
  waiting[loss->number] = loss.get();
  int visits = 0;
  while (!waiting.empty()) {
    Node& node = *waiting.begin()->second;
    waiting.erase(waiting.begin());
    ++visits;
    if (print) std::printf("#%d  gradient %.6f\n", node.number, node.gradient);
    for (const Input& input : node.inputs) {
      input.node->gradient += node.gradient * input.slope;
      waiting[input.node->number] = input.node.get();
    }
  }
  return visits;
}

// Hands on each contribution as soon as it arrives: right as well, and useless.
int follow_paths(Node& node, double contribution) {
  node.gradient += contribution;
  int visits = 1;
  for (const Input& input : node.inputs) {
    visits += follow_paths(*input.node, contribution * input.slope);
  }
  return visits;
}

Number squared(Number x, int times) {
  for (int i = 0; i < times; ++i) x = x * x;
  return x;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1) {
    const bool help = std::string_view(argv[1]) == "--help";
    std::fprintf(help ? stdout : stderr, "usage: part2_backward     (it takes no arguments)\n");
    return help ? 0 : 2;
  }
  const Number x = leaf(2), w = leaf(1);
  const Number product = x * w, b = leaf(-1);
  const Number t = tanh(product + b), loss = t * t;
  backward(loss, true);
  std::printf("dL/dx = %.6f, dL/dw = %.6f, dL/db = %.6f\n", x->gradient, w->gradient, b->gradient);

  const Number one = leaf(1), other_one = leaf(1);
  int visits = backward(squared(one, 20), false);
  std::printf("20 squarings of 1: slope %.0f, %d visits by number\n", one->gradient, visits);
  visits = follow_paths(*squared(other_one, 20), 1);
  std::printf("the same by following every path: slope %.0f, %d visits\n", other_one->gradient,
              visits);
}
