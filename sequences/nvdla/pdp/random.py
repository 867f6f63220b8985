"""Random pooling layers: legal, in every cell, from memory or behind SDP."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from models.nvdla.cells import AspectCell
from models.nvdla.pdp.aspects import FLYING, FULL, SPLIT, WORKING_MODES, aspects_of_pdp, numbers_of
from models.nvdla.pdp.cells import legal_pdp_cells, united_pdp
from models.nvdla.pdp.descriptor import METHODS, Pdp
from models.nvdla.sdp.descriptor import Sdp, SdpSource
from models.nvdla.surfaces.side import Side
from sequences.draw import chance
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.firmware.firmware import FirmwareKnobs
from sequences.nvdla.firmware.layers import LayerChain
from sequences.nvdla.pdp.allocate import allocate_pdp
from sequences.nvdla.pdp.draw import PdpKnobs, draw_pdp
from sequences.nvdla.pdp.shapes import PdpShape
from sequences.nvdla.pdp.windows import NoneFoundError
from sequences.nvdla.placement.surface_pool import SurfacePool
from sequences.nvdla.sdp.draw.numbers import SPECIAL
from sequences.nvdla.sdp.shapes import SdpShape
from sequences.nvdla.tensors.elements.values import draw_class
from sequences.nvdla.tensors.side_shape import draw_side

SMALL = PdpKnobs(columns_at_most=6, lines_at_most=3, input_at_most=16, deep=0.02, wide=0.02)
TRIES = 100
AT_A_TIME = 8
"""Layers of one program."""
ANYTHING = AspectCell({})
OFFLINE = tuple(mode for mode in WORKING_MODES if mode != FLYING)


async def every_pdp_cell(
    bench: NvdlaBench,
    layers: int = 1,
    knobs: PdpKnobs = SMALL,
    firmware: FirmwareKnobs | None = None,
    part: tuple[int, int] = (0, 1),
) -> None:
    """Play so many small layers in each cell; one that is in several cells counts in each of them.

    Args:
        bench: where to play.
        layers: of each cell.
        knobs: what they prefer.
        firmware: how they are played.
        part: which part of the cells, and how many parts there are.
    """
    number, count = part
    some = [cell for cell in united_pdp(bench.config)[number::count] for _ in range(layers)]
    await play_pdp_shapes(bench, [draw_pdp_in_cell(bench, cell, knobs) for cell in some], firmware)


async def random_pdp(
    bench: NvdlaBench, layers: int, knobs: PdpKnobs | None = None, firmware: FirmwareKnobs | None = None
) -> None:
    """Play random layers.

    Args:
        bench: where to play.
        layers: how many.
        knobs: what they prefer.
        firmware: how they are played; None: in the guide's order, now and then with stalls counted.
    """
    firmware = firmware or FirmwareKnobs(count=0.3)
    knobs = knobs or PdpKnobs()
    await play_pdp_shapes(bench, [draw_any_pdp(bench, knobs) for _ in range(layers)], firmware)


async def play_pdp_shapes(bench: NvdlaBench, shapes: Sequence[PdpShape], firmware: FirmwareKnobs | None = None) -> None:
    """Play layers that have nothing to do with each other, some in each program: both groups are always busy."""
    for first in range(0, len(shapes), AT_A_TIME):
        pool = SurfacePool(bench)
        chains = [LayerChain(allocate_pdp(bench, shape, pool)) for shape in shapes[first : first + AT_A_TIME]]
        await bench.play(*chains, knobs=firmware)
        pool.free()


def draw_any_pdp(bench: NvdlaBench, knobs: PdpKnobs, modes: Sequence[str] = WORKING_MODES) -> PdpShape:
    """One layer, in one of some working modes: mostly in a cell, else anything."""
    rng = bench.rng
    mode = str(rng.choice(list(modes)))
    cells = [cell for cell in legal_pdp_cells(bench.config) if mode in _modes(cell.wanted)]
    cell = cells[int(rng.integers(len(cells)))] if chance(rng, knobs.in_a_cell) else ANYTHING
    return draw_pdp_in_cell(bench, AspectCell({**cell.wanted, "mode": mode}), knobs)


def draw_pdp_in_cell(bench: NvdlaBench, cell: AspectCell, knobs: PdpKnobs = SMALL) -> PdpShape:
    """One layer of a cell; on the fly behind an SDP layer that hands its input on.

    Raises:
        ValueError: no legal layer is in the cell.
        RuntimeError: none was found.
    """
    if cell.illegal:
        raise ValueError(f"{cell.name}: no legal layer is in this cell: {cell.illegal}")
    for _ in range(TRIES):
        try:
            shape = _draw(bench, cell.wanted, knobs)
        except NoneFoundError:
            continue
        if cell.holds(aspects_of_pdp(shape.pdp, bench.config)):
            return shape
    raise RuntimeError(f"no layer of cell {cell.name!r} in {TRIES} draws")


def _draw(bench: NvdlaBench, wanted: Mapping[str, str], knobs: PdpKnobs) -> PdpShape:
    """One draw, mostly of what is wanted."""
    rng, config = bench.rng, bench.config
    mode = str(rng.choice(_modes(wanted)))
    method = wanted.get("method") or str(rng.choice(METHODS[:1] if "pad-value" in wanted else METHODS))
    precision = str(rng.choice(_precisions(wanted, config.precisions)))
    pdp = draw_pdp(rng, config, mode, method, precision, knobs=knobs, wanted=wanted)
    values = None if chance(rng, knobs.any_bytes) else draw_class(rng, precision)
    if precision == "FP16" and chance(rng, knobs.specials):
        values = SPECIAL
    side = draw_side(rng, config, pdp.width, pdp.height, wanted.get("input-ram"))
    pdp = replace(pdp, destination=draw_side(rng, config, pdp.out_width, pdp.out_height, wanted.get("output-ram")))
    if pdp.flying:
        return PdpShape(pdp=pdp, feeder=SdpShape(sdp=handing_on(pdp, side), values=values))
    return PdpShape(pdp=replace(pdp, source=side), values=values)


def _modes(wanted: Mapping[str, str]) -> list[str]:
    """Working modes that a layer may be in."""
    left = {wanted["mode"]} if "mode" in wanted else set(WORKING_MODES)
    if "overlap" in wanted:
        left &= set(SPLIT)
    if {"reach-x", "input"} & set(wanted) or wanted.get("output") == "pixel" or wanted.get("columns") == FULL:
        left -= set(SPLIT)
    if "input-ram" in wanted or wanted.get("nan") == "flushed":
        left -= {FLYING}
    if wanted.get("nan") == "kept-on-the-fly":
        left &= {FLYING}
    return [mode for mode in WORKING_MODES if mode in left]


def _precisions(wanted: Mapping[str, str], there: Sequence[str]) -> list[str]:
    of_floats = wanted.get("nan", "kept") != "kept"
    return [
        name
        for name in there
        if wanted.get("precision", name) == name
        and wanted.get("numbers", numbers_of(name)) == numbers_of(name)
        and (name == "FP16" or not of_floats)
    ]


def handing_on(pdp: Pdp, source: Side) -> Sdp:
    """An SDP layer that gives a cube in memory to PDP as it is."""
    return Sdp(
        precision=pdp.precision,
        out_precision=pdp.precision,
        channels=pdp.channels,
        height=pdp.height,
        width=pdp.width,
        source=SdpSource(side=source, precision=pdp.precision),
        to_pdp=True,
    )
