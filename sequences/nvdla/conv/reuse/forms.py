"""Random shapes of layers that go on from each other: what may change between them is drawn piece by piece."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from models.nvdla.config import HwConfig
from models.nvdla.conv.fetch.inputs import CONVERTED
from models.nvdla.conv.modes import COMPRESSION, ROWS
from models.nvdla.conv.parts import Kernel
from models.nvdla.surfaces.pixel_formats import PIXEL_FORMATS
from sequences.draw import chance, skewed
from sequences.nvdla.conv.draw.numbers import draw_in_convertor, draw_out_convertor, draw_x1, sum_bits
from sequences.nvdla.conv.reuse.row import RowKnobs
from sequences.nvdla.conv.shapes import ConvShape, ImageShape
from sequences.nvdla.tensors.side_shape import SideShape

FULL_CLASS = ("full", "full")
HALF_BITS = 4.0
"""Of sums of FP16, which are not shifted."""


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
        ram, weight_ram, out_ram = (str(rng.choice(rams)) for _ in range(3))
        loose = int(rng.integers(0, 3)), int(rng.integers(0, 3))
        precision = str(rng.choice(config.precisions))
        shape = ConvShape(
            precision=precision,
            in_precision=precision,
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
        )
        shape = self._image(shape) if chance(rng, self.knobs.images) else self._features(shape)
        shape = replace(shape, nan_to_zero=precision == "FP16" and chance(rng, 0.3))
        return self.with_kernels(self.resized(shape))

    def _features(self, shape: ConvShape) -> ConvShape:
        """Of features, perhaps several cubes, perhaps converted."""
        if "BATCH" in self.config.features and chance(self.rng, self.knobs.batches):
            shape = replace(shape, batches=int(self.rng.integers(2, 5)))
        present = self.config.precisions
        made = [item for item, results in CONVERTED.items() if shape.precision in results and item in present]
        if not made or not chance(self.rng, 0.2):
            return shape
        source = str(self.rng.choice(made))
        return replace(shape, in_precision=source, convertor=draw_in_convertor(self.rng, source))

    def _image(self, shape: ConvShape) -> ConvShape:
        """Of an image: integers are converted into any precision, or what has that precision is taken as it is."""
        rng, whole = self.rng, chance(self.rng, 0.7)
        formats = [
            pixel
            for pixel in PIXEL_FORMATS.values()
            if pixel.precision in self.config.precisions
            and (pixel.precision != "FP16" if whole else pixel.precision == shape.precision)
        ]
        if not formats:
            return self._features(shape)
        pixel = formats[int(rng.integers(len(formats)))]
        first = int(rng.integers(0, self.config.atom_bytes // pixel.plane_bytes[0]))
        image = ImageShape(pixel_format=pixel.name, x_offset=first, signed=whole and chance(rng, 0.5))
        shape = replace(shape, in_precision=pixel.precision, channels=pixel.channels, image=image)
        return replace(shape, convertor=draw_in_convertor(rng, pixel.precision)) if whole else shape

    def resized(self, shape: ConvShape) -> ConvShape:
        """Another size of the input; never one column, for a single pixel of many would lie elsewhere."""
        height = int(self.rng.integers(1, self.knobs.lines_at_most + 1))
        return replace(shape, height=height, width=int(self.rng.integers(2, self.knobs.columns_at_most + 1)))

    def with_kernels(self, shape: ConvShape, across: Kernel | None = None) -> ConvShape:
        """Other kernels.

        Args:
            shape: the layer.
            across: whose width and stride in x stay; None: those of nobody.
        """
        rng, config = self.rng, self.config
        kernel = Kernel(height=int(rng.integers(1, 5)), width=int(rng.integers(1, 4)))
        kernel = kernel if across is None else replace(kernel, width=across.width, stride_x=across.stride_x)
        compressed = COMPRESSION in config.features and chance(rng, self.knobs.compressed)
        shape = replace(shape, kernel=kernel, kernels=skewed(rng, 5 * config.mac_cells), compressed=compressed)
        if shape.image is None:
            return shape
        return replace(shape, post_extension=int(rng.choice(_fitting_rows(shape.channels, kernel, config))))

    def moved(self, shape: ConvShape, *, across: bool = True) -> ConvShape | None:
        """Other strides, dilation, padding and numbers; None: they do not fit the input.

        Args:
            shape: the layer.
            across: whether those in x may change.
        """
        rng, kernel, pad = self.rng, shape.kernel, shape.padding
        dilation = 1 if shape.image is not None else 2
        kernel = replace(kernel, stride_y=int(rng.integers(1, 4)), dilation_y=int(rng.integers(1, dilation + 1)))
        if across:
            strides = [step for step in range(1, 4) if self._may_step(shape, step)]
            apart = int(rng.integers(1, dilation + 1))
            kernel = replace(kernel, stride_x=int(rng.choice(strides)), dilation_x=apart)
            sides = self._pads(shape.width, kernel.reach_x, kernel.stride_x)
            if sides is None:
                return None
            value = int(rng.integers(-100, 101)) if chance(rng, 0.5) else 0
            pad = replace(pad, left=sides[0], right=sides[1], value=value)
        down = self._pads(shape.height, kernel.reach_y, kernel.stride_y)
        if down is None:
            return None
        products = shape.channels * kernel.height * kernel.width
        whole = shape.precision != "FP16"
        bits = sum_bits(shape.precision, FULL_CLASS, products) if whole else HALF_BITS
        return replace(
            shape,
            kernel=kernel,
            padding=replace(pad, top=down[0], bottom=down[1]),
            x1=draw_x1(rng, 0.3),
            out_convertor=draw_out_convertor(rng, shape.out_precision, bits),
        )

    def _may_step(self, shape: ConvShape, stride_x: int) -> bool:
        """Whether a stride in x leaves as many rows at a time as there are."""
        kernel = replace(shape.kernel, stride_x=stride_x)
        return shape.image is None or shape.post_extension in _fitting_rows(shape.channels, kernel, self.config)

    def _pads(self, size: int, reach: int, stride: int) -> tuple[int, int] | None:
        """Padding before and behind so that all is used; None: there is none."""
        before = int(self.rng.integers(0, reach)) if chance(self.rng, 0.5) else 0
        beyond = before + size - reach
        fitting = [behind for behind in range(reach) if beyond + behind >= 0 and (beyond + behind) % stride == 0]
        return (before, int(self.rng.choice(fitting))) if fitting else None


def _fitting_rows(components: int, kernel: Kernel, config: HwConfig) -> list[int]:
    """How many rows of a kernel can be multiplied at once, of an image."""
    widest = components * max(kernel.width, kernel.stride_x)
    return [rows for rows in ROWS if rows == 1 or widest * rows <= config.mac_channels]
