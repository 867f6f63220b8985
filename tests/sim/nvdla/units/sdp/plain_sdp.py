"""What SDP makes of one word, told from docs/nvdla/post_processing.md with Python's integers."""

from dataclasses import dataclass

from tests.sim.nvdla.units.sdp import plain_numbers as plain

FP16, FP32 = plain.FP16, plain.FP32
LE_LAST, LO_LAST = 64, 256


@dataclass(frozen=True)
class Operator:
    """What X1, X2 or Y does. `source`: whose its operands are: a layer's in registers, a kernel's or an element's."""

    alu: str = ""
    mul: bool = False
    prelu: bool = False
    relu: bool = False
    shift: int = 0
    alu_shift: int = 0
    source: str = "layer"
    short: bool = False
    alu_value: int = 3
    mul_value: int = -5
    alu_convert: tuple[int, int, int] | None = None
    mul_convert: tuple[int, int, int] | None = None

    @property
    def stored(self) -> bool:
        """Whether memory has its operands."""
        return self.source != "layer"

    @property
    def both(self) -> bool:
        """Whether ALU and multiplier have one."""
        return bool(self.alu) and self.mul


@dataclass(frozen=True)
class Table:
    """The look-up tables; START, END and slopes as registers have them, LE exponential."""

    le: tuple[int, ...]
    lo: tuple[int, ...]
    offset: int
    select: int
    le_range: tuple[int, int]
    lo_range: tuple[int, int]
    scales: tuple[int, int, int, int]  # LE under, LE over, LO under, LO over
    shifts: tuple[int, int, int, int]
    priorities: tuple[int, int, int]  # under, over, hybrid: 1 where LO has it

    def look_up(self, word: int, *, floating: bool) -> tuple[int, tuple[bool, ...]]:
        """The result, and whether it was under, over, within range, and hit LE and LO."""
        tables = (self.le, self.le_range, LE_LAST), (self.lo, self.lo_range, LO_LAST)
        places = [self._place(word, number, floating) for number in (0, 1)]
        states = [place >> 44 for place in places]  # 2 under, 1 over
        chosen = self._choice(*states)
        state, index, fraction = states[chosen], places[chosen] >> 35 & 0x1FF, places[chosen] & (1 << 35) - 1
        entries, edges, _ = tables[chosen]
        if state == 0:
            pair = entries[index : index + 2]
            value = (
                plain.interpolated_fp32(fraction, *pair) if floating else plain.interpolated(fraction, *map(_s16, pair))
            )
        else:
            under = state == 2
            number = 2 * chosen + (not under)
            bias = 1 << self.offset if under and not chosen else 0
            edge, entry, scale = edges[not under], entries[index], self.scales[number]
            if floating:
                base = FP32.add(edge, FP32.code(0, plain.Fraction(bias)))
                value = plain.extrapolated_fp32(FP32.add(word, base ^ FP32.sign), entry, scale)
            else:
                distance = _s32(word) - _s32(edge) - bias
                value = plain.extrapolated(distance, _s16(entry), _s16(scale), self.shifts[number])
        return value, (state == 2, state == 1, state == 0, states[0] == 0, states[1] == 0)

    def _place(self, word, number, floating):
        start, last = (self.le_range, self.lo_range)[number][0], (LE_LAST, LO_LAST)[number]
        if floating:
            distance = FP32.add(word, start ^ FP32.sign)
            if number == 0:
                return plain.exponential_place_fp32(distance, self.offset, last)
            return plain.linear_place_fp32(distance, self.select, last)
        distance = _s32(word) - _s32(start)
        if distance <= 0:
            return 2 << 44
        if number == 0:
            return plain.exponential_place(distance, self.offset, last)
        return plain.linear_place(distance, self.select, last)

    def _choice(self, le, lo):
        if le == lo and le:
            return self.priorities[0 if le == 2 else 1]
        if (le == 0) == (lo == 0):
            return self.priorities[2]
        return int(lo == 0)


def x_word(how: Operator, word: int, operands: tuple[int, int], *, floating: bool, flush: bool) -> int:
    """X1 or X2. `operands` are those of ALU and multiplier, as 16-bit codes."""
    if floating:
        return _float_word(how, word, [_operand(code, flush) for code in operands], prelu_first=False)
    value, addend, factor = _s32(word), _clamp(_s16(operands[0]) << how.alu_shift, 32), _s16(operands[1])
    if how.alu:
        value = {"MAX": max, "MIN": min}.get(how.alu, lambda a, b: a + b)(value, addend)
    if not (how.mul and how.prelu and value >= 0):
        value = _clamp(_half_away(value * factor if how.mul else value, how.shift % 64), 32)
    value = _s32(value % 2**32)
    return (max(value, 0) if how.relu else value) % 2**32


def y_word(how: Operator, word: int, operands: tuple[int, int], *, floating: bool, flush: bool) -> int:
    """Y without its tables. Operands of a register are whole words."""
    if floating:
        words = [_operand(code, flush) if how.stored else code for code in operands]
        return _float_word(how, word, words, prelu_first=True)
    addend, factor = (
        _converted(_s16(code), convert) if how.stored else _s32(code)
        for code, convert in zip(operands, (how.alu_convert, how.mul_convert), strict=True)
    )
    value = _s32(word)
    if how.mul and not (how.prelu and value >= 0):
        value = _clamp(_half_away(value * factor, how.shift), 32) if how.shift < 64 else 0
    if how.alu == "EQL":
        return int(value != addend)
    if how.alu:
        value = {"MAX": max, "MIN": min}.get(how.alu, lambda a, b: _clamp(a + b, 32))(value, addend)
    return value % 2**32


def _float_word(how, word, operands, *, prelu_first):
    steps = [("mul", _multiplied), ("alu", _added)] if prelu_first else [("alu", _added), ("mul", _multiplied)]
    for name, step in steps:
        if getattr(how, name):
            word = step(how, word, operands)
    return 0 if how.relu and word & FP32.sign and not FP32.is_nan(word) else word


def _added(how, word, operands):
    if how.alu == "EQL":
        return int(word != operands[0])
    if how.alu == "SUM":
        return FP32.add(word, operands[0])
    return plain.extreme(word, operands[0], largest=how.alu == "MAX")


def _multiplied(how, word, operands):
    return word if how.prelu and not word & FP32.sign else FP32.multiply(word, operands[1])


def _operand(code, flush):
    return 0 if flush and FP16.is_nan(code) else plain.widened(code, FP16, FP32)


def _converted(value, convert):
    if convert is None:
        return value
    offset, scale, down = convert
    return _clamp(_half_away((value - offset) * scale, down), 32)


def _half_away(value, shift):
    magnitude = (abs(value) * 2 + (1 << shift)) >> (shift + 1)
    return magnitude if value >= 0 else -magnitude


def _clamp(value, bits):
    return max(-(1 << bits - 1), min((1 << bits - 1) - 1, value))


def _s16(code):
    return (code & 0xFFFF) - ((code & 0x8000) << 1)


def _s32(word):
    return (word & 0xFFFF_FFFF) - ((word & 0x8000_0000) << 1)
