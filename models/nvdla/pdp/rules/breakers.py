"""Small legal PDP layers, from which breakers make what breaks a rule."""

from __future__ import annotations

from dataclasses import replace

from models.nvdla.config import HwConfig
from models.nvdla.pdp.descriptor import AVERAGE, Pdp
from models.nvdla.pdp.pooling.strips import Strips
from models.nvdla.pdp.pooling.window import KERNEL_AT_MOST, RECIPROCAL_ONE, Average, PadValues, Window
from models.nvdla.surfaces.layout import ELEMENT_BYTES
from models.nvdla.surfaces.side import Side
from models.rules import Case

PdpCase = Case[Pdp, HwConfig]

SOURCE_AT, DESTINATION_AT = 1 << 29, 1 << 30
GAP_ATOMS = 4
"""Between the lines of a side, so that an output may be a little wider."""


def legal(config: HwConfig, ram: str, precision: str, *, x: Window | None = None, y: Window | None = None) -> Pdp:
    """A small legal average from memory, with two surfaces and gaps between lines; padded on each side.

    Args:
        config: the hardware configuration.
        ram: where it reads and writes.
        precision: its number format.
        x: the window along a line; None: 3 wide, a stride of one, padded by one.
        y: the window from line to line; None: 2 high, a stride of two.
    """
    x, y = x or Window(kernel=3, before=1, after=1), y or Window(kernel=2, stride=2)
    return sized(
        Pdp(
            method=AVERAGE,
            precision=precision,
            channels=config.atom_bytes // ELEMENT_BYTES[precision] + 1,
            height=1,
            width=1,
            out_height=1,
            out_width=1,
            x=x,
            y=y,
            source=_side(ram, SOURCE_AT),
            destination=_side(ram, DESTINATION_AT),
            average=_average(x, y) if precision != "FP16" else Average(),
        ),
        config,
        height=y.covered(2) - y.before - y.after,
        width=x.covered(3) - x.before - x.after,
    )


def sized(pdp: Pdp, config: HwConfig, *, height: int, width: int) -> Pdp:
    """The layer with an input of another size, and with the output and the strides that go with it."""
    out_height, out_width = pdp.y.outputs(height), pdp.x.outputs(width)
    source = pdp.source and _spread(pdp.source, height, width, config)
    return replace(
        pdp,
        height=height,
        width=width,
        out_height=out_height,
        out_width=out_width,
        source=source,
        destination=_spread(pdp.destination, out_height, out_width, config),
    )


def small(case: PdpCase, *, x: Window | None = None, y: Window | None = None) -> Pdp:
    """One in the memory and the precision of a case."""
    return legal(case.context.config, case.subject.destination.ram, case.subject.precision, x=x, y=y)


def split(case: PdpCase, x: Window, outputs: tuple[int, ...]) -> Pdp:
    """One of two or three strips, with so many output columns each."""
    config, out_width = case.context.config, sum(outputs)
    pdp = sized(small(case, x=x), config, height=2, width=x.covered(out_width) - x.before - x.after)
    first, last = x.covered(outputs[0]) - x.before, x.covered(outputs[-1]) - x.after - x.overlap
    strips = Strips(count=len(outputs), first_in=first, last_in=last, first_out=outputs[0], last_out=outputs[-1])
    if len(outputs) > 2:
        strips = replace(strips, mid_in=x.covered(outputs[1]) - x.overlap, mid_out=outputs[1])
    return replace(pdp, strips=strips)


def changed(case: PdpCase, pdp: Pdp) -> PdpCase:
    """The case with another layer."""
    return replace(case, subject=pdp)


def _average(x: Window, y: Window) -> Average:
    pads = PadValues.of([-2 * count for count in range(1, KERNEL_AT_MOST)])
    return Average(recip_width=RECIPROCAL_ONE // x.kernel, recip_height=RECIPROCAL_ONE // y.kernel, pads=pads)


def _side(ram: str, address: int) -> Side:
    return Side(ram=ram, address=address, line_stride_bytes=0, surface_stride_bytes=0)


def _spread(side: Side, height: int, width: int, config: HwConfig) -> Side:
    line_bytes = (width + GAP_ATOMS) * config.atom_bytes
    return replace(side, line_stride_bytes=line_bytes, surface_stride_bytes=(height + 1) * line_bytes)
