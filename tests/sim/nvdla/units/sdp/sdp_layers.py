"""Layers for SDP alone: registers, what the convolution gives, and what has to come of it, number by number."""

import math
from dataclasses import dataclass, field
from itertools import zip_longest

import numpy as np

from models.nvdla.config import HwConfig
from models.nvdla.registers import registers

FP32_NAN, FP16_NAN = 0xFFC0_0123, 0xFD23
FP16_MAX = 0x7BFF
INT_CORNERS = (0, 1, -1, 2**31 - 1, -(2**31), 127, 128, -128, -129, 65535, 65536, -65536, -65537)
FP_CORNERS = (
    *(0, 1 << 31, 0x3F80_1000, 0x3F80_3000, 0x477F_E000, 0x477F_F000, 0xC780_0000, 0x3300_0000, 0x3300_0001),
    *(0x3880_0000, 0x387F_F000, 0xB87F_E000, 0x3FFF_FFFF, 0x46FF_FF00, 0xC6FF_FF00, 0x3F00_0000),
)


@dataclass(frozen=True)
class SdpCase:
    """One layer; sizes as they are, not less one. `shift` and `relu` are those of X1, `tiles` is Winograd."""

    proc: str
    out: str
    width: int
    height: int
    surfaces: int
    pad: int = 1
    ram: str = "MC"
    convert: tuple[int, int, int] = (0, 1, 0)
    active: bool = False
    shift: int = 0
    relu: bool = False
    flush: bool = False
    count: bool = True
    batches: int = 1
    tiles: bool = False

    def lanes(self, hw: HwConfig) -> int:
        """Elements of an atom as it comes."""
        return hw.atom_bytes // (1 if self.proc == "INT8" else 2)

    def places(self) -> list[tuple[int, int, int]]:
        """Line, column and batch of each atom of a surface, as the convolution gives them."""
        lines, columns = range(self.height), range(self.width)
        if not self.tiles:
            return [(y, x, batch) for y in lines for x in columns for batch in range(self.batches)]
        return [(y + i, x + j, 0) for y in lines[::2] for x in columns[::2] for i in range(2) for j in range(2)]

    @property
    def twin(self) -> bool:
        """Whether an atom of INT8 becomes two."""
        return self.proc == "INT8" != self.out


PLAIN = (
    SdpCase("INT8", "INT8", 5, 2, 2, convert=(-3, 7, 9)),
    SdpCase("INT8", "INT16", 5, 2, 2, convert=(1000, 3, 12), pad=0),
    SdpCase("INT8", "FP16", 2, 3, 1, convert=(0, -5, 14), count=False),
    SdpCase("INT16", "INT16", 4, 1, 2, convert=(0, 1, 3), active=True, shift=11, relu=True),
    SdpCase("INT16", "FP16", 3, 2, 1, convert=(5, 32767, 30), active=True, shift=0x42),
    SdpCase("FP16", "FP16", 6, 2, 1, ram="CV", active=True, shift=7, relu=True),
    SdpCase("FP16", "INT16", 3, 2, 2, flush=True),
    SdpCase("FP16", "FP16", 1, 2, 1),
    SdpCase("INT8", "INT8", 1, 1, 3, pad=5, convert=(0, 1, 20)),
    SdpCase("INT8", "INT16", 1, 1, 2, pad=3, convert=(-1, 1, 16)),
)
BATCHES = (
    SdpCase("INT8", "INT8", 3, 2, 2, convert=(9, 3, 22), batches=3),
    SdpCase("FP16", "FP16", 1, 1, 3, pad=3, batches=5),
    SdpCase("INT8", "INT16", 2, 2, 2, convert=(0, 1, 15), batches=2),
    SdpCase("INT16", "FP16", 4, 1, 1, convert=(0, 3, 11), pad=0, batches=32),
)
TILES = (
    SdpCase("INT8", "INT8", 8, 4, 2, convert=(0, 5, 21), tiles=True),
    SdpCase("FP16", "INT16", 4, 8, 1, tiles=True),
    SdpCase("INT8", "INT16", 4, 4, 1, convert=(3, 1, 16), tiles=True),
    SdpCase("INT16", "FP16", 4, 4, 2, ram="CV", convert=(0, 1, 14), tiles=True),
)


@dataclass
class Expected:
    """What is right at the end: memory of each RAM, and each layer's counts of NaN and of saturated elements."""

    memory: dict[str, dict[int, int]] = field(default_factory=lambda: {"MC": {}, "CV": {}})
    counts: list[tuple[int, int]] = field(default_factory=list)


def cases(hw: HwConfig) -> tuple[SdpCase, ...]:
    """The layers that a configuration can do, in order: one of each kind behind one of another."""
    chosen = [PLAIN, *(kind for kind, name in ((BATCHES, "BATCH"), (TILES, "WINOGRAD")) if name in hw.features)]
    return tuple(case for same in zip_longest(*chosen) for case in same if case)


def expectation(hw: HwConfig) -> Expected:
    """What all layers together leave."""
    expected, saturated = Expected(), 0
    for number, case in enumerate(cases(hw)):
        results = results_of(hw, number)
        codes = [[code_of(case, word) for word in row] for row in results]
        nan = sum(is_nan_code(case, code) for row in codes for code, _ in row)
        if case.count:  # else what was counted last stays
            saturated = sum(flag for row in codes for _, flag in row)
        expected.counts.append((nan, saturated))
        store(hw, case, number, [[code for code, _ in row] for row in codes], expected.memory[ram_of(hw, case)])
    return expected


def ram_of(hw: HwConfig, case: SdpCase) -> str:
    """Where a layer writes: a configuration may have but one memory."""
    return case.ram if "CVSRAM" in hw.ports else "MC"


def base_of(number: int) -> int:
    """A layer's place."""
    return 0x8000_0000 + 0x10_0000 * number


BATCH_STRIDE = 0x8000


def strides(hw: HwConfig, case: SdpCase) -> tuple[int, int]:
    """Line and surface stride."""
    line = (case.width + case.pad) * hw.atom_bytes
    return line, line * (case.height + case.pad)


def results_of(hw: HwConfig, number: int) -> list[list[int]]:
    """What the convolution gives: for each surface and pixel the words of an atom."""
    case, rng = cases(hw)[number], np.random.default_rng((number, hw.atom_bytes))
    shape = (case.surfaces * len(case.places()), case.lanes(hw))
    if case.proc == "FP16":
        values = (rng.standard_normal(shape) * 2.0 ** rng.integers(-28, 18, shape)).astype("<f4").view("<u4")
        values.flat[: len(FP_CORNERS)] = FP_CORNERS
        values.flat[-2:] = FP32_NAN, FP32_NAN & 0x7FFF_FFFF
    else:
        values = rng.integers(-(2**31), 2**31, shape) >> rng.integers(0, 31, shape)
        values.flat[: len(INT_CORNERS)] = INT_CORNERS
    return [[int(word) for word in row] for row in values]


def register_words(hw: HwConfig, number: int) -> dict[str, int]:
    """The grouped registers of a layer by name, but for its start."""
    case, sdp = cases(hw)[number], registers(hw).SDP
    line, surface = strides(hw, case)
    channels = case.surfaces * case.lanes(hw)
    no_yes = ("NO", "YES")
    fields = {
        "D_DATA_CUBE_WIDTH": {"WIDTH": case.width - 1},
        "D_DATA_CUBE_HEIGHT": {"HEIGHT": case.height - 1},
        "D_DATA_CUBE_CHANNEL": {"CHANNEL": channels - 2},
        "D_DP_BS_CFG": {
            "BS_BYPASS": no_yes[not case.active],
            "BS_ALU_BYPASS": "YES",
            "BS_MUL_BYPASS": "YES",
            "BS_RELU_BYPASS": no_yes[not case.relu],
        },
        "D_DP_BS_MUL_CFG": {"BS_MUL_SHIFT_VALUE": case.shift},
        "D_DP_BN_CFG": {"BN_BYPASS": "YES"},
        "D_DP_EW_CFG": {"EW_BYPASS": "YES"},
        "D_FEATURE_MODE_CFG": {
            "FLYING_MODE": "ON",
            "NAN_TO_ZERO": ("DISABLE", "ENABLE")[case.flush],
            "WINOGRAD": ("OFF", "ON")[case.tiles],
            "BATCH_NUMBER": case.batches - 1,
        },
        "D_DST_DMA_CFG": {"DST_RAM_TYPE": ram_of(hw, case)},
        "D_DATA_FORMAT": {"PROC_PRECISION": case.proc, "OUT_PRECISION": case.out},
        "D_CVT_SHIFT": {"CVT_SHIFT": case.convert[2]},
        "D_PERF_ENABLE": {"PERF_DMA_EN": "YES", "PERF_SAT_EN": no_yes[case.count]},
    }
    words = {name: getattr(sdp, name).encode(**values) for name, values in fields.items()}
    return words | {
        "D_DST_BASE_ADDR_LOW": base_of(number),
        "D_DST_BASE_ADDR_HIGH": 0,
        "D_DST_LINE_STRIDE": line,
        "D_DST_SURFACE_STRIDE": surface,
        "D_DST_BATCH_STRIDE": BATCH_STRIDE,
        "D_CVT_OFFSET": case.convert[0] % 2**32,
        "D_CVT_SCALE": case.convert[1] % 2**16,
    }


def store(hw: HwConfig, case: SdpCase, number: int, rows: list[list[int]], memory: dict[int, int]) -> None:
    """The codes of a layer in memory."""
    atom = hw.atom_bytes
    line, surface = strides(hw, case)
    if case.width == case.height == case.batches == 1:
        surface = atom
    element = 1 if case.out == "INT8" else 2
    places = case.places()
    for index, row in enumerate(rows):
        data = b"".join(code.to_bytes(element, "little") for code in row)
        first, place = divmod(index, len(places))
        y, x, batch = places[place]
        for half in range(len(data) // atom):
            at = base_of(number) + batch * BATCH_STRIDE + y * line + x * atom
            at += (first * (len(data) // atom) + half) * surface
            memory.update(enumerate(data[half * atom : (half + 1) * atom], at))


def _half_away(value, shift):
    """Nearest integer to value / 2**shift."""
    return int(math.copysign((abs(value) * 2 + (1 << shift)) >> (shift + 1), value)) if value else 0


def _clamp(value, bits):
    return max(-(1 << bits - 1), min((1 << bits - 1) - 1, value))


def code_of(case: SdpCase, word: int) -> tuple[int, bool]:
    """A word's code in the output format, and whether it counts as saturated."""
    return _float_code(case, word) if case.proc == "FP16" else _integer_code(case, word)


def _integer_code(case, word):
    if case.active:
        word = _clamp(_half_away(word, case.shift % 64), 32)
        word = max(word, 0) if case.relu else word
    offset, scale, shift = case.convert
    product = (word - offset) * scale
    value = _clamp(_half_away(product, shift), 17)
    if case.out == "FP16":
        code = _fp16(float(value))
        return code, code & 0x7FFF == FP16_MAX
    bits = 8 if case.out == "INT8" else 16
    return _clamp(value, bits) % (1 << bits), abs((product >> shift) - value) > 1


def _float_code(case, word):
    nan = word & 0x7FFF_FFFF > 0x7F80_0000
    if nan and case.flush:
        word, nan = 0, False
    if case.relu and case.active and word >> 31 and not nan:
        word = 0
    code = word >> 16 & 0x8000 | 0x7C00 | word & 0x3FF if nan else _fp16(float(np.uint32(word).view("<f4")))
    if case.out == "FP16":
        return code, code & 0x7FFF == FP16_MAX
    if nan:
        return 0x8000, False
    value = float(np.uint16(code).view("<f2"))
    return _clamp(int(math.copysign(math.floor(abs(value) + 0.5), value)), 16) % 2**16, False


def _fp16(value):
    with np.errstate(over="ignore"):
        code = int(np.float64(value).astype("<f2").view("<u2"))
    return code - 1 if code & 0x7FFF == FP16_MAX + 1 else code


def is_nan_code(case: SdpCase, code: int) -> bool:
    """Whether an output code is a NaN."""
    return case.out == "FP16" and code & 0x7FFF > 0x7C00
