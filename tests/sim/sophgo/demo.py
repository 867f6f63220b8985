"""What `make sim FAMILY=sophgo` plays."""

import numpy as np
import pyuvm

from sequences.sophgo.operations.convolution import Conv2d
from sequences.sophgo.operations.copies import CopyIn, CopyOut
from sequences.sophgo.operations.elements import Requantise
from sequences.sophgo.operations.matrices import MatrixProduct
from sequences.sophgo.operations.pooling import MaxPool
from tb.sophgo.env import SophgoBaseTest

CHANNELS, SIZE, OUTPUTS, CLASSES = 3, 8, 6, 10


def plain(image, kernel, right):
    """The network by hand: a convolution with zeros around it, requantisation, pooling by 2, a product."""
    padded = np.pad(image.astype(int), ((0, 0), (1, 1), (1, 1)))
    places = [(line, column) for line in range(3) for column in range(3)]
    sums = sum(
        np.tensordot(kernel[:, :, line, column].astype(int), padded[:, line:, column:][:, :SIZE, :SIZE], 1)
        for line, column in places
    )
    small = np.clip((sums * 3 + 512) >> 10, -128, 127)
    pooled = small.reshape(OUTPUTS, SIZE // 2, 2, SIZE // 2, 2).max(axis=(2, 4))
    return np.clip((pooled.ravel() @ right.astype(int) + 64) >> 7, -128, 127)


@pyuvm.test()
class SmallNetworkTest(SophgoBaseTest):
    """Two images through a small network, the second one on its way in while the first one is computed."""

    async def stimulus(self, bench):
        draw = bench.rng.integers
        kernel, right = draw(-64, 64, (OUTPUTS, CHANNELS, 3, 3)), draw(-16, 16, (OUTPUTS * SIZE * SIZE // 4, CLASSES))
        weights = bench.weights(kernel)
        matrix = bench.tensor(right[:, np.newaxis, np.newaxis, :], "INT8")
        images = [bench.tensor(draw(-128, 128, (1, CHANNELS, SIZE, SIZE)), "INT8") for _ in range(2)]
        scores = [bench.empty((1, 1, 1, CLASSES), "INT8") for _ in images]
        for lane, (image, score) in enumerate(zip(images, scores, strict=True)):
            net = CopyIn(image, lane=lane) >> Conv2d(weights, pad=1) >> Requantise(3, -10) >> MaxPool(2)
            bench.kernel(f"image {lane}", net >> MatrixProduct(matrix, right_shift=7) >> CopyOut(score))
        await bench.launch("image 0", notify=False)
        await bench.run("image 1")
        for image, score in zip(images, scores, strict=True):
            assert (score.numpy().ravel() == plain(image.numpy()[0], kernel, right)).all()
