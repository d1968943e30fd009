#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes torch_cnn.txt: losses of training steps of convolutional networks, by PyTorch.

Weights and data are made by a rule that needs no random numbers (see `numbers`), so that
tests/training/torch_cnn_test.cpp starts from the same ones.
"""
import math

import numpy
import torch
from torch import nn

from torch_networks import resnet50


def numbers(count, seed):
    """Numbers in [-.5, .5), multiples of 2^-24: bits of the position, mixed."""
    v = numpy.arange(count, dtype=numpy.uint64) * 2654435761 + seed * 97531
    v &= 0xFFFFFFFF
    v = ((v ^ (v >> numpy.uint64(15))) * 2246822519) & 0xFFFFFFFF
    v ^= v >> numpy.uint64(13)
    return (v >> numpy.uint64(8)).astype(numpy.float64) / 2**24 - 0.5


def start(net):
    with torch.no_grad():
        for seed, (name, p) in enumerate(net.named_parameters()):
            u = torch.from_numpy(numbers(p.numel(), seed + 1)).reshape(p.shape)
            if p.dim() > 1:
                u = u * (2 * math.sqrt(6 / (p.numel() // p.shape[0])))
            elif name.endswith("weight"):
                # Small at the end of a block: with large ones f32 losses depend on every rounding.
                u = 0.1 * u if name.endswith("body.7.weight") else 1 + 0.5 * u
            else:
                u = 0.1 * u
            p.copy_(u)


def small_cnn(classes):
    return nn.Sequential(nn.Conv2d(1, 32, 3), nn.BatchNorm2d(32), nn.ReLU(), nn.Flatten(),
                         nn.Linear(32 * 26 * 26, 128), nn.ReLU(), nn.Linear(128, classes))


def losses(net, shape, classes, steps, dtype):
    start(net)
    net.to(dtype)
    x = torch.from_numpy(numbers(math.prod(shape), 1000) * 4).reshape(shape).to(dtype)
    target = torch.tensor([(i * 7 + 3) % classes for i in range(shape[0])])
    optimizer = torch.optim.SGD(net.parameters(), lr=0.001, momentum=0.9)
    result = []
    for _ in range(steps):
        optimizer.zero_grad()
        loss = torch.nn.functional.cross_entropy(net(x), target)
        loss.backward()
        optimizer.step()
        result.append(loss.item())
    return result


torch.set_num_threads(1)
with open("torch_cnn.txt", "w") as out:
    out.write(f"# tests/golden/torch_cnn.py, torch {torch.__version__}: dtype, network, losses\n")
    for dtype, name in ((torch.float64, "f64"), (torch.float32, "f32")):
        for network, net, shape, classes, steps in (
            ("small_cnn", small_cnn(10), (16, 1, 28, 28), 10, 10),
            ("resnet50", resnet50(100), (8, 3, 64, 64), 100, 3),
        ):
            # f64 from the start: the weights are then cast once, as ours are
            values = losses(net.to(torch.float64), shape, classes, steps, dtype)
            out.write(f"{name} {network} " + " ".join(f"{v:.17g}" for v in values) + "\n")
