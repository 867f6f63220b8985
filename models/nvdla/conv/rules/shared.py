"""What the rules of convolutions share: where they stand, and small legal layers that breakers change."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from models.nvdla.config import HwConfig
from models.nvdla.conv.buffer.sizes import bank_bytes
from models.nvdla.conv.constructor import small_conv
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.fetch.inputs import ConvImage
from models.nvdla.conv.fetch.weights import group_kernels
from models.nvdla.conv.parts import WINOGRAD, Kernel, Padding
from models.nvdla.conv.registers import SECOND, SOURCE
from models.nvdla.surfaces.cubes import FeatureCube
from models.nvdla.surfaces.pixel_plane import PixelPlane
from models.nvdla.surfaces.ruled_side import RuledSide
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES, ceil_div
from models.rules import Case, Rule, RuleContext

REGISTERS = "guide, 'Convolution pipeline programming', Register definition"
LIMITS = "guide, 'Limitation', Convolution"
FORMAT_LIMITS = "guide, 'Limitation', Data Format"
BUFFER = "docs/nvdla/units.md, 'Convolution buffer'"
RULES_PAGE = "docs/nvdla/convolution.md, 'Rules of convolution registers'"

FOUR_COMPONENTS = {"INT8": "T_A8B8G8R8", "INT16": "T_A16B16G16R16", "FP16": "T_A16B16G16R16_F"}
"""A pixel format by the precision of its components."""
POINT: dict[str, Any] = {"kernel": Kernel(height=1, width=1), "padding": Padding()}

Context = RuleContext[HwConfig]
ConvCase = Case[Conv, HwConfig]
ConvRule = Rule[Conv, HwConfig]


def sized(conv: Conv) -> bool:
    """Whether its elements have a size: no precision is a reserved value."""
    return {conv.precision, conv.input.precision} <= set(ELEMENT_BYTES)


def ruled_sides(conv: Conv, config: HwConfig) -> list[RuledSide]:
    """The feature cubes of all batches, or the planes of an image; none where they have no size, which other rules say.

    Args:
        conv: the layer.
        config: the hardware configuration.
    """
    cube = conv.input
    layouts: Sequence[FeatureCube | PixelPlane] = ()
    if isinstance(cube, ConvImage):
        with suppress(ValueError):
            layouts = cube.layout(config).planes
    elif sized(conv):
        layouts = [cube.layout(config, batch) for batch in range(cube.batches)]
    registers = (SOURCE, SECOND) if isinstance(cube, ConvImage) else (SOURCE,) * len(layouts)
    return [
        RuledSide(
            place="input.second" if names is SECOND else "input.side",
            block="CDMA",
            registers=names,
            side=layout.side,
            surfaces=layout.extent[0],
            lines=layout.extent[1],
            line_bytes=layout.line_bytes,
            width="D_DATAIN_SIZE_0",
        )
        for layout, names in zip(layouts, registers, strict=False)
    ]


def small(case: ConvCase, precision: str = "", **choices: Any) -> Conv:  # noqa: ANN401 - as of `small_conv`
    """A small layer of a legal one's memories and of its precision, or of another one."""
    conv = case.subject
    rams = conv.input.side.ram, conv.weights.ram
    return small_conv(case.context.config, precision or conv.precision, rams, **choices)


def small_image(case: ConvCase, **choices: Any) -> Conv:  # noqa: ANN401 - as of `small_conv`
    """The same of an image, pixels of four components."""
    return small(case, pixel_format=FOUR_COMPONENTS[case.subject.precision], **choices)


def small_winograd(case: ConvCase, **choices: Any) -> Conv:  # noqa: ANN401 - as of `small_conv`
    """The same by Winograd's method, whole atoms of channels, whether the configuration has that or not."""
    channels = case.context.config.atom_bytes // ELEMENT_BYTES[case.subject.precision]
    tiles: dict[str, Any] = {"channels": channels, "height": 11, "width": 10, "kernel": Kernel(height=3, width=3)}
    return small(case, mode=WINOGRAD, **(tiles | choices))


def winograd(case: ConvCase, **choices: Any) -> Conv | None:  # noqa: ANN401 - as of `small_conv`
    """The same where the configuration has it."""
    return small_winograd(case, **choices) if "WINOGRAD" in case.context.config.features else None


def small_batches(case: ConvCase) -> Conv:
    """The same of two cubes."""
    return small(case, batches=2, height=2, **POINT)


def small_compressed(case: ConvCase) -> Conv:
    """The same of compressed weights."""
    return small(case, compressed=True)


def wide(case: ConvCase) -> Conv:
    """The same, with so many channels that a group of kernels takes more than a bank."""
    config, precision = case.context.config, case.subject.precision
    kernels, kernel = group_kernels(config, precision), small(case).kernel
    row_bytes = kernels * kernel.height * kernel.width * ELEMENT_BYTES[precision]
    return small(case, kernels=kernels, channels=ceil_div(bank_bytes(config), row_bytes))


def entries(count: int) -> Callable[[ConvCase], int]:
    """Bytes of so many entries of its convolution buffer."""
    return lambda case: count * case.context.config.cbuf_entry_bytes
