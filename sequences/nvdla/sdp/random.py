"""Random SDP layers, from memory or behind a convolution: legal, and weighted by what finds bugs.

See docs/architecture.md, 'Legal and likely'.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from models.nvdla.aims import COMPARISONS, NO_AIM, Aim
from models.nvdla.cells import AspectCell, legal
from models.nvdla.config import HwConfig
from models.nvdla.conv.cells import ConvCell
from models.nvdla.conv.modes import BATCHES as CONV_BATCHES
from models.nvdla.conv.modes import CUBE, WINOGRAD_TILES
from models.nvdla.lut.aspects import LUT_ASPECTS
from models.nvdla.lut.cells import TABLE_AIMS
from models.nvdla.sdp.aspects import (
    BATCHES,
    BOTH,
    ELEMENT,
    EQUAL,
    FLYING,
    OFFLINE,
    OPERATORS,
    WINOGRAD,
    aspects_of_sdp,
)
from models.nvdla.sdp.cells import sdp_cells, united
from models.nvdla.sdp.descriptor import FLYING_OUT, NARROWED, Sdp, SdpSource
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES
from sequences.draw import chance
from sequences.nvdla.conv.draw.numbers import sum_bits
from sequences.nvdla.conv.draw.shape import ConvKnobs
from sequences.nvdla.conv.mapping.describe import describe_at_zero
from sequences.nvdla.conv.random import ConvKind
from sequences.nvdla.conv.shapes import ConvShape
from sequences.nvdla.firmware.firmware import FirmwareKnobs
from sequences.nvdla.firmware.turns import turns
from sequences.nvdla.kinds.cell_kind import CellKind
from sequences.nvdla.kinds.layer_kind import Layers
from sequences.nvdla.lut.draw.tables import TableShelf
from sequences.nvdla.placement.surface_pool import SurfacePool
from sequences.nvdla.sdp.allocate import allocate_sdp
from sequences.nvdla.sdp.draw.cubes import CubeSize, draw_cube, draw_ram, draw_size
from sequences.nvdla.sdp.draw.dressing import Dressing
from sequences.nvdla.sdp.draw.knobs import SdpKnobs
from sequences.nvdla.sdp.draw.numbers import class_bits, draw_sdp_class
from sequences.nvdla.sdp.shapes import SdpShape

MODES: Mapping[str, str] = {FLYING: CUBE, BATCHES: CONV_BATCHES, WINOGRAD: WINOGRAD_TILES}
"""The convolution's mode by the way that the input comes."""
PIXELS = 8
"""Of large layers behind a convolution, for each kernel of its MAC array."""


@dataclass(slots=True)
class SdpKind(CellKind[SdpShape, SdpKnobs]):
    """Layers of SDP, each with the convolution that feeds it, if one does.

    Attributes:
        shelf: tables that were drawn last.
    """

    AT_A_TIME = 2
    FIRMWARE = FirmwareKnobs(count=0.3, read_back=0.3)

    knobs: SdpKnobs = field(default_factory=SdpKnobs)
    shelf: TableShelf = field(default_factory=TableShelf)

    def cells(self) -> Sequence[AspectCell]:
        """The cells that there is a layer in."""
        return legal(sdp_cells(self.config))

    def united(self) -> Sequence[AspectCell]:
        """Cells of which one layer can be in several at once."""
        return united(legal(sdp_cells(self.config)))

    def anything(self) -> AspectCell:
        """Mostly nothing is asked for, now and then that it compares."""
        compares = "SDP_Y" in self.config.features and chance(self.rng, self.knobs.compares)
        return AspectCell({"y": EQUAL} if compares else {})

    def programs(self, layers: int) -> Iterator[Iterable[SdpShape]]:
        """One layer or two at a time."""
        return ([self.draw() for _ in groups] for groups in turns(self.rng, layers, 0, self.knobs.overlap))

    def in_each(self, cells: Sequence[AspectCell]) -> Iterable[SdpShape]:
        """A layer in each of some cells, drawn when its turn comes."""
        return (self.in_cell(cell) for cell in cells)

    def allocate(self, shape: SdpShape, pool: SurfacePool | None = None) -> Layers:
        """Give a layer surfaces, with the convolution before it."""
        return allocate_sdp(self.bench, shape, pool)

    def attempt(self, cell: AspectCell, _number: int) -> SdpShape | None:
        """One draw of a cell; what the cell leaves open is drawn."""
        wanted = self._settled(dict(cell.wanted), cell.aim)
        draw = self._from_memory if wanted["way"] == OFFLINE else self._flying
        shape = draw(wanted, cell.aim)
        return shape if cell.holds(aspects_of_sdp(shape.sdp, self.config)) else None

    def _settled(self, wanted: dict[str, str], aim: Aim) -> dict[str, str]:
        """What is asked, with the way that the input comes, the precisions, and whether tables look values up."""
        rng = self.bench.rng
        compares = wanted.get("y") == EQUAL
        if aim in TABLE_AIMS or not set(LUT_ASPECTS).isdisjoint(wanted):
            wanted.setdefault("lut", str(rng.choice(["linear", "exponential"])))
        if "way" not in wanted:
            alone = aim is not NO_AIM or "input-ram" in wanted or "size" in wanted or "surfaces" in wanted
            wanted["way"] = OFFLINE if alone or not chance(rng, self.knobs.flying) else self._flying_way(wanted)
        way = wanted["way"]
        if "formats" not in wanted:
            wanted["formats"] = self._formats(wanted.get("precision"), way, kept=compares or aim in COMPARISONS[:-1])
        return wanted

    def _flying_way(self, wanted: Mapping[str, str]) -> str:
        features = self.bench.config.features
        ways = [FLYING, FLYING]
        if wanted.get("y") != EQUAL and "formats" not in wanted and "channels" not in wanted:
            ways += [way for way, name in ((BATCHES, "BATCH"), (WINOGRAD, "WINOGRAD")) if name in features]
        if wanted.get("formats") == "-".join(NARROWED) or "CDMA" not in self.bench.config.units:
            return OFFLINE
        return str(self.bench.rng.choice(ways))

    def _formats(self, precision: str | None, way: str, *, kept: bool) -> str:
        """Input, processing and output."""
        rng, there = self.bench.rng, self.bench.config.precisions
        precision = precision or str(rng.choice(list(there)))
        if kept or chance(rng, 0.6):
            return "-".join((precision,) * 3)
        outputs = [name for name in FLYING_OUT[precision] if name in there]
        if way in (BATCHES, WINOGRAD):
            outputs = [name for name in outputs if ELEMENT_BYTES[name] == ELEMENT_BYTES[precision]]
        choices = [(precision, precision, out) for out in outputs]
        if way == OFFLINE and precision == NARROWED[1] and set(NARROWED) <= set(there):
            choices.append(NARROWED)
        return "-".join(choices[int(rng.integers(len(choices)))])

    def _from_memory(self, wanted: Mapping[str, str], aim: Aim) -> SdpShape:
        bench, knobs = self.bench, self.knobs
        rng, config = bench.rng, bench.config
        source, precision, out = wanted["formats"].split("-")
        size = draw_size(rng, config, precision, wanted, knobs)
        specials = 0.0 if aim in COMPARISONS else knobs.specials  # a NaN may hide the one that differs
        values = draw_sdp_class(rng, source, specials)
        sdp = Sdp(
            precision=precision,
            out_precision=out,
            channels=size.channels,
            height=size.height,
            width=size.width,
            source=SdpSource(
                side=draw_cube(bench, draw_ram(bench, wanted, "input"), size, knobs),
                precision=source,
                count=chance(rng, 0.8),
            ),
            destination=draw_cube(bench, draw_ram(bench, wanted, "output"), size, knobs),
        )
        return Dressing(self.bench, self.knobs, self.shelf).dressed(
            SdpShape(sdp=sdp, values=values), size, wanted, aim, class_bits(values, source)
        )

    def _flying(self, wanted: Mapping[str, str], aim: Aim) -> SdpShape:
        bench, knobs = self.bench, self.knobs
        _, precision, out = wanted["formats"].split("-")
        asked = {"precision": precision, "output": out}
        if "output-ram" in wanted:
            asked["output-ram"] = wanted["output-ram"]
        lanes, conv_knobs = bench.config.atom_bytes // ELEMENT_BYTES[precision], knobs.conv
        if wanted["way"] == FLYING and wanted.get("y") != EQUAL and chance(bench.rng, knobs.pixels):
            asked |= {"kernel": "point", "size": "stripes"}
            conv_knobs = _with_many_pixels(conv_knobs, bench.config)
            wanted = self._held_up(wanted)
        kind, cell = ConvKind(bench, conv_knobs), ConvCell({"mode": MODES[wanted["way"]], **asked})
        while True:
            conv = kind.in_cell(cell)
            if _may_feed(conv, lanes, wanted):
                break
        _, sdp = describe_at_zero(conv, bench.config)
        bits = 0.0
        if precision != "FP16":
            products = conv.channels * conv.kernel.height * conv.kernel.width
            bits = max(
                0.0, sum_bits(precision, (conv.values or "full", conv.weights or "full"), products) - conv.clip_truncate
            )
        size = CubeSize(sdp.channels, sdp.height, sdp.width, lanes)
        return Dressing(self.bench, self.knobs, self.shelf).dressed(
            SdpShape(sdp=sdp, values=conv.values, conv=conv), size, wanted, aim, bits
        )

    def _held_up(self, wanted: Mapping[str, str]) -> Mapping[str, str]:
        """Operands of each element for an operator that is there and of which nothing is asked: they come late."""
        there = [name for name in OPERATORS if f"SDP_{name.upper()}" in self.bench.config.features]
        free = [name for name in there if not any(asked.startswith(name) for asked in wanted)]
        name = free[int(self.bench.rng.integers(len(free)))] if free else ""
        return {**wanted, name: BOTH, f"{name}-source": ELEMENT} if name else wanted


def _with_many_pixels(knobs: ConvKnobs, config: HwConfig) -> ConvKnobs:
    """For layers of more pixels than CACC keeps results of."""
    return replace(knobs, operations_at_most=PIXELS * config.mac_cells, bytes_at_most=PIXELS * knobs.bytes_at_most)


def _may_feed(conv: ConvShape, lanes: int, wanted: Mapping[str, str]) -> bool:
    """Whether a layer as it is wanted can be behind a convolution."""
    of_pixels = conv.batches > 1 and (conv.out_height, conv.out_width) == (1, 1) and conv.kernels > lanes
    if of_pixels and ELEMENT in wanted.values():
        return False
    return "channels" not in wanted or (conv.kernels % lanes != 0) == (wanted["channels"] == "ragged")
