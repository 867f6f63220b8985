"""Random shapes of layers that go on from each other: what may change between them is drawn piece by piece."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from models.nvdla.config import HwConfig
from models.nvdla.conv.inputs import CONVERTED
from models.nvdla.conv.parts import Kernel, Padding
from sequences.draw import chance, skewed
from sequences.nvdla.conv.draw.numbers import draw_in_convertor, draw_out_convertor, draw_x1, sum_bits
from sequences.nvdla.conv.shapes import ConvShape
from sequences.nvdla.tensors.side_shape import SideShape

FULL_CLASS = ("full", "full")
HALF_BITS = 4.0
"""Of sums of FP16, which are not shifted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RowKnobs:
    """What random rows prefer.

    Attributes:
        layers_at_most: layers of a row.
        lines_at_most: lines of an input; `columns_at_most` columns.
        columns_at_most: likewise.
        operations_at_most: MAC operations of a layer.
        changing: how often banks change where nothing is used again.
    """

    layers_at_most: int = 6
    lines_at_most: int = 12
    columns_at_most: int = 6
    operations_at_most: int = 300
    changing: float = 0.5


@dataclass(frozen=True, slots=True)
class ShapeDraw:
    """Draws shapes.

    Attributes:
        rng: the generator.
        config: the hardware configuration.
        knobs: what to prefer.
    """

    rng: np.random.Generator
    config: HwConfig
    knobs: RowKnobs

    def fresh(self, data_banks: int, weight_banks: int) -> ConvShape:
        """A layer of its own with some banks: nothing of the others stays."""
        rng, config = self.rng, self.config
        rams = list(config.ports)
        precision = str(rng.choice(config.precisions))
        made = [item for item, results in CONVERTED.items() if precision in results and item in config.precisions]
        converted = bool(made) and chance(rng, 0.2)
        source = str(rng.choice(made)) if converted else precision
        ram, weight_ram, out_ram = (str(rng.choice(rams)) for _ in range(3))
        loose = int(rng.integers(0, 3)), int(rng.integers(0, 3))
        shape = ConvShape(
            precision=precision,
            in_precision=source,
            out_precision=precision,
            channels=skewed(rng, 2 * config.mac_channels + 3),
            height=1,
            width=1,
            kernels=1,
            kernel=Kernel(height=1, width=1),
            source=SideShape(ram, loose if chance(rng, 0.5) else (0, 0)),
            destination=SideShape(out_ram),
            weight_ram=weight_ram,
            data_banks=data_banks,
            weight_banks=weight_banks,
            nan_to_zero=precision == "FP16" and chance(rng, 0.3),
        )
        shape = replace(shape, convertor=draw_in_convertor(rng, source)) if converted else shape
        return self.with_kernels(self.resized(shape))

    def resized(self, shape: ConvShape) -> ConvShape:
        """Another size of the input; never one column, for a single pixel of many would lie elsewhere."""
        height = int(self.rng.integers(1, self.knobs.lines_at_most + 1))
        return replace(shape, height=height, width=int(self.rng.integers(2, self.knobs.columns_at_most + 1)))

    def with_kernels(self, shape: ConvShape) -> ConvShape:
        """Other kernels."""
        rng = self.rng
        kernel = Kernel(height=int(rng.integers(1, 5)), width=int(rng.integers(1, 4)))
        return replace(shape, kernel=kernel, kernels=skewed(rng, 5 * self.config.mac_kernels))

    def moved(self, shape: ConvShape) -> ConvShape | None:
        """Other strides, dilation, padding and numbers; None: they do not fit the input."""
        rng = self.rng
        kernel = replace(
            shape.kernel,
            stride_x=int(rng.integers(1, 4)),
            stride_y=int(rng.integers(1, 4)),
            dilation_x=int(rng.integers(1, 3)),
            dilation_y=int(rng.integers(1, 3)),
        )
        across = self._pads(shape.width, kernel.reach_x, kernel.stride_x)
        down = self._pads(shape.height, kernel.reach_y, kernel.stride_y)
        if across is None or down is None:
            return None
        value = int(rng.integers(-100, 101)) if chance(rng, 0.5) else 0
        products = shape.channels * kernel.height * kernel.width
        whole = shape.precision != "FP16"
        bits = sum_bits(shape.precision, FULL_CLASS, products) if whole else HALF_BITS
        return replace(
            shape,
            kernel=kernel,
            padding=Padding(left=across[0], right=across[1], top=down[0], bottom=down[1], value=value),
            x1=draw_x1(rng, 0.3),
            out_convertor=draw_out_convertor(rng, shape.out_precision, bits),
        )

    def _pads(self, size: int, reach: int, stride: int) -> tuple[int, int] | None:
        """Padding before and behind so that all is used; None: there is none."""
        before = int(self.rng.integers(0, reach)) if chance(self.rng, 0.5) else 0
        beyond = before + size - reach
        fitting = [behind for behind in range(reach) if beyond + behind >= 0 and (beyond + behind) % stride == 0]
        return (before, int(self.rng.choice(fitting))) if fitting else None
