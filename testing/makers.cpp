// SPDX-License-Identifier: Apache-2.0
#include "testing/op_case.h"
#include "thalweg/tensor/create.h"

namespace thalweg::testing {

std::vector<Shape> pointwise_shapes() {
  return {{}, {0}, {1}, {31}, {32}, {33}, {3, 0, 2}, {5, 7}, {2, 3, 4}, {3, 1025}, {70001}};
}

OpCase unary_case(const std::string& op, const std::function<Tensor(const Tensor&)>& call,
                  const std::function<double(double)>& reference, double low, double high) {
  OpCase c;
  c.op = op;
  c.order_rule = "pointwise";
  c.pointwise = true;
  for (const Shape& shape : pointwise_shapes()) {
    c.samples.push_back({text_of(shape),
                         {{shape, low, high}},
                         [call](const Tensors& x) { return call(x[0]); },
                         [reference](const Arrays& x) { return map_array(reference, x[0]); }});
  }
  c.bad_calls.push_back({"indices have no derivative",
                         [call] { call(zeros({2}, boolean)); },
                         {op + ": ", "got x=bool[2] on cpu:0", "; use cast"}});
  const Input cached{{4096}, low, high}, large{{1 << 26}, low, high};
  const auto run = [call](const Tensors& x) { return call(x[0]); };
  c.benchmarks.push_back({op + " 4096", {cached}, run, 2 * 4096 * 4.0, 4096});
  c.benchmarks.push_back({op + " 256MB", {large}, run, 2 * 67108864 * 4.0, 67108864});
  return c;
}

OpCase binary_case(const std::string& op,
                   const std::function<Tensor(const Tensor&, const Tensor&)>& call,
                   const std::function<double(double, double)>& reference, double low,
                   double high) {
  OpCase c;
  c.op = op;
  c.order_rule = "pointwise";
  c.pointwise = true;
  std::vector<std::pair<Shape, Shape>> pairs;
  for (const Shape& shape : pointwise_shapes()) pairs.push_back({shape, shape});
  pairs.insert(pairs.end(), {{{5, 7}, {7}},
                             {{7}, {5, 7}},
                             {{5, 7}, {5, 1}},
                             {{5, 1}, {1, 7}},
                             {{2, 3, 4}, {}},
                             {{}, {33}},
                             {{2, 1, 4}, {3, 1}},
                             {{1, 0}, {3, 1}},
                             {{300, 257}, {257}}});
  for (const auto& [a, b] : pairs) {
    c.samples.push_back(
        {text_of(a) + " and " + text_of(b),
         {{a, low, high}, {b, low, high}},
         [call](const Tensors& x) { return call(x[0], x[1]); },
         [reference](const Arrays& x) { return map_array(reference, x[0], x[1]); }});
  }
  c.bad_calls = {
      {"shapes",
       [call] {
         call(zeros({2, 3}), zeros({4, 5}));
       },
       {op + ": ", "got a=f32[2,3] on cpu:0, b=f32[4,5] on cpu:0", "; use reshape"}},
      {"dtypes",
       [call] { call(zeros({2}), zeros({2}, f64)); },
       {op + ": dtypes must be equal", "a=f32[2] on cpu:0, b=f64[2] on cpu:0", "use cast"}},
      {"devices",
       [call] { call(zeros({2}), zeros({2}, f32, cuda(0))); },
       {op + ": devices must be equal", "a=f32[2] on cpu:0, b=f32[2] on cuda:0", "use to"}},
      {"both",
       [call] { call(zeros({2}), zeros({2}, f64, cuda(0))); },
       {op + ": dtypes and devices"}},
      {"bool",
       [call] { call(zeros({2}, boolean), zeros({2}, boolean)); },
       {op + ": ", "got a=bool[2] on cpu:0"}}};
  const Input cached{{4096}, low, high}, large{{1 << 26}, low, high};
  const auto run = [call](const Tensors& x) { return call(x[0], x[1]); };
  c.benchmarks.push_back({op + " 4096", {cached, cached}, run, 3 * 4096 * 4.0, 4096});
  c.benchmarks.push_back({op + " 256MB", {large, large}, run, 3 * 67108864 * 4.0, 67108864});
  return c;
}

OpCase reduction_case(const std::string& op,
                      const std::function<Tensor(const Tensor&, const Axes&, bool)>& call,
                      const std::function<double(const std::vector<double>&)>& value) {
  OpCase c;
  c.op = op;
  c.order_rule = "sum rule";
  struct Form {
    Shape shape;
    Axes axes;
    bool keepdim;
  };
  const Form forms[] = {{{}, {}, false},
                        {{1}, {}, false},
                        {{31}, {0}, false},
                        {{32}, {0}, true},
                        {{33}, {-1}, false},
                        {{5, 7}, {}, false},
                        {{5, 7}, {0}, false},
                        {{5, 7}, {1}, true},
                        {{10, 100}, {1}, false},
                        {{100, 10}, {1}, false},
                        {{300, 17}, {1}, false},
                        {{64, 2500}, {1}, false},
                        {{3, 4, 700}, {0, 2}, false},
                        {{2, 5, 100}, {0, 2}, false},
                        {{2, 3, 4}, {0, 2}, false},
                        {{2, 3, 4}, {1}, true},
                        {{2, 3, 4, 5}, {1, 3}, false},
                        {{3, 1025}, {1}, false},
                        {{1025, 3}, {0}, false},
                        {{2100, 40}, {0}, false},
                        {{70001}, {}, false},
                        {{3, 5000}, {0, 1}, true}};
  for (const Form& form : forms) {
    c.samples.push_back(
        {text_of(form.shape) + " over " + text_of(form.axes),
         {{form.shape}},
         [call, form](const Tensors& x) { return call(x[0], form.axes, form.keepdim); },
         [value, form](const Arrays& x) {
           return reduce_array(value, x[0], form.axes, form.keepdim);
         }});
  }
  c.bad_calls = {
      {"axis",
       [call] {
         call(zeros({2, 3}), {2}, false);
       },
       {op + ": axis out of range; got axis 2 for a tensor with 2 axes; axes are -2 to 1"}},
      {"twice",
       [call] {
         call(zeros({2, 3}), {1, -1}, false);
       },
       {op + ": an axis is named twice; got axes [1,-1]; name each once"}},
      {"bool",
       [call] { call(zeros({2}, boolean), {}, false); },
       {op + ": ", "got x=bool[2] on cpu:0"}}};
  const auto run = [call](const Axes& axes) {
    return [call, axes](const Tensors& x) { return call(x[0], axes, false); };
  };
  const Input large{{8192, 8192}}, cached{{64, 64}};
  c.benchmarks = {{op + " 64x64", {cached}, run({}), 4096 * 4.0, 4096},
                  {op + " 256MB", {large}, run({}), 67108864 * 4.0, 67108864},
                  {op + " 256MB axis 0", {large}, run({0}), 67108864 * 4.0, 67108864},
                  {op + " 256MB axis 1", {large}, run({1}), 67108864 * 4.0, 67108864},
                  {op + " 262144x10 axis 1", {{{262144, 10}}}, run({1}), 2621440 * 4.0, 2621440}};
  return c;
}

static Array reduced_losses(const Array& losses, Reduction reduction) {
  if (reduction == Reduction::kNone) return losses;
  double total = 0;
  for (double l : losses.values) total += l;
  const bool mean = reduction == Reduction::kMean;
  return Array({}, mean ? total / static_cast<double>(losses.count()) : total);
}

OpCase loss_case(const std::string& op,
                 const std::function<Tensor(const Tensor&, const Tensor&, Reduction)>& call,
                 const std::function<double(double, double)>& loss, const Input& x,
                 const Input& target) {
  OpCase c;
  c.op = op;
  c.order_rule = "sum rule";
  c.relative = 16;
  c.absolute = 64;
  for (Reduction reduction : {Reduction::kMean, Reduction::kSum, Reduction::kNone}) {
    for (const Shape& shape : {Shape{}, Shape{0}, Shape{33}, Shape{5, 7}, Shape{2, 1025}}) {
      Input inputs[] = {x, target};
      for (Input& input : inputs) input.shape = shape;
      c.samples.push_back(
          {text_of(shape) + " reduction " + std::to_string(static_cast<int>(reduction)),
           {inputs[0], inputs[1]},
           [=](const Tensors& in) { return call(in[0], in[1], reduction); },
           [=](const Arrays& in) {
             return reduced_losses(map_array(loss, in[0], in[1]), reduction);
           }});
    }
  }
  struct Side {
    Shape shape;
    Dtype dtype = f32;
    Device device = cpu();
  };
  const auto refused = [call](const Side& x, const Side& target) {
    return [=] {
      call(ones(x.shape, x.dtype, x.device), ones(target.shape, target.dtype, target.device),
           Reduction::kMean);
    };
  };
  c.bad_calls = {
      {"column",
       refused({{4}}, {{4, 1}}),
       {op + ": x and target must have one shape; got x=f32[4] on cpu:0, target=f32[4,1] on "
             "cpu:0; use reshape(target, x.shape()): (n) against (n,1) is not repeated"}},
      {"sizes", refused({{4}}, {{3}}), {op + ": x and target", "use reshape or expand"}},
      {"dtypes", refused({{4}}, {{4}, f64}), {op + ": dtypes must be equal", "target=f64[4]"}},
      {"devices", refused({{4}}, {{4}, f32, cuda(0)}), {op + ": devices must be equal"}},
      {"integers",
       refused({{4}, i64}, {{4}, i64}),
       {op + ": wants a float dtype", "got x=i64[4]", "use cast"}}};
  const Input large{{1 << 20}, x.low, x.high}, targets{{1 << 20}, target.low, target.high};
  c.benchmarks = {{op + " 1M",
                   {large, targets},
                   [call](const Tensors& in) { return call(in[0], in[1], Reduction::kMean); },
                   2 * 1048576 * 4.0,
                   1048576}};
  return c;
}

}  // namespace thalweg::testing
