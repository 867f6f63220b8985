"""Small SDP layers from memory, of which directed stimulus changes what it is about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from models.nvdla.config import HwConfig
from models.nvdla.sdp.descriptor import Sdp, SdpSource
from models.nvdla.sdp.operators.absent import without_absent
from models.nvdla.sdp.operators.operand_cube import Operands
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES
from sequences.nvdla.sdp.shapes import SdpShape
from sequences.nvdla.tensors.elements.values import ENDS_OF_RANGE
from sequences.nvdla.tensors.side_shape import two_sides

HEIGHT, WIDTH = 1, 2


def integers_of(config: HwConfig) -> str:
    """A precision of integers: the widest that there is."""
    return "INT16" if "INT16" in config.precisions else "INT8"


def small_sdp(config: HwConfig, precision: str, size: tuple[int, int, int] | None = None, **fields: Any) -> Sdp:  # noqa: ANN401 - fields of a layer
    """A layer of one surface and few pixels, or of another size: channels, height, width."""
    size = size or (config.atom_bytes // ELEMENT_BYTES[precision], HEIGHT, WIDTH)
    first, second = (side.at_zero(size[2], size[1], config.atom_bytes) for side in two_sides(config))
    source = SdpSource(side=first, precision=precision)
    return Sdp.of(config, precision, size, source=source, destination=second, **fields)


def operands_of(sdp: Sdp, config: HwConfig, use: str) -> Operands:
    """Operands for each element of a layer, of its precision's own size."""
    size, ram = ELEMENT_BYTES[sdp.precision], two_sides(config)[0].ram
    return Operands.of(config, use, sdp.precision, (sdp.height, sdp.width), ram=ram, element_bytes=size)


def with_values(sdp: Sdp) -> SdpShape:
    """A layer whose input and operands hold the ends of their range."""
    values = ENDS_OF_RANGE[sdp.in_precision]
    return SdpShape(sdp=sdp, values=values, operands={name: values for name, item in sdp.operators if item.operands})


def as_there(shapes: Iterable[SdpShape], config: HwConfig) -> Iterator[SdpShape]:
    """Layers without the operators that a configuration lacks, and without those of which no operator is left."""
    for shape in shapes:
        sdp = without_absent(shape.sdp, config)
        if sdp == shape.sdp:
            yield shape
        elif not all(item.bypass for _, item in sdp.operators):
            kept = {name: shape.operands[name] for name, item in sdp.operators if item.operands}
            yield replace(shape, sdp=sdp, operands=kept)
