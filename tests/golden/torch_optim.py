#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes torch_optim.txt, torch_lbfgs.txt and torch_schedules.txt: twenty steps of each descent
method and of each schedule in f64, by PyTorch; and torch_wolfe.txt: the points that the line search
of L-BFGS tries on functions of one number.


The problem is a small linear regression whose numbers are made by a rule (see `pattern`), so that
tests/optim/torch_test.cpp starts from the same ones. A line of the first file holds the method, the loss before
each step, and the parameters after the last one. PyTorch has no L1 penalty: its soft threshold is
written out here. L-BFGS goes down a chain of
Rosenbrock's valleys. A line of the last file holds a schedule and its rate after 0 to 20 steps; the
metric of the plateau schedules is in METRIC and in tests/optim/schedule_test.cpp.
"""
import torch
from torch.optim.lbfgs import _strong_wolfe

ROWS, IN, OUT = 12, 4, 2


def pattern(shape, seed):
    """Numbers in [-.5, .5): a full-period congruence, exact in f64."""
    count = torch.Size(shape).numel()
    values = [((i * 7919 + seed * 104729 + 13) % 4096) / 4096 - 0.5 for i in range(count)]
    return torch.tensor(values, dtype=torch.float64).reshape(shape)


def run(make, l1=0.0, sign=1.0):
    w, b = pattern((IN, OUT), 1).requires_grad_(), pattern((OUT,), 2).requires_grad_()
    x, y = 2 * pattern((ROWS, IN), 3), 2 * pattern((ROWS, OUT), 4)
    optimizer = make(w, b)

    def closure():
        optimizer.zero_grad()
        error = x @ w + b - y
        loss = sign * (error * error).mean()
        loss.backward()
        return loss

    losses = []
    for _ in range(20):
        losses.append(optimizer.step(closure).item())
        if l1:
            with torch.no_grad():
                for group in optimizer.param_groups:
                    for p in group["params"]:
                        p.copy_(torch.nn.functional.softshrink(p, group["lr"] * l1))
    return losses + w.flatten().tolist() + b.tolist()


def groups(method, **options):
    return lambda w, b: method(
        [{"params": [w], "weight_decay": 0.2}, {"params": [b], "lr": 0.03}], **options)


def method(kind, **options):
    return lambda w, b: kind([w, b], **options)


torch.set_num_threads(1)
o = torch.optim
RUNS = {
    "sgd": [method(o.SGD, lr=0.2)],
    "sgd_decay": [method(o.SGD, lr=0.2, weight_decay=0.1)],
    "sgd_momentum": [method(o.SGD, lr=0.1, momentum=0.9, dampening=0.1, weight_decay=0.01)],
    "sgd_nesterov": [method(o.SGD, lr=0.1, momentum=0.9, nesterov=True)],
    "sgd_maximize": [method(o.SGD, lr=0.2, momentum=0.5, weight_decay=0.1, maximize=True), 0, -1],
    "sgd_l1": [method(o.SGD, lr=0.2), 0.1],
    "sgd_elastic": [method(o.SGD, lr=0.2, momentum=0.5, weight_decay=0.1), 0.05],
    "sgd_groups": [groups(o.SGD, lr=0.2, momentum=0.5)],
    "adam": [method(o.Adam, lr=0.05)],
    "adam_decay": [method(o.Adam, lr=0.05, betas=(0.8, 0.95), eps=1e-3, weight_decay=0.1)],
    "adam_amsgrad": [method(o.Adam, lr=0.3, betas=(0.5, 0.6), amsgrad=True)],
    "adam_maximize": [method(o.Adam, lr=0.05, weight_decay=0.1, maximize=True), 0, -1],
    "adam_groups": [groups(o.Adam, lr=0.05)],
    "adam_l1": [method(o.Adam, lr=0.05), 0.1],
    "adamw": [method(o.AdamW, lr=0.05)],
    "adamw_decay": [method(o.AdamW, lr=0.05, weight_decay=0.5, amsgrad=True)],
    "adagrad": [method(o.Adagrad, lr=0.1)],
    "adagrad_decay": [method(o.Adagrad, lr=0.1, lr_decay=0.1, weight_decay=0.1,
                             initial_accumulator_value=0.2, eps=1e-3)],
    "adagrad_maximize": [method(o.Adagrad, lr=0.1, maximize=True), 0, -1],
    "rmsprop": [method(o.RMSprop, lr=0.02)],
    "rmsprop_momentum": [method(o.RMSprop, lr=0.01, alpha=0.9, momentum=0.9, weight_decay=0.1)],
    "rmsprop_centered": [method(o.RMSprop, lr=0.01, alpha=0.9, eps=1e-3, centered=True)],
    "rmsprop_all": [method(o.RMSprop, lr=0.01, alpha=0.9, eps=1e-3, momentum=0.5, centered=True,
                           maximize=True), 0, -1],
}
with open("torch_optim.txt", "w") as out:
    out.write(f"# tests/golden/torch_optim.py, torch {torch.__version__}: method, 20 losses, "
              "w, b\n")
    for name, arguments in RUNS.items():
        out.write(f"{name} " + " ".join(f"{v:.17g}" for v in run(*arguments)) + "\n")


def run_lbfgs(sign=1.0, **options):
    w, b = pattern((3, 2), 1).requires_grad_(), pattern((2,), 2).requires_grad_()
    optimizer = o.LBFGS([w, b], maximize=sign < 0, **options)

    def closure():
        optimizer.zero_grad()
        z = torch.cat([w.flatten(), b])
        bend, way = z[1:] - z[:-1] * z[:-1], 1 - z[:-1]
        loss = sign * (10 * bend * bend + way * way).sum()
        loss.backward()
        return loss

    losses = [optimizer.step(closure).item() for _ in range(20)]
    return losses + w.flatten().tolist() + b.tolist()


# Without a line search steps must be long or few: short ones make changes that are nearly parallel,
# and the method multiplies rounding errors until no two programs agree.
LBFGS_RUNS = {
    "fixed": dict(lr=0.3, max_iter=2),
    "fixed_maximize": dict(lr=0.02, max_iter=3, history_size=2, sign=-1.0),
    "wolfe": dict(max_iter=1, line_search_fn="strong_wolfe", max_eval=25),
    "wolfe_history": dict(lr=0.5, max_iter=2, history_size=3, line_search_fn="strong_wolfe"),
    "wolfe_to_the_end": dict(line_search_fn="strong_wolfe", sign=-1.0),
}
with open("torch_lbfgs.txt", "w") as out:
    out.write(f"# tests/golden/torch_optim.py, torch {torch.__version__}: run, 20 losses, w, b\n")
    for name, options in LBFGS_RUNS.items():
        out.write(f"{name} " + " ".join(f"{v:.17g}" for v in run_lbfgs(**options)) + "\n")


WOLFE = {  # each with its derivative; a saw's is not its own, and leads the search astray
    "ratio": (lambda t: -t / (t * t + 2), lambda t: (t * t - 2) / ((t * t + 2) * (t * t + 2))),
    "quintic": (lambda t: (t + 0.004)**4 * (t - 1.996),
                lambda t: (t + 0.004)**3 * (5 * t - 7.98)),
    "saw": (lambda t: (0 if t < 1.2 else 0.9 if t < 1.5 else 1.3) - t,
            lambda t: -0.1 if t == 0 else -1.0),
}


def search(name, first):
    value, slope = WOLFE[name]
    tried = []

    def evaluate(x, t, d):
        tried.append(float(t))
        return value(tried[-1]), torch.tensor([slope(tried[-1])], dtype=torch.float64)

    d, g = torch.ones(1, dtype=torch.float64), torch.tensor([slope(0.0)], dtype=torch.float64)
    found = _strong_wolfe(evaluate, None, first, d, value(0.0), g, g.dot(d))
    return [first, float(found[2])] + tried


with open("torch_wolfe.txt", "w") as out:
    out.write(f"# tests/golden/torch_optim.py, torch {torch.__version__}: function, first t, t "
              "found, t tried\n")
    for name, first in [("ratio", 0.01), ("ratio", 1000.0), ("quintic", 0.001), ("quintic", 0.1),
                        ("quintic", 0.6), ("quintic", 2.2), ("quintic", 1000.0),
                        ("saw", 1.1)]:
        out.write(f"{name} " + " ".join(f"{v:.17g}" for v in search(name, first)) + "\n")


METRIC = [5, 4, 4.5, 4.4, 4.3, 3.9999, 3.9, 4, 4, 4, 4, 4, 3, 3.1, 3.1, 3.1, 3.1, 3.1, 3.1, 3.1]


def rates(make):
    optimizer = o.SGD([torch.zeros(1, requires_grad=True)], lr=0.5)
    schedule = make(optimizer)
    result = [optimizer.param_groups[0]["lr"]]
    for metric in METRIC:
        optimizer.step()
        if isinstance(schedule, s.ReduceLROnPlateau):
            schedule.step(metric)
        else:
            schedule.step()
        result.append(optimizer.param_groups[0]["lr"])
    return result


s = o.lr_scheduler
SCHEDULES = {
    "step": lambda x: s.StepLR(x, 6, gamma=0.3),
    "exponential": lambda x: s.ExponentialLR(x, 0.9),
    "multi_step": lambda x: s.MultiStepLR(x, [3, 3, 11], gamma=0.5),
    "cosine": lambda x: s.CosineAnnealingLR(x, 20, eta_min=0.01),
    "linear": lambda x: s.LinearLR(x, start_factor=0.1, end_factor=0.8, total_iters=7),
    "inverse_time": lambda x: s.LambdaLR(x, lambda t: 1 / (1 + 0.5 * t / 3)),
    "one_cycle": lambda x: s.OneCycleLR(x, 0.7, total_steps=21, cycle_momentum=False),
    "one_cycle_linear": lambda x: s.OneCycleLR(
        x, 0.7, total_steps=21, pct_start=0.45, anneal_strategy="linear", div_factor=10,
        final_div_factor=100, cycle_momentum=False),
    "warm_up_cosine": lambda x: s.SequentialLR(
        x, [s.LinearLR(x, start_factor=0.1, total_iters=5), s.CosineAnnealingLR(x, 15)], [5]),
    "plateau": lambda x: s.ReduceLROnPlateau(x, factor=0.5, patience=2, cooldown=1, min_lr=0.1),
    "plateau_max": lambda x: s.ReduceLROnPlateau(
        x, mode="max", factor=0.9, patience=0, threshold=0.05, threshold_mode="abs"),
}
with open("torch_schedules.txt", "w") as out:
    out.write(f"# tests/golden/torch_optim.py, torch {torch.__version__}: schedule, 21 rates\n")
    for name, make in SCHEDULES.items():
        out.write(f"{name} " + " ".join(f"{v:.17g}" for v in rates(make)) + "\n")
