"""CDP layers of every order of size and gap, and the ends of what its convertors and tables are told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

from models.nvdla.cdp.convertors import WIDTHS, CdpConvertor
from models.nvdla.cdp.descriptor import LOCAL_SIZES, Cdp
from models.nvdla.cdp.rules.tables import LIMITS
from models.nvdla.config import HwConfig
from models.nvdla.lut.config import LutConfig, Tables
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.cdp.random import CdpKind
from sequences.nvdla.cdp.shapes import CdpShape
from sequences.nvdla.kinds.extents import cube_sizes, gap_pairs
from sequences.nvdla.lut.ends import TableEnds, any_tables
from sequences.nvdla.sdp.corner_numbers import ends
from sequences.nvdla.tensors.elements.values import ENDS_OF_RANGE, WHOLE_RANGE
from sequences.nvdla.tensors.side_shape import two_sides

WIDTH = 8
SCALE_BITS, FLOAT_OFFSET_BITS = 16, {"in": 16, "out": 32}
SHIFTS = {"in": (0, 1, 2, 3, 4, 6, 12, 24, 31), "out": (0, 1, 2, 3, 4, 7, 12, 24, 40, 63)}


async def every_cdp_size(bench: NvdlaBench) -> None:
    """Width, height and channels, each up to the most that there may be."""
    config, precision = bench.config, bench.config.precisions[0]
    most = bench.registers.CDP_RDMA.D_DATA_CUBE_WIDTH.WIDTH.limit + 1
    tables, lanes = any_tables(bench.rng, config, precision), config.atom_bytes
    sizes = cube_sizes(lanes, most, columns=16)
    sizes += [(count * lanes - 1, 1, width) for count in (2, 3) for width in (7, 8, 9, 16, 17)]
    lut = TableEnds(LIMITS[precision]).apart(1)
    shapes = [CdpShape(cdp=small_cdp(config, precision, lut, tables, size)) for size in sizes]
    await CdpKind(bench).play([replace(shape, values=WHOLE_RANGE[precision]) for shape in shapes])


async def every_cdp_gap(bench: NvdlaBench) -> None:
    """Gaps between lines and surfaces of the input and the output."""
    config, shapes = bench.config, []
    for at, gaps in enumerate(gap_pairs()):
        precision = config.precisions[at % len(config.precisions)]
        size = 2 * config.atom_bytes // ELEMENT_BYTES[precision], 2, 2
        lut, tables = TableEnds(LIMITS[precision]).apart(at), any_tables(bench.rng, config, precision)
        shapes.append(CdpShape(cdp=small_cdp(config, precision, lut, tables, size, gaps=gaps)))
    await CdpKind(bench).play(shapes)


async def every_cdp_end(bench: NvdlaBench) -> None:
    """Offsets, scales and shifts of both convertors, in each precision: FP16 passes whatever they say."""
    for precision in bench.config.precisions:
        tables = any_tables(bench.rng, bench.config, precision)
        lut = TableEnds(LIMITS[precision]).apart(3)
        shapes = []
        for at, convertors in enumerate(_convertors(precision)):
            cdp = small_cdp(bench.config, precision, lut, tables, **convertors)
            cdp = replace(cdp, bypass_squares=bool(at % 2), local_size=LOCAL_SIZES[at // 2 % len(LOCAL_SIZES)])
            shapes.append(CdpShape(cdp=cdp, values=(ENDS_OF_RANGE if at % 3 else WHOLE_RANGE)[precision]))
        await CdpKind(bench).play(shapes)


async def every_cdp_table_end(bench: NvdlaBench) -> None:
    """Offsets and distances of entries of all sizes, slopes of every sign; in each precision the same entries."""
    for precision in bench.config.precisions:
        tables = any_tables(bench.rng, bench.config, precision)
        shapes = []
        for at, lut in enumerate(TableEnds(LIMITS[precision]).every()):
            shift = 0 if at % 3 else 8 * ELEMENT_BYTES[precision]
            cdp = small_cdp(
                bench.config, precision, lut, tables, bypass_squares=bool(at % 4), bypass_product=bool(at % 3),
                local_size=LOCAL_SIZES[at // 4 % 4], out_convertor=CdpConvertor(shift=shift),
            )  # fmt: skip
            shapes.append(CdpShape(cdp=cdp, values=WHOLE_RANGE[precision]))
        await CdpKind(bench).play(shapes)


def small_cdp(
    config: HwConfig,
    precision: str,
    lut: LutConfig,
    tables: Tables,
    size: tuple[int, int, int] | None = None,
    *,
    gaps: tuple[tuple[int, int], tuple[int, int]] = ((0, 0), (0, 0)),
    **fields: Any,  # noqa: ANN401 - fields of a layer
) -> Cdp:
    """A layer of one surface, or of another size: channels, height, width."""
    size = size or (config.atom_bytes // ELEMENT_BYTES[precision], 1, WIDTH)
    source, destination = (
        replace(side, gaps=gap).at_zero(size[2], size[1], config.atom_bytes)
        for side, gap in zip(two_sides(config), gaps, strict=True)
    )
    return Cdp.of(config, precision, size, source=source, destination=destination, lut=lut, tables=tables, **fields)


def _convertors(precision: str) -> Iterator[dict[str, Any]]:
    """One end of one convertor at a time, shifts with each other."""
    widths = WIDTHS.get(precision)
    for name in ("in", "out"):
        bits = getattr(widths, f"{name}_offset") if widths else FLOAT_OFFSET_BITS[name]
        usual = CdpConvertor(shift=0 if name == "in" else 8)
        for at, (offset, scale) in enumerate(product(ends(bits), (1, -3))):
            shift = SHIFTS[name][at % len(SHIFTS[name])]
            yield {f"{name}_convertor": CdpConvertor(offset=offset, scale=scale, shift=shift if at % 4 else 0)}
        for at, scale in enumerate(ends(SCALE_BITS)):
            for shift in (SHIFTS[name][at % len(SHIFTS[name])], 5):
                yield {f"{name}_convertor": replace(usual, scale=scale, shift=shift)}
