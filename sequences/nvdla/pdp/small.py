"""Small pooling layers, of which directed stimulus changes what it is about."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from models.nvdla.config import HwConfig
from models.nvdla.pdp.descriptor import Pdp
from models.nvdla.pdp.pooling.window import Window
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES
from sequences.nvdla.pdp.random import handing_on
from sequences.nvdla.pdp.shapes import PdpShape
from sequences.nvdla.sdp.shapes import SdpShape
from sequences.nvdla.tensors.elements.values import WHOLE_RANGE
from sequences.nvdla.tensors.side_shape import two_sides

POINT = Window(kernel=1)
PACKED = (0, 0)
Gaps = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Axis:
    """A window along an axis, and how many outputs there are.

    Attributes:
        window: the window.
        outputs: of the axis; along a line, of each strip.
    """

    window: Window = POINT
    outputs: tuple[int, ...] = (1,)

    @property
    def size(self) -> int:
        """Real elements."""
        return self.window.covered(sum(self.outputs)) - self.window.before - self.window.after


def small_pdp(
    config: HwConfig,
    precision: str,
    x: Axis,
    y: Axis,
    *,
    flying: bool = False,
    gaps: tuple[Gaps, Gaps] = (PACKED, PACKED),
    values: str = "",
    **fields: Any,  # noqa: ANN401 - fields of a layer
) -> PdpShape:
    """A layer of one surface.

    Args:
        config: the hardware configuration.
        precision: of its elements.
        x: along a line: strip by strip.
        y: from line to line.
        flying: SDP hands the input on.
        gaps: of the input and of the output, of lines and of surfaces.
        values: class of the values of the input; none: numbers of all sizes.
        fields: what else is to be different.
    """
    source, destination = (
        replace(side, gaps=gap).at_zero(width, height, config.atom_bytes)
        for side, (width, height), gap in zip(
            two_sides(config), ((x.size, y.size), (sum(x.outputs), sum(y.outputs))), gaps, strict=True
        )
    )
    values, lanes = values or WHOLE_RANGE[precision], config.atom_bytes // ELEMENT_BYTES[precision]
    pdp = Pdp.of(
        config,
        precision,
        x.window,
        y.window,
        columns=x.outputs,
        lines=sum(y.outputs),
        **{"channels": lanes, "source": source, "destination": destination, **fields},
    )
    if not flying:
        return PdpShape(pdp=pdp, values=values)
    feeder = SdpShape(sdp=handing_on(pdp, source), values=values)
    return PdpShape(pdp=replace(pdp, source=None), feeder=feeder)
