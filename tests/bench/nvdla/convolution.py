"""The model's convolutions beside a bare product of matrices of the same size, and beside loops of integers in numpy.

Seconds of one processor, of each the best of some runs. It is a process of its own: how many threads matrix products
take is set before numpy is there.
"""

import os
import subprocess
import sys
from dataclasses import dataclass
from time import process_time

import numpy as np

from models.nvdla.config import NV_FULL
from models.nvdla.conv.multiply.fp16.convolve import convolve_half
from models.nvdla.conv.multiply.integer import convolve_integer
from models.nvdla.conv.sequence.geometry import Geometry, pad, windows
from tb.reports.console import make_console

PUBLIC_MODEL_MACS = 3.6e6
"""FP16 multiplications a second of the public C-model, on one processor."""
PRODUCT_TYPES = {"int8": np.float32, "int16": np.float64}
"""Of the bare product: the narrowest in which whole-range operands could be multiplied exactly."""
ONE_THREAD = dict.fromkeys(("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS"), "1")
SEED = 1


@dataclass(frozen=True)
class BenchLayer:
    """A square convolution."""

    network: str
    channels: int
    kernels: int
    kernel: int
    width: int
    stride: int = 1

    @property
    def name(self):
        stride = f" / {self.stride}" if self.stride > 1 else ""
        size = f"{self.kernel}x{self.kernel}{stride}, {self.width}x{self.width}"
        return f"{self.network} {self.channels} to {self.kernels}, {size}"

    @property
    def out_width(self):
        return (self.width + 2 * (self.kernel // 2) - self.kernel) // self.stride + 1

    @property
    def taps(self):
        return self.channels * self.kernel**2

    @property
    def macs(self):
        return self.kernels * self.taps * self.out_width**2

    @property
    def geometry(self):
        side, margin = self.out_width, self.kernel // 2
        strides = {"stride_x": self.stride, "stride_y": self.stride}
        return Geometry(out_height=side, out_width=side, pad_left=margin, pad_top=margin, **strides)

    def operands(self, dtype):
        """Codes over the whole range."""
        rng, span = np.random.default_rng(SEED), np.iinfo(dtype)
        shapes = (self.channels, self.width, self.width), (self.kernels, self.channels, self.kernel, self.kernel)
        return [rng.integers(span.min, span.max, shape, dtype, endpoint=True) for shape in shapes]


GOOGLENET = BenchLayer("GoogLeNet conv2", 64, 192, 3, 56)
RESNET = [
    BenchLayer("ResNet-50", *sizes)
    for sizes in (
        (3, 64, 7, 224, 2),
        *((64, 64, 1, 56), (64, 64, 3, 56), (64, 256, 1, 56), (256, 64, 1, 56)),
        *((256, 128, 1, 56), (128, 128, 3, 56, 2), (128, 512, 1, 28), (256, 512, 1, 56, 2)),
        *((512, 128, 1, 28), (128, 128, 3, 28)),
        *((512, 256, 1, 28), (256, 256, 3, 28, 2), (256, 1024, 1, 14), (512, 1024, 1, 28, 2)),
        *((1024, 256, 1, 14), (256, 256, 3, 14)),
        *((1024, 512, 1, 14), (512, 512, 3, 14, 2), (512, 2048, 1, 7), (1024, 2048, 1, 14, 2)),
        *((2048, 512, 1, 7), (512, 512, 3, 7)),
    )
]
"""Its different ones."""


def best_ms(work, times):
    """The shortest of some runs."""
    spans = []
    for _ in range(times):
        start = process_time()
        work()
        spans.append(process_time() - start)
    return min(spans) * 1e3


def bare_ms(layer, dtype, times):
    """One product of matrices that are there already."""
    rng = np.random.default_rng(SEED)
    shapes = (layer.kernels, layer.taps), (layer.taps, layer.out_width**2)
    left, right = (rng.random(shape).astype(dtype) for shape in shapes)
    return best_ms(lambda: left @ right, times)


def einsum_ms(layer, data, kernels):
    """The sum as a formula of int64, padding and all."""
    size, geometry = (layer.kernel, layer.kernel), layer.geometry

    def work():
        view = windows(pad(data, geometry, size, 0, np.int64), geometry, size)
        np.einsum("crsyx,kcrs->kyx", view, kernels.astype(np.int64))

    return best_ms(work, 1)


def integer_row(layer, dtype, times):
    """Milliseconds: bare, model, einsum."""
    data, kernels = layer.operands(dtype)
    geometry, lanes = layer.geometry, NV_FULL.mac_channels
    bare = bare_ms(layer, PRODUCT_TYPES[dtype], times)
    model = best_ms(lambda: convolve_integer(data, kernels, geometry, lanes), times)
    return bare, model, einsum_ms(layer, data, kernels)


def half_rate(layer, normal):
    """FP16 multiplications a second: of numbers of a normal distribution, or of all codes alike."""
    data, kernels = (codes.view(np.uint16) for codes in layer.operands("int16"))
    if normal:
        rng = np.random.default_rng(SEED)
        data, kernels = (rng.normal(size=x.shape).astype(np.float16).view(np.uint16) for x in (data, kernels))
    span = best_ms(lambda: convolve_half(data, kernels, layer.geometry, NV_FULL.mac_channels), 1)
    return layer.macs / span * 1e3


def report(times, console):
    """Measure and print."""
    from rich.table import Table

    for dtype, product in PRODUCT_TYPES.items():
        columns = ("ms", "M MAC", f"bare {product.__name__}", "model", "ratio", "int64 einsum", "model's gain")
        title = f"direct convolution of {dtype}, one processor, the best of {times}"
        table = Table(*columns, title=title, title_justify="left")
        for layer in (GOOGLENET, *RESNET):
            bare, model, einsum = integer_row(layer, dtype, times)
            cells = (f"{bare:.2f}", f"{model:.2f}", f"x {model / bare:.2f}", f"{einsum:.0f}", f"x {einsum / model:.0f}")
            table.add_row(layer.name, f"{layer.macs / 1e6:.0f}", *cells)
        console.print(table)
    for normal in (True, False):
        rate = half_rate(GOOGLENET, normal)
        kind = "normally distributed numbers" if normal else "codes of all kinds"
        gain = f"x {rate / PUBLIC_MODEL_MACS:.1f} of the public C-model"
        console.print(f"FP16, {GOOGLENET.name}, {kind}: {rate / 1e6:.0f} M MAC/s, {gain}")


def report_apart(times):
    """The same in a process of its own, with one thread."""
    subprocess.run(
        [sys.executable, "-m", "tests.bench.nvdla.convolution", str(times)], env=os.environ | ONE_THREAD, check=True
    )


if __name__ == "__main__":
    report(int(sys.argv[1]), make_console())
