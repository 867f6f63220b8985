"""Random pooling layers, legal wherever they lie: windows, sizes, strips, what is padded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from models.nvdla.cells import NEGATIVE, POSITIVE, ZERO
from models.nvdla.config import HwConfig
from models.nvdla.pdp.aspects import FLYING, SPLIT, WORKING_MODES
from models.nvdla.pdp.descriptor import AVERAGE, METHODS, Pdp
from models.nvdla.pdp.pooling.line_buffer import widest
from models.nvdla.pdp.pooling.strips import Strips
from models.nvdla.pdp.pooling.window import Average, Window
from models.nvdla.registers import registers
from models.nvdla.surfaces.side import Side
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES
from sequences.draw import chance
from sequences.nvdla.kinds.cell_kind import CellKnobs
from sequences.nvdla.pdp.windows import AxisWish, draw_axis, draw_strips, wish_of
from sequences.nvdla.tensors.elements.channels import draw_channels

MODES = WORKING_MODES
DEEP, WIDE = 48, 1600
FAR_INPUT, FAR_STRIPS = 4, 100
"""Elements along an axis of a cube with many channels, and strips of a line with many columns, at most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PdpKnobs(CellKnobs):
    """What random pooling layers are like.

    Attributes:
        columns_at_most: of the output; a kernel and a stride make the input as large as it then is.
        lines_at_most: likewise.
        surfaces_at_most: atoms of channels.
        input_at_most: elements of the input along each axis, unless a cell needs more.
        strips_at_most: into which a line is split, where it is split into many.
        specials: how often FP16 inputs hold many NaN and some infinities.
        deep: how often there are up to `DEEP` atoms of channels, of a small cube.
        wide: how often a line is up to `WIDE` elements long, the only one.
        far: how often there are as many lines, columns or channels as registers let there be.
        any_bytes: how often the input holds any bytes, else values of a class.
    """

    columns_at_most: int = 8
    lines_at_most: int = 4
    surfaces_at_most: int = 2
    input_at_most: int = 40
    strips_at_most: int = 32
    specials: float = 0.3
    deep: float = 0.06
    wide: float = 0.12
    far: float = 0.0
    any_bytes: float = 0.3


def draw_pdp(
    rng: np.random.Generator,
    config: HwConfig,
    mode: str,
    method: str,
    precision: str,
    *,
    knobs: PdpKnobs | None = None,
    wanted: Mapping[str, str] | None = None,
) -> Pdp:
    """A legal layer that lies at address 0, without gaps.

    Args:
        rng: draws it.
        config: the hardware configuration.
        mode: one of `MODES`.
        method: ``AVERAGE``, ``MAX`` or ``MIN``.
        precision: of its elements.
        knobs: what it is like.
        wanted: more aspects of it, where it has them at all.

    Raises:
        NoneFoundError: no such windows were found.
    """
    wanted = wanted or {}
    knobs = knobs or PdpKnobs()
    far = knobs.far and chance(rng, knobs.far)
    knobs = _far(rng, config, knobs, wanted, mode) if far else _larger(rng, knobs, wanted)
    assert method in METHODS
    y, out_height = draw_axis(rng, knobs.lines_at_most, knobs.input_at_most, wish_of(wanted, "y"))
    columns = min(knobs.columns_at_most, widest(y, config))
    x, out_width, strips = _draw_width(rng, mode, columns, knobs, wish_of(wanted, "x", widest(y, config)))
    lanes = config.atom_bytes // ELEMENT_BYTES[precision]
    flushed = wanted.get("nan", "flushed" if chance(rng, 0.5) else "kept") != "kept"
    nowhere = Side(ram=next(iter(config.ports)), address=0, line_stride_bytes=0, surface_stride_bytes=0)
    return packed(
        Pdp(
            method=method,
            precision=precision,
            channels=draw_channels(rng, lanes, _surfaces(wanted, knobs.surfaces_at_most), wanted),
            height=y.covered(out_height) - y.before - y.after,
            width=x.covered(out_width) - x.before - x.after,
            out_height=out_height,
            out_width=out_width,
            x=x,
            y=y,
            source=None if mode == FLYING else nowhere,
            destination=nowhere,
            strips=strips,
            average=draw_average(rng, precision, x, y, wanted.get("pad-value", "")) if method == AVERAGE else Average(),
            nan_to_zero=precision == "FP16" and flushed,
        ),
        config,
    )


def _larger(rng: np.random.Generator, knobs: PdpKnobs, wanted: Mapping[str, str]) -> PdpKnobs:
    """The knobs, now and then of a layer that is far larger than others in one direction."""
    if "surfaces" not in wanted and chance(rng, knobs.deep):
        return replace(knobs, surfaces_at_most=DEEP, columns_at_most=2, lines_at_most=2)
    if chance(rng, knobs.wide):
        return replace(knobs, input_at_most=WIDE, columns_at_most=WIDE, lines_at_most=1)
    return knobs


def _far(rng: np.random.Generator, config: HwConfig, knobs: PdpKnobs, wanted: Mapping[str, str], mode: str) -> PdpKnobs:
    """The knobs of a layer that is as large in one direction as registers let it be."""
    most = registers(config).PDP.D_DATA_CUBE_IN_WIDTH.CUBE_IN_WIDTH.limit + 1
    one = replace(knobs, surfaces_at_most=1, columns_at_most=1, lines_at_most=1, strips_at_most=FAR_STRIPS)
    direction = str(rng.choice(["channels", "columns", "lines"]))
    if direction == "channels" and "surfaces" not in wanted:
        return replace(one, surfaces_at_most=most // config.atom_bytes, input_at_most=FAR_INPUT)
    if direction == "columns":
        return replace(one, columns_at_most=most, input_at_most=most // 2 if mode in SPLIT else most)
    return replace(one, lines_at_most=most, input_at_most=most)


def packed(pdp: Pdp, config: HwConfig) -> Pdp:
    """The layer with sides that have no gaps."""
    source = pdp.source and _packed(pdp.source, pdp.height, pdp.width, config)
    return replace(pdp, source=source, destination=_packed(pdp.destination, pdp.out_height, pdp.out_width, config))


def _packed(side: Side, height: int, width: int, config: HwConfig) -> Side:
    line_bytes = width * config.atom_bytes
    return replace(side, line_stride_bytes=line_bytes, surface_stride_bytes=height * line_bytes)


def _draw_width(
    rng: np.random.Generator, mode: str, columns: int, knobs: PdpKnobs, wish: AxisWish
) -> tuple[Window, int, Strips]:
    """A window along a line, the output's columns, and its strips, each of so many columns at most."""
    if mode not in SPLIT:
        return *draw_axis(rng, columns, knobs.input_at_most, wish), Strips()
    return draw_strips(rng, mode, columns, knobs.input_at_most, wish, strips_at_most=knobs.strips_at_most)


def _surfaces(wanted: Mapping[str, str], at_most: int) -> tuple[int, int]:
    """How many atoms of channels there are at least and at most."""
    return {"one": (1, 1), "several": (2, max(2, at_most))}.get(wanted.get("surfaces", ""), (1, at_most))


def draw_average(rng: np.random.Generator, precision: str, x: Window, y: Window, sign: str = "") -> Average:
    """The divisors of its windows, and a random number, of a sign or of any, that padded elements hold."""
    if precision == "FP16":
        number = float(rng.normal())
    else:
        half = 1 << 8 * ELEMENT_BYTES[precision] - 1
        number = int(rng.integers(1, half)) * int(rng.choice((-1, 1)))
    usual = 0 if chance(rng, 0.2) else number
    return Average.of(precision, x, y, {ZERO: 0, POSITIVE: abs(number), NEGATIVE: -abs(number)}.get(sign, usual))
