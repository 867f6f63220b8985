"""Random pooling layers: legal, in every cell, from memory or behind SDP."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from models.nvdla.cells import AspectCell, legal
from models.nvdla.config import HwConfig
from models.nvdla.pdp.aspects import FLYING, FULL, SPLIT, WORKING_MODES, aspects_of_pdp, numbers_of
from models.nvdla.pdp.cells import pdp_cells, united_pdp
from models.nvdla.pdp.descriptor import METHODS, Pdp
from models.nvdla.sdp.descriptor import Sdp, SdpSource
from models.nvdla.surfaces.cubes import FeatureCube
from models.nvdla.surfaces.padded_lanes import whole_cube
from models.nvdla.surfaces.side import Side
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES, ceil_div
from sequences.draw import chance
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.kinds.cell_kind import CellKind
from sequences.nvdla.kinds.layer_kind import Layers
from sequences.nvdla.pdp.draw import PdpKnobs, draw_pdp
from sequences.nvdla.pdp.shapes import PdpShape
from sequences.nvdla.pdp.windows import NoneFoundError
from sequences.nvdla.placement.surface_pool import SurfacePool, read_surfaces
from sequences.nvdla.sdp.allocate import allocate_sdp
from sequences.nvdla.sdp.draw.numbers import SPECIAL
from sequences.nvdla.sdp.shapes import SdpShape
from sequences.nvdla.tensors.elements.elements import bytes_of
from sequences.nvdla.tensors.elements.values import draw_class, draw_values
from sequences.nvdla.tensors.far_size import ATOMS_AT_MOST
from sequences.nvdla.tensors.side_shape import draw_side

SMALL = PdpKnobs(columns_at_most=6, lines_at_most=3, input_at_most=16, deep=0.02, wide=0.02)
OFFLINE = tuple(mode for mode in WORKING_MODES if mode != FLYING)


@dataclass(slots=True)
class PdpKind(CellKind[PdpShape, PdpKnobs]):
    """Pooling layers, from memory or behind an SDP layer that hands its input on.

    Attributes:
        modes: working modes of those in no cell.
    """

    knobs: PdpKnobs = field(default_factory=PdpKnobs)
    modes: Sequence[str] = WORKING_MODES

    def cells(self) -> Sequence[AspectCell]:
        """The cells that there is a layer in."""
        return legal(pdp_cells(self.config))

    def united(self) -> Sequence[AspectCell]:
        """All cells in fewer."""
        return united_pdp(self.config)

    def draw(self) -> PdpShape:
        """One layer in one of the working modes: mostly in a cell, else anything."""
        mode = str(self.rng.choice(list(self.modes)))
        cells = [cell for cell in self.cells() if mode in _modes(cell.wanted)]
        cell = self.choose(cells) or self.anything()
        return self.in_cell(AspectCell({**cell.wanted, "mode": mode}))

    def attempt(self, cell: AspectCell, _number: int) -> PdpShape | None:
        """One draw, mostly of what is wanted."""
        try:
            shape = _draw(self.bench, cell.wanted, self.knobs)
        except NoneFoundError:
            return None
        held = cell.holds(aspects_of_pdp(shape.pdp, self.config))
        return shape if held and _atoms(shape.pdp, self.config) <= ATOMS_AT_MOST else None

    def allocate(self, shape: PdpShape, pool: SurfacePool | None = None) -> Layers:
        """Give a layer surfaces and fill its input, with what feeds it."""
        pool, config = pool or SurfacePool(self.bench), self.config
        pdp, atom = shape.pdp, config.atom_bytes
        feeders = () if shape.feeder is None else allocate_sdp(self.bench, shape.feeder, pool)
        sources = read_surfaces(feeders, config)
        if pdp.source is not None:
            layout = whole_cube(pdp.source, pdp.precision, (pdp.channels, pdp.height, pdp.width), config)
            atoms = None if shape.values is None else _filled(self.rng, shape, layout)
            sources = [pool.source(layout, atom, atoms)]
            pdp = replace(pdp, source=replace(pdp.source, address=sources[0].address))
        destination = pool.destination(pdp.layout(config), atom, *sources)
        return *feeders, replace(pdp, destination=replace(pdp.destination, address=destination.address))


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


def _atoms(pdp: Pdp, config: HwConfig) -> int:
    """Of the input."""
    return pdp.height * pdp.width * ceil_div(pdp.channels, config.atom_bytes // ELEMENT_BYTES[pdp.precision])


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


def _filled(rng: np.random.Generator, shape: PdpShape, layout: FeatureCube) -> NDArray[np.uint8]:
    size = layout.channels, layout.height, layout.width
    return layout.pack(bytes_of(draw_values(rng, shape.values, shape.pdp.precision, size)), 0)
