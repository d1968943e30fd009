// SPDX-License-Identifier: Apache-2.0
// Tour, part 3 of 6: neurons made of such numbers learn exclusive or.
//
// Topic: neuron, layer, training loop; the graph is made anew in every step.
// Run:   ./dev example part3_neurons
// Source of the figures: parts 4 and 6 arrive at the same ones by other ways.
//
// Expected last lines:
//   step 0: 124 nodes
//   step   0  loss 0.636924
//   step  50  loss 0.227298
//   step 100  loss 0.108652
//   step 150  loss 0.007157
//   step 200  loss 0.000104
//   0 xor 0 = 0.006, 0 xor 1 = 0.991, 1 xor 0 = 0.988, 1 xor 1 = 0.013
#include <cmath>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <string_view>
#include <vector>

namespace {

// Part 2 in short.
struct Node;
using Number = std::shared_ptr<Node>;
struct Node {
  int number;
  double value;
  std::vector<std::pair<Number, double>> inputs;  // with slopes
  double gradient = 0;
};
Number make(double value, const std::vector<std::pair<Number, double>>& inputs = {}) {
  static int made = 0;
  return std::make_shared<Node>(Node{++made, value, inputs});
}
Number operator+(const Number& a, const Number& b) {
  return make(a->value + b->value, {{a, 1}, {b, 1}});
}
Number operator-(const Number& a, const Number& b) {
  return make(a->value - b->value, {{a, 1}, {b, -1}});
}
Number operator*(const Number& a, const Number& b) {
  return make(a->value * b->value, {{a, b->value}, {b, a->value}});
}
Number tanh(const Number& x) {
  const double t = std::tanh(x->value);
  return make(t, {{x, 1 - t * t}});
}
int backward(const Number& loss) {
  std::map<int, Node*, std::greater<>> waiting{{loss->number, loss.get()}};
  loss->gradient = 1;
  int visits = 0;
  for (; !waiting.empty(); ++visits) {
    Node& node = *waiting.begin()->second;
    waiting.erase(waiting.begin());
    for (const auto& [input, slope] : node.inputs) {
      input->gradient += node.gradient * slope;
      waiting[input->number] = input.get();
    }
  }
  return visits;
}

// New from here: a weighted sum, a layer of them, and a network.
struct Neuron {
  std::vector<Number> weights;
  Number bias;
  Number operator()(const std::vector<Number>& x) const {
    Number sum = bias;
    for (std::size_t i = 0; i < x.size(); ++i) sum = sum + weights[i] * x[i];
    return sum;
  }
};

struct Network {
  std::vector<Neuron> hidden;
  Neuron last;
  Number operator()(const std::vector<Number>& x) const {
    std::vector<Number> h;
    for (const Neuron& neuron : hidden) h.push_back(tanh(neuron(x)));
    return last(h);
  }
  std::vector<Number> parameters() const {
    std::vector<Number> all = last.weights;
    all.push_back(last.bias);
    for (const Neuron& neuron : hidden) {
      all.insert(all.end(), neuron.weights.begin(), neuron.weights.end());
      all.push_back(neuron.bias);
    }
    return all;
  }
};

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1) {
    const bool help = std::string_view(argv[1]) == "--help";
    std::fprintf(help ? stdout : stderr, "usage: part3_neurons     (it takes no arguments)\n");
    return help ? 0 : 2;
  }
  const Network net{{{{make(0.6), make(-0.3)}, make(0)},
                     {{make(-0.4), make(0.5)}, make(0)},
                     {{make(0.2), make(0.7)}, make(0)}},
                    {{make(0.5), make(0.5), make(-0.5)}, make(0)}};
  const double inputs[4][2] = {{0, 0}, {0, 1}, {1, 0}, {1, 1}}, targets[4] = {0, 1, 1, 0};
  std::vector<Number> outputs;
  for (int step = 0; step <= 200; ++step) {
    outputs.clear();
    Number sum = make(0);
    for (int i = 0; i < 4; ++i) {
      outputs.push_back(net({make(inputs[i][0]), make(inputs[i][1])}));
      const Number error = outputs.back() - make(targets[i]);
      sum = sum + error * error;
    }
    const Number loss = sum * make(0.25);
    for (const Number& p : net.parameters()) p->gradient = 0;
    const int visits = backward(loss);
    if (step == 0) std::printf("step 0: %d nodes\n", visits);
    if (step % 50 == 0) std::printf("step %3d  loss %.6f\n", step, loss->value);
    for (const Number& p : net.parameters()) p->value -= 0.2 * p->gradient;
  }
  for (int i = 0; i < 4; ++i) {
    std::printf("%.0f xor %.0f = %.3f%s", inputs[i][0], inputs[i][1], outputs[i]->value,
                i < 3 ? ", " : "\n");
  }
}
