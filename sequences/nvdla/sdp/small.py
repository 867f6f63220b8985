"""Small SDP layers from memory, of which directed stimulus changes what it is about."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from models.nvdla.config import HwConfig
from models.nvdla.sdp.descriptor import Sdp, SdpSource
from models.nvdla.sdp.operators.operand_cube import Operands
from models.nvdla.surfaces.layout import ELEMENT_BYTES
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.sdp.random import play_sdp_shapes
from sequences.nvdla.sdp.shapes import SdpShape
from sequences.nvdla.tensors.side_shape import SideShape, two_sides

HEIGHT, WIDTH = 1, 2
BOTH_PARTS = 2
EXTREME = {"INT8": "extreme", "INT16": "extreme", "FP16": "special"}
"""Classes of values with the ends of their range."""


def small_sdp(config: HwConfig, precision: str, size: tuple[int, int, int] | None = None, **fields: Any) -> Sdp:  # noqa: ANN401 - fields of a layer
    """A layer of one surface and few pixels, or of another size: channels, height, width."""
    channels, height, width = size or (config.atom_bytes // ELEMENT_BYTES[precision], HEIGHT, WIDTH)
    first, second = (side.at_zero(width, height, config.atom_bytes) for side in two_sides(config))
    basic: dict[str, Any] = {
        "precision": precision,
        "out_precision": precision,
        "channels": channels,
        "height": height,
        "width": width,
        "source": SdpSource(side=first, precision=precision),
        "destination": second,
    }
    return Sdp(**(basic | fields))


def operands_of(sdp: Sdp, config: HwConfig, use: str, gaps: tuple[int, int] = (0, 0)) -> Operands:
    """Operands for each element of a layer, of its precision's own size."""
    parts, (first, _) = BOTH_PARTS if use == "BOTH" else 1, two_sides(config)
    side = SideShape(first.ram, gaps).at_zero(sdp.width * parts, sdp.height, config.atom_bytes)
    return Operands(use=use, element_bytes=ELEMENT_BYTES[sdp.precision], per_element=True, side=side)


def with_values(sdp: Sdp) -> SdpShape:
    """A layer whose input and operands hold the ends of their range."""
    values = EXTREME[sdp.in_precision]
    return SdpShape(sdp=sdp, values=values, operands={name: values for name, item in sdp.operators if item.operands})


async def play_small(bench: NvdlaBench, layers: Iterable[SdpShape]) -> None:
    """Two at a time."""
    shapes = list(layers)
    for first in range(0, len(shapes), 2):
        await play_sdp_shapes(bench, shapes[first : first + 2])
