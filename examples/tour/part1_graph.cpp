// SPDX-License-Identifier: Apache-2.0
// Tour, part 1 of 6: a number that remembers how it was made. docs/tour.md goes through them all.
//
// Topic: computation graph, numbering of nodes, slope by changing one input.
// Run:   ./dev example part1_graph
// Source of the figures: exact arithmetic; tanh 1 is .761594.
//
// Expected last lines:
//   #1  x          2.000000
//   #2  w          1.000000
//   #3  #1 * #2    2.000000
//   #4  b         -1.000000
//   #5  #3 + #4    1.000000
//   #6  tanh #5    0.761594
//   #7  #6 * #6    0.580026
//   from memory, with w = 2: y = 3.000000, loss = 0.990134
//   slope by w, from two more evaluations: 1.279400
#include <cmath>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace {

struct Node {
  int number;  // nodes made later have larger ones, so inputs come before what is made of them
  std::string how;
  std::vector<std::shared_ptr<Node>> inputs;
  std::function<double(const std::vector<double>&)> rule;  // the value from the inputs' values
  double value;
};

/// A handle: copies of a Number are one Node.
using Number = std::shared_ptr<Node>;

double value_of(const Node& node) {
  std::vector<double> values;
  for (const Number& input : node.inputs) values.push_back(input->value);
  return node.rule(values);
}

Number make(const std::string& how, const std::vector<Number>& inputs,
            const std::function<double(const std::vector<double>&)>& rule) {
  static int made = 0;
  Number number = std::make_shared<Node>(Node{++made, how, inputs, rule, 0});
  number->value = value_of(*number);
  return number;
}

Number leaf(const std::string& name, double value) {
  return make(name, {}, [value](const auto&) { return value; });
}

std::string name_of(const Number& x) { return "#" + std::to_string(x->number); }

Number operator+(const Number& a, const Number& b) {
  return make(name_of(a) + " + " + name_of(b), {a, b}, [](const auto& v) { return v[0] + v[1]; });
}
Number operator*(const Number& a, const Number& b) {
  return make(name_of(a) + " * " + name_of(b), {a, b}, [](const auto& v) { return v[0] * v[1]; });
}
Number tanh(const Number& x) {
  return make("tanh " + name_of(x), {x}, [](const auto& v) { return std::tanh(v[0]); });
}

// Everything a number was made of, each node once, in the order of the numbers.
void collect(const Number& x, std::map<int, Number>& nodes) {
  if (!nodes.emplace(x->number, x).second) return;
  for (const Number& input : x->inputs) collect(input, nodes);
}

// The graph is a program: it can run again with another input.
double again(const Number& y, const Number& input, double value) {
  std::map<int, Number> nodes;
  collect(y, nodes);
  for (auto& [number, node] : nodes) {
    node->value = node == input ? value : value_of(*node);
  }
  return y->value;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1) {
    const bool help = std::string_view(argv[1]) == "--help";
    std::fprintf(help ? stdout : stderr, "usage: part1_graph     (it takes no arguments)\n");
    return help ? 0 : 2;
  }
  const Number x = leaf("x", 2), w = leaf("w", 1);
  const Number product = x * w, b = leaf("b", -1);
  const Number y = product + b, t = tanh(y), loss = t * t;

  std::map<int, Number> nodes;
  collect(loss, nodes);
  for (const auto& [number, node] : nodes) {
    std::printf("#%d  %-8s  %9.6f\n", number, node->how.c_str(), node->value);
  }
  again(loss, w, 2);
  std::printf("from memory, with w = 2: y = %.6f, loss = %.6f\n", y->value, loss->value);

  const double h = 1e-5;
  const double slope = (again(loss, w, 1 + h) - again(loss, w, 1 - h)) / (2 * h);
  std::printf("slope by w, from two more evaluations: %.6f\n", slope);
}
