"""One draw of SDP's operators X1, X2 and Y, without its tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from models.nvdla.lut.aspects import NONE
from models.nvdla.sdp.aspects import (
    ALGORITHMS,
    BATCHES,
    BOTH,
    ELEMENT,
    MIXED,
    MUL,
    OFF,
    PASSES,
    PRELU,
    RELU,
    SOURCES,
)
from models.nvdla.sdp.aspects import REGISTER as FROM_REGISTER
from models.nvdla.sdp.operators.operand_cube import COMPONENTS, Operands
from models.nvdla.sdp.operators.settings import MEMORY, REGISTER, XSettings, YSettings
from models.nvdla.surfaces.side import Side
from sequences.draw import chance
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.sdp.draw.cubes import CubeSize, asks, draw_cube, draw_ram
from sequences.nvdla.sdp.draw.knobs import SdpKnobs
from sequences.nvdla.sdp.draw.numbers import (
    PATH_BITS,
    bits_of,
    class_bits,
    draw_sdp_class,
    operand_convertor,
    register_operand,
    right_shift,
)

ALU_SHIFT_AT_MOST, X_SHIFT_AT_MOST, TRUNCATE_AT_MOST = 63, 63, 1023
WORKS = (*ALGORITHMS, MUL, PRELU, BOTH)
OFTEN = (BOTH, BOTH, PRELU)
"""Of these what is drawn more often than others."""
HAS_ALU, HAS_MUL = (*ALGORITHMS, BOTH), (MUL, PRELU, BOTH)


@dataclass(slots=True)
class Drawing:
    """What operators are drawn for, one after the other.

    Attributes:
        bench: where to play.
        precision: of the processing.
        size: of the cube.
        wanted: aspects that are asked for, by name as in `aspects_of_sdp`.
        knobs: what it prefers.
        bits: binary logarithm of the usual magnitude of what passes from one to the next.
        specials: how often FP16 operands are of the special class.
        classes: of operands in memory, by operator.
    """

    bench: NvdlaBench
    precision: str
    size: CubeSize
    wanted: Mapping[str, str]
    knobs: SdpKnobs
    bits: float
    specials: float
    classes: dict[str, str] = field(default_factory=dict)

    @property
    def rng(self) -> np.random.Generator:
        """What it is drawn from."""
        return self.bench.rng

    @property
    def may_differ(self) -> bool:
        """Whether operands may be one an element: not with batches of one pixel of several surfaces."""
        alone = self.wanted.get("way") != BATCHES or not self.size.is_pixel
        return alone or self.size.channels <= self.size.lanes

    def x(self, name: str) -> XSettings:
        """X1 or X2."""
        work = self._work(name, (*WORKS, *OFTEN, RELU, PASSES))
        if work == OFF:
            return XSettings(**self._ignored(name))
        common, operand_bits = self._common(name, work)
        rng, anything = self.rng, self.knobs.anything
        alu_shift = 0
        if work in HAS_ALU:
            alu_shift = int(rng.integers(0, ALU_SHIFT_AT_MOST + 1 if chance(rng, 2 * anything) else 5))
            self._grow(max(self.bits, operand_bits[0] + alu_shift))
        if work in HAS_MUL:
            self.bits += operand_bits[1]
            shift = right_shift(rng, self.bits, X_SHIFT_AT_MOST, anything)
        else:
            shift = int(rng.integers(0, 3)) if chance(rng, 0.3) else 0
        self._grow(self.bits - shift)
        relu = work == RELU or (work != PASSES and chance(rng, self.knobs.relu))
        return XSettings(bypass=False, **common, alu_shift=alu_shift, shift=shift, relu_bypass=not relu)

    def y(self, *, tables: bool) -> YSettings:
        """Y; where values are looked up and nothing else is asked, often nothing else."""
        work = self._work("y", (*WORKS, *OFTEN, PASSES), PASSES if tables else OFF)
        if work == OFF:
            return YSettings(**self._ignored("y"))
        common, operand_bits = self._common("y", work)
        rng, anything = self.rng, self.knobs.anything
        convertors = [operand_convertor(rng, self.precision, anything) for _ in range(2)]
        truncate = int(rng.integers(0, 4))
        if work in HAS_MUL:
            self.bits += operand_bits[1]
            truncate = right_shift(rng, self.bits, TRUNCATE_AT_MOST, anything)
            self._grow(self.bits - truncate)
        if work in HAS_ALU:
            self._grow(max(self.bits, operand_bits[0]))
        return YSettings(
            bypass=False,
            **common,
            alu_convertor=convertors[0],
            mul_convertor=convertors[1],
            truncate=truncate,
            lut_bypass=not tables,
        )

    def operands(self, name: str, use: str, *, per_element: bool, element_bytes: int | None = None) -> Operands:
        """Operands for an operator at address 0: one a kernel, or one an element."""
        rng, atom = self.rng, self.bench.config.atom_bytes
        usual = "1" if self.precision == "INT8" and chance(rng, 0.5) else "2"
        size = element_bytes or int(self.wanted.get(f"{name}-bytes", usual))
        group_bytes = self.size.lanes * len(COMPONENTS[use]) * size
        ram = draw_ram(self.bench, self.wanted, name)
        if per_element:
            side = draw_cube(self.bench, ram, self.size, self.knobs, group_bytes // atom)
        else:  # strides have no effect
            junk = int(rng.integers(0, 8)) * atom if chance(rng, 0.5) else 0
            side = Side(ram=ram, address=0, line_stride_bytes=junk, surface_stride_bytes=3 * junk)
        operands = Operands(use=use, element_bytes=size, per_element=per_element, side=side)
        self.classes[name] = draw_sdp_class(rng, operand_precision(operands, self.precision), self.specials)
        return operands

    def _work(self, name: str, works: tuple[str, ...], rest: str = OFF) -> str:
        """What an operator does: as asked, else often nothing."""
        if asked := self.wanted.get(name):
            return asked
        given = asks(self.wanted, name)
        if given == BOTH:
            return str(self.rng.choice((*WORKS, *OFTEN)))
        if f"SDP_{name.upper()}" not in self.bench.config.features:
            return OFF
        return str(self.rng.choice(works)) if given or chance(self.rng, self.knobs.works) else rest

    def _source(self, name: str, work: str) -> str:
        if asked := self.wanted.get(f"{name}-source"):
            return asked
        asks_memory = {f"{name}-ram", f"{name}-bytes"} & set(self.wanted)
        sources = [item for item in SOURCES if item != ELEMENT or self.may_differ]
        sources = sources[1:] if asks_memory else sources
        return str(self.rng.choice([*sources, *MIXED] if work == BOTH else sources))

    def _common(self, name: str, work: str) -> tuple[dict[str, Any], tuple[float, float]]:
        """What all operators have, and the usual magnitudes of operands of ALU and MUL, as logarithms."""
        rng = self.rng
        if work in (RELU, PASSES):
            return self._ignored(name), (0.0, 0.0)
        alu, mul = work in HAS_ALU, work in HAS_MUL
        source = self._source(name, work)
        from_memory = _from_memory(source)
        use = _use(alu and from_memory[0], mul and from_memory[1])
        operands, kind = None, ""
        if use:
            per_element = source == ELEMENT or (source in MIXED and self.may_differ and chance(rng, 0.5))
            operands = self.operands(name, use, per_element=per_element)
            kind = operand_precision(operands, self.precision)
        numbers = [register_operand(rng, self.precision, wide=name == "y") for _ in range(2)]
        bits = [
            class_bits(self.classes[name], kind) if there else bits_of(number)
            for there, number in zip(from_memory, numbers, strict=True)
        ]
        algorithm = str(rng.choice(ALGORITHMS)) if work == BOTH else work if work in ALGORITHMS else "sum"
        common = {
            "alu_bypass": not alu,
            "alu_algo": algorithm.upper(),
            "alu_source": MEMORY if from_memory[0] else REGISTER,
            "alu_operand": numbers[0],
            "mul_bypass": not mul,
            "mul_source": MEMORY if from_memory[1] else REGISTER,
            "mul_operand": numbers[1],
            "prelu": work == PRELU,
            "operands": operands,
        }
        return common, (0.0, 0.0) if self.precision == "FP16" else (bits[0], bits[1])

    def _ignored(self, name: str) -> dict[str, Any]:
        """What a bypass makes the part ignore, sometimes."""
        if not chance(self.rng, 0.3):
            return {}
        numbers = [register_operand(self.rng, self.precision, wide=name == "y") for _ in range(2)]
        return {"alu_operand": numbers[0], "mul_operand": numbers[1], "prelu": chance(self.rng, 0.5)}

    def _grow(self, bits: float) -> None:
        self.bits = float(np.clip(bits, 0.0, PATH_BITS))


def operand_precision(operands: Operands, precision: str) -> str:
    """The number format of operands in memory."""
    if precision == "FP16":
        return precision
    return "INT8" if operands.element_bytes == 1 else "INT16"


def _from_memory(source: str) -> tuple[bool, bool]:
    """Whether operands of ALU and of MUL come from memory."""
    if source in MIXED:
        return (False, True) if source == MIXED[0] else (True, False)
    return (source not in (FROM_REGISTER, NONE),) * 2


def _use(alu: bool, mul: bool) -> str:
    """What registers call it; empty where nothing is read."""
    parts = tuple(name for name, there in (("ALU", alu), ("MUL", mul)) if there)
    return next((name for name, components in COMPONENTS.items() if components == parts), "")
