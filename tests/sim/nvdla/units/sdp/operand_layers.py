"""Layers for SDP and its RDMA: input from memory or the convolution, operands, tables; and what has to come of them."""

from dataclasses import dataclass, field
from itertools import zip_longest

import numpy as np

from models.nvdla.config import HwConfig
from tests.sim.nvdla.units.dma.dma_requests import content
from tests.sim.nvdla.units.sdp import plain_numbers as plain
from tests.sim.nvdla.units.sdp.plain_sdp import Operator, Table, x_word, y_word
from tests.sim.nvdla.units.sdp.sdp_layers import SdpCase, base_of, code_of, is_nan_code, ram_of, store, strides

OPERATORS = ("SDP_X1", "SDP_X2", "SDP_Y")
SOURCE, STREAM_BYTES = 0x9000_0000, 0x2_0000


@dataclass(frozen=True)
class OperandCase(SdpCase):
    """A layer with what X1, X2 and Y do in it; None where one does nothing."""

    source: str = "fly"  # or the precision of what memory has
    x1: Operator | None = None
    x2: Operator | None = None
    y: Operator | None = None
    table: bool = False
    destination: str = "MEM"

    @property
    def operators(self) -> tuple[Operator | None, ...]:
        """Of X1, X2 and Y."""
        return self.x1, self.x2, self.y

    @property
    def compares(self) -> bool:
        """Whether it writes nothing."""
        return self.y is not None and self.y.alu == "EQL"

    @property
    def pair(self) -> bool:
        """Whether two atoms of memory make one."""
        return self.source == "INT16" != self.proc


def _x(alu="", **more):
    return Operator(alu=alu, **more)


BOTH, TWO = {"mul": True, "source": "element"}, {"mul": True, "source": "kernel"}
PLAIN = (
    OperandCase("INT8", "INT8", 5, 2, 2, source="INT8", convert=(-3, 7, 9), x1=_x("SUM", **BOTH, shift=9, short=True)),
    OperandCase("INT16", "INT16", 3, 2, 2, source="INT16", x2=_x("MAX", source="kernel", relu=True), ram="CV", pad=0),
    OperandCase("INT8", "INT8", 5, 2, 2, source="INT16", convert=(9, 3, 10), y=_x("MIN", source="element", short=True)),
    OperandCase("FP16", "FP16", 3, 1, 2, source="FP16", x1=_x("SUM", **TWO), y=_x("SUM", **BOTH), flush=True),
    OperandCase("INT8", "INT16", 3, 2, 1, source="INT8", convert=(0, 3, 7), x2=_x("MIN", **BOTH, shift=3), table=True),
    OperandCase("INT16", "INT16", 2, 2, 1, source="INT16", destination="PDP", x1=_x("SUM", **BOTH, shift=13), pad=3),
    OperandCase("INT8", "INT8", 4, 1, 1, source="INT8", y=_x("EQL", source="element", short=True)),
    OperandCase("INT16", "INT16", 2, 1, 1, source="INT16", x1=_x(mul=True, mul_value=0), y=_x("EQL", alu_value=0)),
    OperandCase("FP16", "INT16", 2, 2, 1, source="FP16", x2=_x(mul=True, prelu=True, source="kernel"), table=True),
    OperandCase("INT8", "INT8", 1, 1, 3, source="INT8", pad=2, x1=_x("MAX", **BOTH), y=_x("SUM", **TWO, short=True)),
    OperandCase("INT8", "INT8", 1, 1, 2, source="INT16", convert=(0, 1, 8), x2=_x(mul=True, source="element", shift=7)),
    OperandCase("INT16", "FP16", 3, 2, 1, convert=(5, 327, 20), x1=_x("SUM", **TWO, shift=7, alu_shift=5), count=False),
    OperandCase("FP16", "FP16", 4, 1, 2, x1=_x("MIN", **BOTH, relu=True), x2=_x("MAX"), y=_x(mul=True, prelu=True)),
    OperandCase(
        *("INT8", "INT8", 3, 2, 1),
        y=_x("SUM", **BOTH, shift=20, alu_convert=(-300, 77, 3), mul_convert=(1 << 20, -9, 5)),
        convert=(0, 1, 20),
        count=False,
    ),
    OperandCase("INT16", "INT16", 2, 1, 1, source="INT16", y=_x("EQL", alu_value=0)),
    OperandCase("FP16", "FP16", 2, 1, 1, source="FP16", y=_x("EQL", source="element"), flush=True),
    OperandCase("FP16", "FP16", 2, 2, 1, destination="PDP", x2=_x("SUM", source="element"), table=True),
)
BATCHES = (
    OperandCase(
        "INT8", "INT8", 2, 2, 2, convert=(0, 1, 21), batches=3, x1=_x("SUM", **BOTH), x2=_x("MAX", source="kernel")
    ),
    OperandCase("FP16", "FP16", 2, 1, 2, batches=2, pad=2, x1=_x("SUM", **TWO), y=_x("MIN", source="element")),
)
TILES = (
    OperandCase(
        "INT8", "INT8", 4, 4, 2, convert=(0, 1, 21), tiles=True, x1=_x("SUM", **BOTH), y=_x("MIN", source="kernel")
    ),
    OperandCase("FP16", "FP16", 8, 4, 1, tiles=True, x2=_x("MAX", source="element"), y=_x("SUM", **BOTH)),
)


def operand_cases(hw: HwConfig) -> tuple[OperandCase, ...]:
    """The layers that a configuration can do, in order."""
    chosen = [PLAIN, *(kind for kind, name in ((BATCHES, "BATCH"), (TILES, "WINOGRAD")) if name in hw.features)]
    return tuple(case for same in zip_longest(*chosen) for case in same if case and _is_there(hw, case))


def _is_there(hw, case):
    used = {name for name, how in zip(OPERATORS, case.operators, strict=True) if how}
    used |= {"SDP_Y", "SDP_LUT"} if case.table else set()
    return used <= hw.features and {case.source, case.proc, case.out} <= {"fly", *hw.precisions}


def table() -> Table:
    """The tables of all layers: ranges that mean something as integers and as FP32."""
    rng = np.random.default_rng(7)
    le, lo = (rng.integers(0, 1 << 16, count).tolist() for count in (65, 257))
    return Table(
        *(tuple(le), tuple(lo), 1, 22, (0xC140_0000, 0x7F00_0000), (0x4000_0000, 0x5A00_0000)),
        scales=(0x1234, 0x8765, 0x7B00, 0x0004),
        shifts=(9, -3, 15, 0),
        priorities=(1, 0, 1),
    )


@dataclass
class OperandsExpected:
    """What is right at the end: memory, the atoms for PDP, and what each layer counts, by register."""

    memory: dict[str, dict[int, int]] = field(default_factory=lambda: {"MC": {}, "CV": {}})
    pdp: list[bytes] = field(default_factory=list)
    counts: list[dict[str, int]] = field(default_factory=list)


LUT_COUNTS = ("UFLOW", "OFLOW", "HYBRID", "LE_HIT", "LO_HIT")


def operand_expectation(hw: HwConfig) -> OperandsExpected:
    """What all layers together leave; what was counted last stays where a layer does not count."""
    expected, kept = OperandsExpected(), {}
    for number, case in enumerate(operand_cases(hw)):
        rows, found = _processed(hw, number)
        nan = inf = 0
        if case.source == "FP16":
            codes = [code for row in _input_codes(hw, number) for code in row]
            nan, inf = sum(map(plain.FP16.is_nan, codes)), sum(code & 0x7FFF == 0x7C00 for code in codes)
            kept |= {"NAN_INPUT": nan, "INF_INPUT": inf}
        if case.compares:
            results = [[(word & 0xFFFF, False) for word in row] for row in rows]
        else:
            results = [[code_of(case, word if case.proc == "FP16" else signed(word)) for word in row] for row in rows]
        kept["UNEQUAL"] = int(case.compares and any(code for row in results for code, _ in row))
        to_memory = case.destination == "MEM" and not case.compares
        kept["NAN_OUTPUT"] = sum(is_nan_code(case, code) for row in results for code, _ in row) if to_memory else 0
        if case.count:
            kept["SATURATED"] = sum(flag for row in results for _, flag in row)
            kept |= {name: sum(flags[index] for flags in found) for index, name in enumerate(LUT_COUNTS)}
        expected.counts.append(dict(kept))
        bare = [[code for code, _ in row] for row in results]
        if to_memory:
            store(hw, case, number, bare, expected.memory[ram_of(hw, case)])
        elif not case.compares:
            size = 1 if case.out == "INT8" else 2
            expected.pdp += [b"".join(code.to_bytes(size, "little") for code in row) for row in bare]
    return expected


def signed(word: int) -> int:
    """A word as an integer."""
    return word - (word >> 31 << 32)


def _processed(hw, number):
    case, found, rows = operand_cases(hw)[number], [], []
    words = operand_results(hw, number)
    how = {"floating": case.proc == "FP16", "flush": case.flush}
    tables = table()
    for index, row in enumerate(words):
        operands = [_operands(hw, number, stream, index) for stream in range(3)]
        done = []
        for lane, given in enumerate(row):
            word = 0 if case.flush and case.proc == "FP16" and plain.FP32.is_nan(given % 2**32) else given % 2**32
            for stream, operator in enumerate(case.operators):
                if operator:
                    step = y_word if stream == 2 else x_word
                    word = step(operator, word, operands[stream][lane], **how)
            if case.table:
                word, flags = tables.look_up(word, floating=how["floating"])
                found.append(flags)
            done.append(word)
        rows.append(done)
    return rows, found


def operand_results(hw: HwConfig, number: int) -> list[list[int]]:
    """The words that X1 gets, by surface and pixel."""
    case = operand_cases(hw)[number]
    if case.source == "fly":
        rng = np.random.default_rng((number, hw.atom_bytes, 5))
        shape = (case.surfaces * len(case.places()), case.lanes(hw))
        if case.proc == "FP16":
            return (rng.standard_normal(shape) * 2.0 ** rng.integers(-12, 14, shape)).astype("<f4").view("<u4").tolist()
        return (rng.integers(-(2**31), 2**31, shape) >> rng.integers(0, 31, shape)).tolist()
    rows = _input_codes(hw, number)
    if case.source == "FP16":
        return [[plain.widened(code, plain.FP16, plain.FP32) for code in row] for row in rows]
    bits = 8 if case.source == "INT8" else 16
    return [[code - (code >> bits - 1 << bits) for code in row] for row in rows]


def _input_codes(hw, number):
    case = operand_cases(hw)[number]
    line, surface = strides(hw, case)
    if case.width == case.height == 1:
        surface = hw.atom_bytes
    base, size = stream_base(number, 0), 1 if case.source == "INT8" else 2
    rows = []
    for first in range(case.surfaces):
        for y, x, _ in case.places():
            parts = range(2 * first, 2 * first + 2) if case.pair else (first,)
            data = b"".join(
                _read(hw, case, base + part * surface + y * line + x * hw.atom_bytes, hw.atom_bytes) for part in parts
            )
            rows.append([int.from_bytes(data[at : at + size], "little") for at in range(0, len(data), size)])
    return rows


def _operands(hw, number, stream, index):
    """Of each element of an atom of data those of ALU and multiplier, as codes."""
    case = operand_cases(hw)[number]
    how = case.operators[stream]
    if how is None:
        return None
    if not how.stored:
        mask = 2**32 - 1 if stream == 2 else 2**16 - 1
        return [(how.alu_value & mask, how.mul_value & mask)] * case.lanes(hw)
    places = case.places()
    first, place = divmod(index, len(places))
    y, x, _ = places[place]
    atom, line, surface = operand_strides(hw, case, how)
    packed = how.source == "kernel" or case.width == case.height == 1
    at = first * atom if packed else first * surface + y * line + x * atom
    data = _read(hw, case, stream_base(number, stream + 1) + at, atom)
    size = 1 if how.short else 2
    codes = [int.from_bytes(data[i : i + size], "little", signed=True) & 0xFFFF for i in range(0, atom, size)]
    if how.both:
        return list(zip(codes[::2], codes[1::2], strict=True))
    return [(code, code) for code in codes]


def operand_strides(hw: HwConfig, case: OperandCase, how: Operator) -> tuple[int, int, int]:
    """Bytes of the operands of an atom, of a line and of a surface."""
    atom = case.lanes(hw) * (1 + how.both) * (1 if how.short else 2)
    line = case.width * atom + case.pad * hw.atom_bytes
    return atom, line, line * case.height + case.pad * hw.atom_bytes


def stream_base(number: int, stream: int) -> int:
    """Where input and operands of a layer begin."""
    return SOURCE + base_of(number) - base_of(0) + stream * STREAM_BYTES


def _read(hw, case, address, size):
    ram = sorted(hw.ports).index({"MC": "DBB", "CV": "CVSRAM"}[ram_of(hw, case)])
    return content(ram, address, size).tobytes()
