#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes torch_mlp.txt: losses of ten training steps of a small MLP, by PyTorch.

Weights and data are made by a rule that needs no random numbers (see `pattern`), so that
tests/training/torch_mlp_test.cpp starts from the same ones.
"""
import torch

IN, HIDDEN, CLASSES, ROWS = 12, 16, 5, 40


def pattern(count, seed, dtype):
    """Numbers in [-.5, .5): a full-period congruence, exact in f32 and f64."""
    values = [((i * 7919 + seed * 104729 + 13) % 4096) / 4096 - 0.5 for i in range(count)]
    return torch.tensor(values, dtype=dtype)


def losses(dtype, method):
    first = torch.nn.Linear(IN, HIDDEN, dtype=dtype)
    norm = torch.nn.LayerNorm(HIDDEN, dtype=dtype)
    last = torch.nn.Linear(HIDDEN, CLASSES, dtype=dtype)
    net = torch.nn.Sequential(first, torch.nn.GELU(), norm, torch.nn.Tanh(), last)
    with torch.no_grad():
        for seed, p in enumerate([first.weight, first.bias, last.weight, last.bias]):
            p.copy_(pattern(p.numel(), seed + 1, dtype).reshape(p.shape))
    x = pattern(ROWS * IN, 10, dtype).reshape(ROWS, IN) * 4
    target = torch.tensor([(i * 7 + 3) % CLASSES for i in range(ROWS)])
    optimizer = {
        "adam": lambda p: torch.optim.Adam(p, lr=0.01),
        "adam_decay": lambda p: torch.optim.Adam(p, lr=0.01, weight_decay=0.1),
        "sgd": lambda p: torch.optim.SGD(p, lr=0.1),
        "momentum": lambda p: torch.optim.SGD(
            p, lr=0.05, momentum=0.9, dampening=0.1, weight_decay=0.01),
        "nesterov": lambda p: torch.optim.SGD(p, lr=0.05, momentum=0.9, nesterov=True),
    }[method](net.parameters())
    result = []
    for _ in range(10):
        optimizer.zero_grad()
        loss = torch.nn.functional.cross_entropy(net(x), target)
        loss.backward()
        optimizer.step()
        result.append(loss.item())
    return result


torch.set_num_threads(1)
with open("torch_mlp.txt", "w") as out:
    out.write(f"# tests/golden/torch_mlp.py, torch {torch.__version__}: dtype, method, ten losses\n")
    for dtype, name in ((torch.float64, "f64"), (torch.float32, "f32")):
        for method in ("sgd", "momentum", "nesterov", "adam", "adam_decay"):
            text = " ".join(f"{v:.17g}" for v in losses(dtype, method))
            out.write(f"{name} {method} {text}\n")
