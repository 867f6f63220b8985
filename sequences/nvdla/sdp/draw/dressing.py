"""What a random SDP layer does with the elements that come in: its operators, tables and output convertor."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from models.nvdla.aims import COMPARISONS, NO_AIM, Aim
from models.nvdla.lut.cells import TABLE_AIMS
from models.nvdla.sdp.aspects import (
    ELEMENT,
    EQUAL,
    OFF,
    PASSES,
    REGISTER,
    SOURCES,
)
from models.nvdla.sdp.descriptor import OutputConvertor
from models.nvdla.sdp.operators.operands import OperandConvertor
from models.nvdla.sdp.operators.settings import MEMORY, XSettings, YSettings
from models.nvdla.sdp.rules.tables import LIMITS
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES
from sequences.draw import chance
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.conv.draw.numbers import draw_out_convertor
from sequences.nvdla.lut.draw.reaches import WORD_BITS
from sequences.nvdla.lut.draw.tables import TableShelf, draw_lut, value_range
from sequences.nvdla.sdp.draw.cubes import CubeSize
from sequences.nvdla.sdp.draw.knobs import SdpKnobs
from sequences.nvdla.sdp.draw.numbers import SPECIAL, register_operand
from sequences.nvdla.sdp.draw.operators import Drawing
from sequences.nvdla.sdp.shapes import SdpShape

WITH_SPECIALS, WORKS_ON_SPECIALS, FLUSHES_SPECIALS = 0.9, 0.8, 0.2
"""Where the input is of special numbers: how often operands are too, operators work and NaN are flushed."""


@dataclass(frozen=True, slots=True)
class Dressing:
    """Gives layers what they do.

    Attributes:
        bench: where they will play.
        knobs: what they prefer.
        shelf: tables that were drawn last.
    """

    bench: NvdlaBench
    knobs: SdpKnobs
    shelf: TableShelf

    def dressed(self, shape: SdpShape, size: CubeSize, wanted: Mapping[str, str], aim: Aim, bits: float) -> SdpShape:
        """A layer with its operators, tables and output convertor."""
        rng, knobs, sdp = self.bench.rng, self.knobs, shape.sdp
        floating, specials = sdp.precision == "FP16", knobs.specials
        if shape.values == SPECIAL and specials:
            knobs = replace(knobs, works=WORKS_ON_SPECIALS, flush=FLUSHES_SPECIALS)
            specials = WITH_SPECIALS
        flush = wanted["nan"] == "flushed" if "nan" in wanted else floating and chance(rng, knobs.flush)
        sdp = replace(
            sdp,
            nan_to_zero=flush,
            count_lut=chance(rng, 0.8),
            count_saturation=chance(rng, 0.8),
            count_nan=chance(rng, 0.8),
        )
        shape = replace(shape, sdp=sdp, aim=aim)
        drawing = Drawing(self.bench, sdp.precision, size, dict(wanted), knobs, bits, specials)
        looks_up = "lut" in wanted or (
            self._has_tables and wanted.get("y", PASSES) != EQUAL and "y" not in wanted and chance(rng, knobs.looks_up)
        )
        if wanted.get("y") == EQUAL:
            return self._comparing(shape, drawing)
        direct = aim in TABLE_AIMS
        if direct:
            drawing.wanted = {**wanted, "x1": OFF, "x2": OFF, "y": PASSES}
        sdp = replace(sdp, x1=drawing.x("x1"), x2=drawing.x("x2"), y=drawing.y(tables=looks_up))
        bits = drawing.bits
        if looks_up:
            anywhere = knobs.far and chance(rng, knobs.far)
            values = sdp.in_precision if direct else sdp.precision
            where = value_range(rng, values, None if direct else WORD_BITS if anywhere else bits)
            tables = self.shelf.take(rng, self.bench.config, knobs.keep_tables, floating=floating)
            sdp = replace(sdp, lut=draw_lut(rng, where, wanted, aim, LIMITS[sdp.precision]), tables=tables)
            bits = 15.0
        if not floating or chance(rng, 0.2):
            sdp = replace(sdp, convertor=draw_out_convertor(rng, sdp.out_precision, bits))
        return replace(shape, sdp=sdp, operands=drawing.classes)

    @property
    def _has_tables(self) -> bool:
        return {"SDP_Y", "SDP_LUT"} <= self.bench.config.features

    def _comparing(self, shape: SdpShape, drawing: Drawing) -> SdpShape:
        """A layer that compares: where cubes are to be equal, nothing else happens to what is compared."""
        rng, sdp, aim, wanted = self.bench.rng, shape.sdp, shape.aim, drawing.wanted
        floating = sdp.precision == "FP16"
        source = wanted.get("y-source") or str(rng.choice(SOURCES))
        if aim is NO_AIM:
            sdp = replace(sdp, x1=drawing.x("x1"), x2=drawing.x("x2"))
        elif sdp.flying:
            constant = _constant(drawing)
            sdp = replace(sdp, x1=_pinned("MAX", constant), x2=_pinned("MIN", constant), nan_to_zero=floating)
        operands = None
        if source != REGISTER:
            alike = ELEMENT_BYTES[sdp.precision] if aim in COMPARISONS[:-1] else None
            operands = drawing.operands("y", "ALU", per_element=source == ELEMENT, element_bytes=alike)
        y = YSettings(
            bypass=False,
            alu_bypass=False,
            alu_algo="EQL",
            alu_source=MEMORY if operands else "REG",
            alu_operand=register_operand(rng, sdp.precision, wide=True),
            operands=operands,
            alu_convertor=OperandConvertor(bypass=not floating),
        )
        sdp = replace(sdp, y=y, convertor=OutputConvertor())
        return replace(shape, sdp=sdp, operands=drawing.classes)


def _constant(drawing: Drawing) -> int:
    """A number that an operand of the comparison can be too; no NaN."""
    rng = drawing.rng
    if drawing.precision == "FP16":
        return int(rng.integers(0x0400, 0x7C00))
    most = 1 << (7 if drawing.precision == "INT8" else 15)
    return int(rng.integers(-most, most))


def _pinned(algorithm: str, constant: int) -> XSettings:
    """What keeps everything on one side of a number."""
    return XSettings(bypass=False, alu_bypass=False, alu_algo=algorithm, alu_operand=constant)
