# SPDX-License-Identifier: Apache-2.0
"""Training steps against PyTorch with the same threads, by turns; see bench/training/training_speed.cpp.

Prints  name <tab> our time / PyTorch's <tab> bound <tab> ok|short.
"""
import os
import statistics
import subprocess
import sys
import time

import torch

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "tests", "golden"))
from torch_networks import resnet50  # noqa: E402

PROGRAM = os.path.join(os.environ["THALWEG_BUILD"], "bench", "training_speed")


def ours(what, threads):
    run = subprocess.run([PROGRAM, what, str(threads)], capture_output=True, text=True, check=True)
    return float(run.stdout)


def net(*sizes):
    layers = []
    for i in range(len(sizes) - 1):
        layers += [torch.nn.Linear(sizes[i], sizes[i + 1]), torch.nn.ReLU()]
    return torch.nn.Sequential(*layers[:-1])


def mlp_step_microseconds():
    model = net(9, 64, 64, 1)
    adam = torch.optim.Adam(model.parameters())
    x, y = torch.randn(32, 9), torch.randn(32, 1)
    times = []
    for _ in range(7):
        steps = 300
        start = time.perf_counter()
        for _ in range(steps):
            adam.zero_grad()
            error = model(x) - y
            (error * error).mean().backward()
            adam.step()
        times.append((time.perf_counter() - start) / steps)
    return 1e6 * statistics.median(times)


def epoch_seconds():
    rows, batch = 60000, 32
    model = net(784, 128, 10)
    adam = torch.optim.Adam(model.parameters())
    images = torch.rand(rows, 784)
    order = torch.arange(rows) * 7919 % rows
    start = time.perf_counter()
    for first in range(0, rows, batch):
        pick = order[first:first + batch]
        adam.zero_grad()
        loss = torch.nn.functional.cross_entropy(model(images[pick]), pick % 10)
        loss.backward()
        adam.step()
    return time.perf_counter() - start


def resnet_steps(steps):
    """Seconds of each step of ResNet-50 on 32x32, batch 64."""
    model = resnet50(10)
    sgd = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9)
    images, target = torch.randn(64, 3, 32, 32), torch.arange(64) % 10
    times = []
    for _ in range(steps):
        start = time.perf_counter()
        sgd.zero_grad()
        torch.nn.functional.cross_entropy(model(images), target).backward()
        sgd.step()
        times.append(time.perf_counter() - start)
    return times


def resnet_step_seconds():
    return statistics.median(resnet_steps(4)[1:])


def resnet_memory_megabytes():
    """In a process of its own, without what importing PyTorch takes."""
    script = ("import re, training; used = lambda: "
              "int(re.search(r'VmHWM:\\s*(\\d+)', open('/proc/self/status').read())[1]) / 1e3; "
              "before = used(); training.resnet_steps(2); print(used() - before)")
    run = subprocess.run([sys.executable, "-c", script], cwd=os.path.dirname(__file__) or ".",
                         capture_output=True, text=True, check=True)
    return float(run.stdout)


def main():
    short = 0
    for what, name, peer, bound, rounds in (
            ("mlp", "step of a 64-64 MLP, batch 32", mlp_step_microseconds, 0.25, 5),
            ("epoch", "Fashion-MNIST epoch, 784-128-10, batch 32", epoch_seconds, 0.5, 3),
            ("resnet", "step of ResNet-50 on 32x32, batch 64", resnet_step_seconds, 0.9, 5)):
        for threads in (1, 2):
            torch.set_num_threads(threads)
            ratio = statistics.median(ours(what, threads) / peer() for _ in range(rounds))
            ok = ratio <= bound
            short += not ok
            print(f"{name}, {threads} threads: our time / PyTorch's\t{ratio:.3f}\t<= {bound}\t"
                  f"{'ok' if ok else 'short'}", flush=True)
    ratio = ours("memory", 2) / resnet_memory_megabytes()
    short += ratio > 1
    print(f"memory of a step of ResNet-50 on 32x32, batch 64: ours / PyTorch's\t{ratio:.3f}\t<= 1.0\t"
          f"{'ok' if ratio <= 1 else 'short'}", flush=True)
    sys.exit(1 if short else 0)


if __name__ == "__main__":
    main()
