"""Random legal layers of CDP: what they compute, with which tables, of which values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import ceil, log2

from models.nvdla.aims import NO_AIM, Aim
from models.nvdla.cdp.aspects import ELEMENTS, FOUND, PRODUCTS, SQUARES, aspects_of_cdp
from models.nvdla.cdp.cells import cdp_cells, united_cdp
from models.nvdla.cdp.descriptor import LOCAL_SIZES, Cdp
from models.nvdla.cdp.reading import BLOCK_COLUMNS
from models.nvdla.cdp.rules.tables import LIMITS
from models.nvdla.cells import AspectCell, legal
from models.nvdla.lut.config import LutConfig
from models.nvdla.registers import registers
from models.nvdla.surfaces.padded_lanes import whole_cube
from models.nvdla.surfaces.side import Side
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES
from sequences.draw import chance
from sequences.nvdla.cdp.convertors import draw_into, draw_out_of
from sequences.nvdla.cdp.fill import filled_input
from sequences.nvdla.cdp.reach import looked_up
from sequences.nvdla.cdp.shapes import MAGNITUDES, CdpShape
from sequences.nvdla.firmware.firmware import FirmwareKnobs
from sequences.nvdla.kinds.cell_kind import CellKind, CellKnobs
from sequences.nvdla.kinds.layer_kind import Layers
from sequences.nvdla.lut.draw.reaches import UNIT_BITS, ValueRange
from sequences.nvdla.lut.draw.tables import TableShelf, draw_lut
from sequences.nvdla.placement.surface_pool import SurfacePool
from sequences.nvdla.tensors.elements.channels import draw_channels
from sequences.nvdla.tensors.elements.values import draw_class
from sequences.nvdla.tensors.far_size import far_size
from sequences.nvdla.tensors.side_shape import draw_side

LEAST_BITS = 4
"""Tables are drawn for numbers of so many bits at least."""
FLOAT_POWERS = range(-4, 10)
"""Of two, up to which floating-point numbers are looked up."""
WIDE = (512, 1024, 2048)
"""Columns of a cube that is wide, at most."""
NEAR_BLOCKS_AT_MOST = 3
"""Blocks of a line that ends next to the end of one."""
OF_SIZES = {"size", "blocks", "surfaces", "channels"}
"""Aspects that leave no size to be far."""
SURFACES: Mapping[str, tuple[int, int]] = {"one": (1, 1), "two": (2, 2), "several": (3, 3)}


@dataclass(frozen=True, slots=True, kw_only=True)
class CdpKnobs(CellKnobs):
    """What random layers are like.

    Attributes:
        columns_at_most: of the cube, unless a cell needs more.
        lines_at_most: likewise.
        surfaces_at_most: atoms of channels, likewise.
        any_bytes: how often the input holds any bytes, else values of a class.
        keep_tables: how often tables are those of the layer before.
        near_blocks: how often a line is whole blocks, or a column longer or shorter.
        wide: how often a line is longer by far than is usual, the cube's only one.
        far: how often a size goes as far as its register lets it, where nothing is asked of sizes.
    """

    columns_at_most: int = 10
    lines_at_most: int = 3
    surfaces_at_most: int = 3
    any_bytes: float = 0.1
    keep_tables: float = 0.8
    near_blocks: float = 0.2
    wide: float = 0.1
    far: float = 0.0


SMALL = CdpKnobs(columns_at_most=5, lines_at_most=2, surfaces_at_most=2, keep_tables=0.95, wide=0.02)


@dataclass(slots=True)
class CdpKind(CellKind[CdpShape, CdpKnobs]):
    """Layers of CDP.

    Attributes:
        shelf: tables that were drawn last.
    """

    FIRMWARE = FirmwareKnobs(count=0.3, read_back=0.3)

    knobs: CdpKnobs = field(default_factory=CdpKnobs)
    shelf: TableShelf = field(default_factory=TableShelf)

    def cells(self) -> Sequence[AspectCell]:
        """The cells that there is a layer in."""
        return legal(cdp_cells(self.config))

    def united(self) -> Sequence[AspectCell]:
        """All cells in fewer."""
        return united_cdp(self.config)

    def allocate(self, shape: CdpShape, pool: SurfacePool | None = None) -> Layers:
        """Give a layer surfaces and fill its input."""
        pool, cdp, atom = pool or SurfacePool(self.bench), shape.cdp, self.config.atom_bytes
        layout = whole_cube(cdp.source, cdp.precision, (cdp.channels, cdp.height, cdp.width), self.config)
        source = pool.source(layout, atom, filled_input(self.rng, shape, layout))
        destination = pool.destination(cdp.layout(self.config), atom, source)
        sides = replace(cdp.source, address=source.address), replace(cdp.destination, address=destination.address)
        return (replace(cdp, source=sides[0], destination=sides[1]),)

    def attempt(self, cell: AspectCell, _number: int) -> CdpShape | None:
        """One draw of a cell."""
        shape = self._drawn(cell.wanted, cell.aim)
        return shape if cell.holds(aspects_of_cdp(shape.cdp, self.config)) else None

    def _drawn(self, wanted: Mapping[str, str], aim: Aim) -> CdpShape:
        """One draw, mostly of what is wanted; what that leaves open is drawn."""
        rng, knobs = self.rng, self.knobs
        floats = {"FP16"} if wanted.get("nan") == "flushed" else set(self.config.precisions)
        precision = wanted.get("precision") or str(
            rng.choice([name for name in self.config.precisions if name in floats])
        )
        aimed = aim is not NO_AIM
        flush = wanted.get("nan", "flushed" if chance(rng, 0.5) else "kept") == "flushed"
        usual = SQUARES[int(chance(rng, 0.7 if aimed else 0.3))]
        product = wanted.get("product") or PRODUCTS[int(chance(rng, 0.3))]
        lanes = self.config.atom_bytes // ELEMENT_BYTES[precision]
        far = self._far(wanted, lanes)
        width, height = (far[2], far[1]) if far else self._size(wanted)
        few = SURFACES.get(wanted.get("surfaces", ""), (1, knobs.surfaces_at_most))
        source, destination = (self._side(width, height, wanted.get(f"{name}-ram")) for name in ("input", "output"))
        cdp = Cdp(
            precision=precision,
            channels=far[0] if far else draw_channels(rng, lanes, few, wanted),
            height=height,
            width=width,
            source=source,
            destination=destination,
            lut=LutConfig(),
            tables=self.shelf.take(rng, self.config, knobs.keep_tables, floating=precision == "FP16"),
            local_size=int(wanted.get("local") or rng.choice(LOCAL_SIZES)),
            nan_to_zero=flush and precision == "FP16",
            bypass_squares=wanted.get("squares", usual) == ELEMENTS,
            bypass_product=product == FOUND,
            in_convertor=draw_into(rng, precision, wanted, plain=aimed),
            out_convertor=draw_out_of(rng, precision, wanted, multiplied=product != FOUND),
            count_lut=chance(rng, 0.5),
        )
        cdp = replace(cdp, lut=draw_lut(rng, self._range(cdp, aimed), wanted, aim, LIMITS[precision]))
        return CdpShape(cdp=cdp, values=self._values(precision), aim=aim)

    def _far(self, wanted: Mapping[str, str], lanes: int) -> tuple[int, int, int] | None:
        """Channels, lines and columns where one of them goes far."""
        if not (self.knobs.far and OF_SIZES.isdisjoint(wanted) and chance(self.rng, self.knobs.far)):
            return None
        return far_size(self.rng, lanes, registers(self.config).CDP_RDMA.D_DATA_CUBE_WIDTH.WIDTH.limit + 1)

    def _size(self, wanted: Mapping[str, str]) -> tuple[int, int]:
        """Columns and lines."""
        rng, knobs = self.rng, self.knobs
        if wanted.get("size") == "pixel":
            return 1, 1
        height = int(rng.integers(1, knobs.lines_at_most + 1))
        if (blocks := wanted.get("blocks")) is None:
            return self._any_size(height)
        whole = BLOCK_COLUMNS * int(rng.integers(1, 3))
        if blocks == "whole":
            return max(2 * BLOCK_COLUMNS, whole), height
        return (whole if blocks == "ragged" else 0) + int(rng.integers(1, BLOCK_COLUMNS)), height

    def _any_size(self, height: int) -> tuple[int, int]:
        """Columns and lines where nothing is asked of the columns."""
        rng, knobs = self.rng, self.knobs
        if chance(rng, knobs.wide):
            most = int(rng.choice(WIDE))
            return int(rng.integers(most // 2, most + 1)), 1
        if chance(rng, knobs.near_blocks):
            return BLOCK_COLUMNS * int(rng.integers(1, NEAR_BLOCKS_AT_MOST + 1)) + int(rng.integers(-1, 2)), height
        return int(rng.integers(1, knobs.columns_at_most + 1)), height

    def _side(self, width: int, height: int, ram: str | None) -> Side:
        return draw_side(self.rng, self.config, width, height, ram)

    def _values(self, precision: str) -> str | None:
        if chance(self.rng, self.knobs.any_bytes):
            return None
        return MAGNITUDES if chance(self.rng, 0.5) else draw_class(self.rng, precision)

    def _range(self, cdp: Cdp, aimed: bool) -> ValueRange:
        """Where tables are to lie: where numbers are that a layer looks up, often only the smaller ones."""
        rng, positive = self.rng, not cdp.bypass_squares
        if cdp.precision == "FP16":
            bits = UNIT_BITS - positive
            return ValueRange(bits, int(rng.choice(FLOAT_POWERS)) - UNIT_BITS, floating=True, middle=positive << bits)
        lowest, highest = looked_up(cdp)
        bits = ceil(log2(max(2.0, -lowest, highest + 1))) - positive
        if positive and not aimed:
            bits -= int(rng.integers(0, max(1, bits // 2)))
        bits = max(LEAST_BITS, bits)
        return ValueRange(bits, middle=positive << bits)
