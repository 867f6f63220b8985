"""What `make sim FAMILY=vipnano` plays."""

import numpy as np
import pyuvm

from models.vipnano.config.hardware import Ties
from sequences.vipnano.layers import Add, Conv2d, FullyConnected, Quantisation
from tb.vipnano.env import VipnanoBaseTest

SIZE, CHANNELS, OUTPUTS, CLASSES = 8, 3, 6, 10
ZERO, SHIFT = 128, 6
PIXELS, FINE = Quantisation(0.5, ZERO), Quantisation(2.0**-SHIFT, ZERO)
"""What bytes mean: with powers of two results can be worked out by hand, to the last bit."""


def rounded(sums, bits, ties):
    """Sums without their lowest bits, as bytes."""
    half = 1 << bits - 1
    up = sums + half >> bits
    away = np.sign(sums) * (abs(sums) + half >> bits)
    return np.clip((up if ties is Ties.UP else away) + ZERO, 0, 255)


def convolved(image, weights, bias, stride, ties):
    """A convolution by hand, of an image that has zeros around it: [channels, outputs, 3, 3] weights."""
    padded = np.pad(image.astype(int) - ZERO, ((0, 1), (0, 1), (0, 0)) if stride == 2 else ((1, 1), (1, 1), (0, 0)))
    lines = range(0, image.shape[0], stride)
    windows = np.array([[padded[y : y + 3, x : x + 3] for x in lines] for y in lines])
    return rounded(np.einsum("yxijc,oijc->yxo", windows, weights.astype(int) - ZERO) + bias, SHIFT, ties)


@pyuvm.test()
class SmallNetworkTest(VipnanoBaseTest):
    """A small quantised network: convolutions, one with a stride, an addition, a fully connected layer."""

    async def stimulus(self, bench):
        draw, ties = bench.rng.integers, bench.config.ties
        x, other = (draw(0, 256, (SIZE, SIZE, CHANNELS), np.uint8) for _ in range(2))
        kernel = {"kernel": FINE, "input": PIXELS, "output": PIXELS}
        first = draw(96, 160, (CHANNELS, 3, 3, CHANNELS), np.uint8)
        second = draw(96, 160, (OUTPUTS, 3, 3, CHANNELS), np.uint8)
        matrix = draw(120, 136, (CLASSES, OUTPUTS * SIZE * SIZE // 4), np.uint8)
        biases = [draw(-1000, 1000, count).astype(np.int32) for count in (CHANNELS, OUTPUTS, CLASSES)]
        size = {"lines": SIZE, "columns": SIZE, "channels": CHANNELS}
        y = await bench.run(Conv2d(weights=first, bias=biases[0], **size, **kernel), x)
        assert (y == convolved(x, first, biases[0], 1, ties)).all()
        total = await bench.run(Add(shape=y.shape, first=PIXELS, second=PIXELS, output=PIXELS), y, other)
        assert (abs(total - np.clip(y.astype(int) + other - ZERO, 0, 255)) <= 1).all()
        small = await bench.run(Conv2d(weights=second, bias=biases[1], stride=(2, 2), **size, **kernel), total)
        assert (small == convolved(total, second, biases[1], 2, ties)).all()
        scores = await bench.run(FullyConnected(weights=matrix, bias=biases[2], **kernel), small.ravel())
        sums = (matrix.astype(int) - ZERO) @ (small.ravel().astype(int) - ZERO) + biases[2]
        assert (scores == rounded(sums, SHIFT, ties)).all()
