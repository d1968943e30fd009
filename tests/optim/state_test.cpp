// SPDX-License-Identifier: Apache-2.0
// Saved and loaded: an optimizer that goes on from a file has the bits of one that never stopped.
#include <doctest/doctest.h>

#include <memory>
#include <string>

#include "tests/io/files.h"
#include "tests/optim/message.h"
#include "thalweg/io/safetensors.h"
#include "thalweg/ops/mul.h"
#include "thalweg/ops/sum.h"
#include "thalweg/optim/adagrad.h"
#include "thalweg/optim/adam.h"
#include "thalweg/optim/rmsprop.h"
#include "thalweg/optim/sgd.h"
#include "thalweg/tensor/copy.h"
#include "thalweg/tensor/create.h"

namespace thalweg {
namespace {

// Weights w and one more that has no gradient in the first steps, and their optimizer.
struct Training {
  Tensor w, late;
  std::unique_ptr<optim::Optimizer> optimizer;

  template <class Method, class Options>
  static Training make(const Options& options, const Training* from = nullptr,
                       Device device = cpu()) {
    Training t{tensor<float>({1, -2, 3}, {3}, device), ones({2}, f32, device), nullptr};
    if (from) t.w = contiguous_copy(from->w.detach(), device);
    if (from) t.late = contiguous_copy(from->late.detach(), device);
    t.w.set_requires_grad();
    t.late.set_requires_grad();
    t.optimizer = std::make_unique<Method>(std::vector{t.w}, options);
    t.optimizer->add_group({t.late}, {.lr = 0.03});
    return t;
  }

  void steps(int begin, int end) const {
    for (int i = begin; i < end; ++i) {
      optimizer->zero_grad();
      sum(w * w * w * (0.1 * (i + 1))).backward();
      if (i >= 3) sum(late * late).backward();
      optimizer->step();
    }
  }

  std::vector<float> numbers() const {
    auto all = to_vector<float>(w);
    for (const float x : to_vector<float>(late)) all.push_back(x);
    return all;
  }
};

template <class Method, class Options>
void check_resumed(const Options& options) {
  const testing::TemporaryFolder folder;
  const Training whole = Training::make<Method>(options);
  whole.steps(0, 2);
  whole.optimizer->set_lr(0.02, 1);
  io::save_safetensors(folder / "state.safetensors", whole.optimizer->state());
  const auto saved = io::load_safetensors(folder / "state.safetensors").tensors;
  const Training resumed = Training::make<Method>(Options{}, &whole);
  const Training on_cuda = Training::make<Method>(Options{}, &whole, cuda(0));
  whole.steps(2, 6);
  for (const Training* other : {&resumed, &on_cuda}) {
    other->optimizer->load_state(saved);
    CHECK(other->optimizer->steps() == 2);
    CHECK(other->optimizer->lr(1) == 0.02);
    other->steps(2, 6);
    CHECK(other->numbers() == whole.numbers());
  }
  const auto a = whole.optimizer->state(), b = resumed.optimizer->state();
  REQUIRE(a.size() == b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    CHECK(a[i].name == b[i].name);
    CHECK(to_vector<double>(a[i].tensor) == to_vector<double>(b[i].tensor));
  }
}

TEST_CASE("resumed from a file: the same bits, whatever the options it was made with") {
  check_resumed<optim::SGD>(optim::SgdOptions{.lr = .01, .weight_decay = .1, .l1 = .01});
  check_resumed<optim::SGD>(optim::SgdOptions{.lr = .01, .momentum = .9, .nesterov = true});
  check_resumed<optim::SGD>(optim::SgdOptions{.lr = .01, .momentum = .9, .dampening = .2});
  check_resumed<optim::Adam>(optim::AdamOptions{.lr = .01, .beta1 = .7, .amsgrad = true});
  check_resumed<optim::AdamW>(optim::AdamWOptions{.beta2 = .9, .eps = .1, .maximize = true});
  check_resumed<optim::Adagrad>(
      optim::AdagradOptions{.lr_decay = .1, .initial_accumulator_value = .2, .eps = .1});
  check_resumed<optim::RMSprop>(optim::RMSpropOptions{.alpha = .8, .momentum = .5});
  check_resumed<optim::RMSprop>(optim::RMSpropOptions{.eps = .1, .momentum = .5, .centered = true});
}

TEST_CASE("a state that does not fit is refused and changes nothing") {
  const Training adam = Training::make<optim::Adam>(optim::AdamOptions{.amsgrad = true});
  adam.steps(0, 2);
  const auto state = adam.optimizer->state();
  const auto refused = [&](const std::string& name, const Tensor& value) {
    const Training other = Training::make<optim::Adam>(optim::AdamOptions{.beta1 = .7});
    const Training same = Training::make<optim::Adam>(optim::AdamOptions{.beta1 = .7});
    other.steps(0, 1);
    same.steps(0, 1);
    auto changed = state;
    bool found = false;
    for (auto& [key, tensor] : changed) {
      if (key != name) continue;
      found = true;
      if (value.defined()) tensor = value;
      if (!value.defined()) key = "other";
    }
    CHECK_MESSAGE(found, name);
    const std::string text = message_of([&] { other.optimizer->load_state(changed); });
    other.steps(1, 5);
    same.steps(1, 5);
    CHECK_MESSAGE(other.numbers() == same.numbers(), name);
    return text;
  };
  CHECK(refused("Adam.eps", {}).starts_with("find_tensor: no tensor of this name; got 'Adam.eps'"));
  CHECK(refused("Adam.beta1", tensor<double>({2})) ==
        "Adam: beta1 is at least 0 and below 1; got 2");
  CHECK(refused("Adam.lr", tensor<double>({1, -1})) == "Adam: lr is 0 or more and finite; got -1");
  CHECK(refused("Adam.lr", tensor<double>({1})) ==
        "load_state: 'Adam.lr' must have 2 elements; got f64[1] on cpu:0");
  CHECK(refused("Adam.steps", tensor<float>({1})) ==
        "load_state: 'Adam.steps' must be i64; got f32[1] on cpu:0");
  CHECK(refused("Adam.parameter_steps", tensor<std::int64_t>({3, 0})) ==
        "load_state: a parameter has at most as many steps as all; got 3 of 2");
  CHECK(refused("Adam.0.v_max", {}).starts_with("find_tensor: no tensor of this name"));
  CHECK(refused("Adam.0.m", ones({2})) ==
        "load_state: 'Adam.0.m' must be like its parameter f32[3] on cpu:0; got f32[2] on cpu:0");
  CHECK(refused("Adam.0.v", ones({3}, f64))
            .starts_with("load_state: 'Adam.0.v' must be like its parameter"));
  const Training sgd = Training::make<optim::SGD>(optim::SgdOptions{});
  CHECK(message_of([&] { sgd.optimizer->load_state(state); }).find("got 'SGD.momentum'") !=
        std::string::npos);
}

}  // namespace
}  // namespace thalweg
