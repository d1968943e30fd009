// SPDX-License-Identifier: Apache-2.0
// Overfitting, and what helps: four sizes of network on 10,000 collisions of particles; the largest
// again with an L2 penalty, with dropout, and with both.
//
// Topic: capacity, training against validation loss, L2 penalty, dropout, early stopping.
// Run:   ./dev example overfit      (some minutes)
//        overfit [DIRECTORY]        DIRECTORY holds higgs_sas.csv.gz
// Data:  an extract of HIGGS (UCI Machine Learning Repository, CC BY 4.0; Baldi, Sadowski and
//        Whiteson, arXiv:1402.4735), data/higgs.csv of sassoftware/sas-viya-workbench-examples.
// Source of the figures: TensorFlow's tutorial "Overfit and underfit": the networks, their 481,
// 753, 10,241 and 803,329 parameters, penalties and rates. The losses are this program's own: it
// has other rows of the set, and trains for fewer epochs.
//
// The loss is cross-entropy, without the penalty and with dropout off; "its best" is the epoch with
// the lowest loss on the 984 rows that no network is trained on, where early stopping would stop.
// In the tutorial, which trains for longer, both together do best of all; here, after 150 epochs,
// dropout alone is ahead, with twice the gap.
//
// Expected last lines:
//                              at its best            at the end
//   network           numbers  epoch   train   valid  epoch   train   valid
//   16                    481    135  0.6169  0.6247    150  0.6162  0.6257
//   16-16                 753    100  0.6052  0.6200    100  0.6052  0.6200
//   64-64-64            10241     50  0.5712  0.6186     50  0.5712  0.6186
//   512 four times     803329     20  0.5767  0.6105     40  0.4728  0.6528
//     L2 .001          803329     50  0.6007  0.6114     60  0.5950  0.6119
//     dropout .5       803329    120  0.5580  0.5936    150  0.5407  0.5984
//     both, L2 .0001   803329    120  0.5871  0.6021    150  0.5773  0.6054
//   the smallest does as well on new rows as on its own, within .02: yes
//   the largest overfits: it ends .02 above its best, .1 above its own rows: yes
//   each penalty leaves a smaller gap, after more epochs: yes
//   dropout, alone or with L2, comes to the lowest losses on new rows: yes
//   with L2 it leaves a smaller gap than without: yes
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "thalweg/base/error.h"
#include "thalweg/data/shuffle.h"
#include "thalweg/io/file.h"
#include "thalweg/io/inflate.h"
#include "thalweg/nn/dropout.h"
#include "thalweg/nn/init.h"
#include "thalweg/nn/linear.h"
#include "thalweg/nn/sequential.h"
#include "thalweg/nn/structure.h"
#include "thalweg/ops/binary_cross_entropy_with_logits.h"
#include "thalweg/ops/copy.h"
#include "thalweg/ops/elu.h"
#include "thalweg/ops/embedding.h"
#include "thalweg/ops/slice.h"
#include "thalweg/optim/adam.h"
#include "thalweg/optim/schedule.h"
#include "thalweg/tensor/create.h"
#include "thalweg/tensor/node.h"
#include "thalweg/tensor/random.h"

using namespace thalweg;

namespace {

constexpr int kNoSuchData = 77;  // ctest shows a program that returns it as skipped
constexpr std::int64_t kFeatures = 28, kTrainRows = 10000, kBatch = 500;
constexpr int kLookEvery = 5;  // epochs

struct Rows {
  Tensor x;  // f32 [n, 28]
  Tensor y;  // f32 [n, 1], 0 or 1
};

/// A line of names, then 28 features and the label in each line.
Tensor read_table(const std::string& path) {
  const io::FileBytes file = io::read_file("read_table", path);
  const std::vector<std::byte> bytes = io::gunzip({"read_table", path, file.bytes()});
  const std::string text(io::text_of_bytes(bytes));
  std::vector<float> values;
  const char* at = std::strchr(text.c_str(), '\n');
  while (at != nullptr && at[1] != '\0') {
    char* end = nullptr;
    values.push_back(std::strtof(at + 1, &end));
    if (end == at + 1) {
      throw FileError("read_table: a field is a number; got {} in {}", io::in_quotes(at + 1), path);
    }
    at = end;
  }
  const auto count = static_cast<std::int64_t>(values.size()), rows = count / (kFeatures + 1);
  if (rows < kTrainRows + kBatch || count % (kFeatures + 1) != 0) {
    throw FileError(
        "read_table: the file has 10500 rows of 29 numbers or more; got {} numbers in {}", count,
        path);
  }
  return tensor(values, {rows, kFeatures + 1});
}

Rows rows_of(const Tensor& table, std::int64_t first, std::int64_t last) {
  const Tensor rows = slice(table, 0, first, last);
  return {clone(slice(rows, 1, 0, kFeatures)), clone(slice(rows, 1, kFeatures, kFeatures + 1))};
}

Tensor loss_of(nn::Module& net, const Rows& rows) {
  return binary_cross_entropy_with_logits(net(rows.x), rows.y);
}

double evaluate(nn::Module& net, const Rows& rows) {
  const NoGrad off;
  net.eval();
  const double loss = loss_of(net, rows).item();
  net.train();
  return loss;
}

struct Plan {
  const char* name;
  std::vector<std::int64_t> hidden;
  int epochs;
  double l2 = 0;       // penalty l2 * sum w^2 on the weights of hidden layers
  double dropout = 0;  // after each hidden layer
};

/// Losses after some epoch, dropout off and without the penalty.
struct Look {
  int epoch = 0;
  double train = 0, valid = std::numeric_limits<double>::infinity();
  double gap() const { return valid - train; }
};

struct Result {
  Look best, end;  // best: by validation, as early stopping would choose
};

/// With Keras's initial values.
std::shared_ptr<nn::Linear> linear(std::int64_t in, std::int64_t out) {
  const auto layer = std::make_shared<nn::Linear>(in, out);
  const NoGrad off;
  nn::init::xavier_uniform(layer->weight);
  nn::init::constant(layer->bias, 0);
  return layer;
}

Result run(const Plan& plan, const Rows& train, const Rows& valid) {
  manual_seed(0);
  nn::Sequential net;
  std::vector<Tensor> weights, others;
  std::int64_t in = kFeatures;
  for (std::int64_t out : plan.hidden) {
    const auto layer = linear(in, out);
    weights.push_back(layer->weight);
    others.push_back(layer->bias);
    net.append(layer).add<nn::Lambda>([](const Tensor& x) { return elu(x); });
    if (plan.dropout > 0) net.add<nn::Dropout>(plan.dropout);
    in = out;
  }
  const auto last = linear(in, 1);
  net.append(last);
  others.insert(others.end(), {last->weight, last->bias});

  optim::Adam adam(weights, {.weight_decay = 2 * plan.l2});
  adam.add_group(others, {.weight_decay = 0});
  // The rate is half of the first one after 1000 epochs, as in the tutorial.
  optim::Schedule schedule(adam, optim::inverse_time_lr(1, kTrainRows / kBatch * 1000));
  Result result;
  for (int epoch = 1; epoch <= plan.epochs; ++epoch) {
    const Tensor order = tensor(data::random_permutation(kTrainRows), {kTrainRows});
    for (std::int64_t first = 0; first < kTrainRows; first += kBatch) {
      const Tensor picked = slice(order, 0, first, first + kBatch);
      adam.zero_grad();
      loss_of(net, {embedding(train.x, picked), embedding(train.y, picked)}).backward();
      adam.step();
      schedule.step();
    }
    if (epoch % kLookEvery != 0) continue;
    result.end = {epoch, evaluate(net, train), evaluate(net, valid)};
    if (result.end.valid < result.best.valid) result.best = result.end;
  }
  std::printf("%-17s %7lld  %5d %7.4f %7.4f  %5d %7.4f %7.4f\n", plan.name,
              static_cast<long long>(net.parameter_count()), result.best.epoch, result.best.train,
              result.best.valid, result.end.epoch, result.end.train, result.end.valid);
  std::fflush(stdout);
  return result;
}

bool tell(const char* claim, bool holds) {
  std::printf("%s: %s\n", claim, holds ? "yes" : "no");
  return holds;
}

int compare(const Rows& train, const Rows& valid) {
  const std::vector<std::int64_t> wide{512, 512, 512, 512};
  std::printf("%27sat its best            at the end\n", "");
  std::printf("network           numbers  epoch   train   valid  epoch   train   valid\n");
  const Result tiny = run({"16", {16}, 150}, train, valid);
  run({"16-16", {16, 16}, 100}, train, valid);
  run({"64-64-64", {64, 64, 64}, 50}, train, valid);
  const Result large = run({"512 four times", wide, 40}, train, valid);
  const Result l2 = run({"  L2 .001", wide, 60, .001}, train, valid);
  const Result dropout = run({"  dropout .5", wide, 150, 0, .5}, train, valid);
  const Result both = run({"  both, L2 .0001", wide, 150, .0001, .5}, train, valid);
  bool right =
      tell("the smallest does as well on new rows as on its own, within .02", tiny.end.gap() < .02);
  right &= tell("the largest overfits: it ends .02 above its best, .1 above its own rows",
                large.end.valid > large.best.valid + .02 && large.end.gap() > .1);
  right &= tell("each penalty leaves a smaller gap, after more epochs",
                std::max({l2.end.gap(), dropout.end.gap(), both.end.gap()}) < large.end.gap());
  right &= tell("dropout, alone or with L2, comes to the lowest losses on new rows",
                std::max(dropout.best.valid, both.best.valid) <
                    std::min({tiny.best.valid, large.best.valid, l2.best.valid}));
  right &= tell("with L2 it leaves a smaller gap than without", both.end.gap() < dropout.end.gap());
  return right ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string argument = argc > 1 ? argv[1] : "";
  if (argc > 2 || argument.starts_with("-")) {
    const bool help = argument == "--help";
    std::fprintf(help ? stdout : stderr, "usage: overfit [DIRECTORY]\n");
    return help ? 0 : 2;
  }
  const std::string directory = argument.empty() ? THALWEG_SHARED_DIR "/data/higgs" : argument;
  const std::string path = directory + "/higgs_sas.csv.gz";
  if (!std::filesystem::exists(path)) {
    std::printf("no %s: it is data/higgs.csv of sassoftware/sas-viya-workbench-examples\n",
                path.c_str());
    return kNoSuchData;
  }
  try {
    const Tensor table = read_table(path);
    return compare(rows_of(table, 0, kTrainRows), rows_of(table, kTrainRows, table.size(0)));
  } catch (const std::exception& e) {
    std::fprintf(stderr, "overfit: %s\n", e.what());
    return 1;
  }
}
