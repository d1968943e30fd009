// SPDX-License-Identifier: Apache-2.0
// Tour, part 4 of 6: from numbers to tensors.
//
// Topic: shapes, matrix product, broadcasting and summing its gradient back.
// Run:   ./dev example part4_tensors
// Source of the figures: exact arithmetic for the sum of two shapes; the losses are those of
// part 3.
//
// Expected last lines:
//   mean([2,3] + [1,3]): each gradient 0.166667 for the first, 0.333333 for the second
//   step 0: 14 nodes
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

struct Node;
using Tensor = std::shared_ptr<Node>;

struct Node {
  int number, rows, columns;
  std::vector<double> value, gradient;  // row by row
  std::vector<Tensor> inputs;
  std::function<void(Node&)> back;  // adds to the inputs' gradients; a slope would be a matrix
};

Tensor make(int rows, int columns, std::vector<double> value, std::vector<Tensor> inputs = {},
            std::function<void(Node&)> back = nullptr) {
  static int made = 0;
  value.resize(static_cast<std::size_t>(rows * columns));
  return std::make_shared<Node>(
      Node{++made, rows, columns, value, std::vector<double>(value.size()), inputs, back});
}

// y = a + factor * b. A b of one row is used again in every row: broadcasting. What is used n times
// gets n contributions, so on the way back the rows are summed.
Tensor add(const Tensor& a, const Tensor& b, double factor = 1) {
  Tensor y = make(a->rows, a->columns, a->value, {a, b}, [factor](Node& y) {
    Node &a = *y.inputs[0], &b = *y.inputs[1];
    for (std::size_t i = 0; i < y.value.size(); ++i) {
      a.gradient[i] += y.gradient[i];
      b.gradient[i % b.value.size()] += factor * y.gradient[i];
    }
  });
  for (std::size_t i = 0; i < y->value.size(); ++i) {
    y->value[i] += factor * b->value[i % b->value.size()];
  }
  return y;
}

// to[i, j] += sum over k of a[i, k] b[k, j]; steps say how to read, so a transpose costs nothing.
void add_product(std::vector<double>& to, int n, int m, int inner, const std::vector<double>& a,
                 int a_row, int a_column, const std::vector<double>& b, int b_row, int b_column) {
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < m; ++j) {
      for (int k = 0; k < inner; ++k) {
        to[i * m + j] += a[i * a_row + k * a_column] * b[k * b_row + j * b_column];
      }
    }
  }
}

Tensor matmul(const Tensor& a, const Tensor& b) {
  const int n = a->rows, inner = a->columns, m = b->columns;
  Tensor y = make(n, m, {}, {a, b}, [=](Node& y) {
    Node &a = *y.inputs[0], &b = *y.inputs[1];
    add_product(a.gradient, n, inner, m, y.gradient, m, 1, b.value, 1, m);      // g b^T
    add_product(b.gradient, inner, m, n, a.value, 1, inner, y.gradient, m, 1);  // a^T g
  });
  add_product(y->value, n, m, inner, a->value, inner, 1, b->value, m, 1);
  return y;
}

// Each element by itself: value f(x), slope s(x, y).
Tensor map(const Tensor& x, double (*f)(double), double (*s)(double, double)) {
  Tensor y = make(x->rows, x->columns, x->value, {x}, [s](Node& y) {
    Node& x = *y.inputs[0];
    for (std::size_t i = 0; i < y.value.size(); ++i) {
      x.gradient[i] += y.gradient[i] * s(x.value[i], y.value[i]);
    }
  });
  for (double& v : y->value) v = f(v);
  return y;
}
Tensor tanh(const Tensor& x) {
  return map(x, std::tanh, [](double, double y) { return 1 - y * y; });
}
Tensor square(const Tensor& x) {
  return map(
      x, [](double x) { return x * x; }, [](double x, double) { return 2 * x; });
}

Tensor mean(const Tensor& x) {
  const double n = static_cast<double>(x->value.size());
  Tensor y = make(1, 1, {}, {x}, [n](Node& y) {
    for (double& g : y.inputs[0]->gradient) g += y.gradient[0] / n;
  });
  for (double v : x->value) y->value[0] += v / n;
  return y;
}

int backward(const Tensor& loss) {
  std::map<int, Node*, std::greater<>> waiting{{loss->number, loss.get()}};
  loss->gradient = {1};
  int visits = 0;
  for (; !waiting.empty(); ++visits) {
    Node& node = *waiting.begin()->second;
    waiting.erase(waiting.begin());
    if (node.back) node.back(node);
    for (const Tensor& input : node.inputs) waiting[input->number] = input.get();
  }
  return visits;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1) {
    const bool help = std::string_view(argv[1]) == "--help";
    std::fprintf(help ? stdout : stderr, "usage: part4_tensors     (it takes no arguments)\n");
    return help ? 0 : 2;
  }
  const Tensor a = make(2, 3, {}), b = make(1, 3, {});
  backward(mean(add(a, b)));
  std::printf("mean([2,3] + [1,3]): each gradient %.6f for the first, %.6f for the second\n",
              a->gradient[0], b->gradient[0]);

  const Tensor x = make(4, 2, {0, 0, 0, 1, 1, 0, 1, 1}), targets = make(4, 1, {0, 1, 1, 0});
  const Tensor w1 = make(2, 3, {0.6, -0.4, 0.2, -0.3, 0.5, 0.7}), b1 = make(1, 3, {});
  const Tensor w2 = make(3, 1, {0.5, 0.5, -0.5}), b2 = make(1, 1, {});
  Tensor y;
  for (int step = 0; step <= 200; ++step) {
    y = add(matmul(tanh(add(matmul(x, w1), b1)), w2), b2);
    const Tensor loss = mean(square(add(y, targets, -1)));
    for (const Tensor& p : {w1, b1, w2, b2}) p->gradient.assign(p->value.size(), 0);
    const int visits = backward(loss);
    if (step == 0) std::printf("step 0: %d nodes\n", visits);
    if (step % 50 == 0) std::printf("step %3d  loss %.6f\n", step, loss->value[0]);
    for (const Tensor& p : {w1, b1, w2, b2}) {
      for (std::size_t i = 0; i < p->value.size(); ++i) p->value[i] -= 0.2 * p->gradient[i];
    }
  }
  for (int i = 0; i < 4; ++i) {
    std::printf("%.0f xor %.0f = %.3f%s", x->value[2 * i], x->value[2 * i + 1], y->value[i],
                i < 3 ? ", " : "\n");
  }
}
