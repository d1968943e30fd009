# SPDX-License-Identifier: Apache-2.0
"""ResNet-50 in PyTorch, laid out as thalweg/nn/networks.h does: for golden files and benchmarks."""
from torch import nn


class Residual(nn.Module):
    def __init__(self, body, shortcut):
        super().__init__()
        self.body = body
        self.shortcut = shortcut

    def forward(self, x):
        return (self.shortcut(x) if self.shortcut else x) + self.body(x)


def normed(a, b, kernel, stride):
    return [nn.Conv2d(a, b, kernel, stride, kernel // 2), nn.BatchNorm2d(b, eps=1.001e-5)]


def resnet50(classes):
    parts = normed(3, 64, 7, 2) + [nn.ReLU(), nn.MaxPool2d(3, 2, 1)]
    a = 64
    for stage, depth in enumerate((3, 4, 6, 3)):
        w = 64 << stage
        for i in range(depth):
            stride = 2 if i == 0 and stage > 0 else 1
            body = normed(a, w, 1, stride) + [nn.ReLU()] + normed(w, w, 3, 1) + [nn.ReLU()]
            body += normed(w, 4 * w, 1, 1)
            shortcut = nn.Sequential(*normed(a, 4 * w, 1, stride)) if i == 0 else None
            parts += [Residual(nn.Sequential(*body), shortcut), nn.ReLU()]
            a = 4 * w
    parts += [nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(a, classes)]
    return nn.Sequential(*parts)
