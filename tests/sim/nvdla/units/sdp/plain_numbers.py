"""What the functions of SDP's arithmetic give, told from docs/nvdla/numbers.md with Python's integers and fractions."""

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class FloatFormat:
    """A format of units: bits of exponent and mantissa."""

    exponent: int
    mantissa: int

    @property
    def bias(self) -> int:
        """What an exponent of 0 has in its field."""
        return (1 << self.exponent - 1) - 1

    @property
    def special(self) -> int:
        """The field of NaN and infinity."""
        return (1 << self.exponent) - 1

    @property
    def sign(self) -> int:
        """The sign's bit."""
        return 1 << self.exponent + self.mantissa

    @property
    def largest(self) -> int:
        """The code of the largest number."""
        return (self.special << self.mantissa) - 1

    def split(self, code: int) -> tuple[int, int, int]:
        """Sign bit, exponent field and mantissa."""
        return code & self.sign, code >> self.mantissa & self.special, code & (1 << self.mantissa) - 1

    def is_nan(self, code: int) -> bool:
        """Whether it is one."""
        _, exponent, mantissa = self.split(code)
        return exponent == self.special and mantissa != 0

    def magnitude(self, code: int) -> Fraction:
        """Of a number; one with exponent 0 and a mantissa has a hidden 1 too."""
        _, exponent, mantissa = self.split(code)
        if exponent == mantissa == 0:
            return Fraction(0)
        return (1 + Fraction(mantissa, 1 << self.mantissa)) * Fraction(2) ** (exponent - self.bias)

    def code(self, sign: int, magnitude: Fraction) -> int:
        """Nearest even; below the smallest normal number 0, above the largest that."""
        if magnitude == 0:
            return sign
        exponent = _log2(magnitude)
        mantissa = _nearest_even(magnitude / Fraction(2) ** exponent * (1 << self.mantissa))
        field = exponent + self.bias
        if mantissa >> self.mantissa == 2:
            field, mantissa = field + 1, 1 << self.mantissa
        if field <= 0:
            return sign
        return sign | (
            self.largest if field >= self.special else field << self.mantissa | mantissa - (1 << self.mantissa)
        )

    def add(self, a: int, b: int) -> int:
        """The smaller operand's bits below a field of 2M + 3 bits are dropped."""
        if self.is_nan(a) or self.is_nan(b):
            return a if self.is_nan(a) else b
        larger, smaller = (a, b) if a & ~self.sign >= b & ~self.sign else (b, a)
        unit = Fraction(2) ** (self.split(larger)[1] - self.bias - 2 * self.mantissa - 2)
        kept = self.magnitude(smaller) // unit
        total = self.magnitude(larger) / unit + (kept if (a ^ b) & self.sign == 0 else -kept)
        if total >= 1 << 2 * self.mantissa + 3:
            total = total // 2 * 2
        return self._unless_small(larger & self.sign, total * unit)

    def _unless_small(self, sign: int, magnitude: Fraction) -> int:
        # what lies below the smallest normal number is 0 before it is rounded
        small = magnitude < Fraction(2) ** (1 - self.bias)
        return sign if small else self.code(sign, magnitude)

    def multiply(self, a: int, b: int) -> int:
        """Exact, then rounded."""
        if self.is_nan(a) or self.is_nan(b):
            return a if self.is_nan(a) else b
        sign = (a ^ b) & self.sign
        if self.split(a)[1] + self.split(b)[1] < self.bias:
            return sign
        return self.code(sign, self.magnitude(a) * self.magnitude(b))


FP16, FP17, FP32 = FloatFormat(5, 10), FloatFormat(6, 10), FloatFormat(8, 23)


def widened(code: int, source: FloatFormat, target: FloatFormat) -> int:
    """Exact; denormals of FP16 become normal, an infinity the largest number, a payload moves to the lowest bits."""
    sign, exponent, mantissa = source.split(code)
    sign = target.sign if sign else 0
    if exponent == source.special:
        return sign | (target.special << target.mantissa | mantissa if mantissa else target.largest)
    if exponent == 0 and source is not FP16:
        return sign
    unit = Fraction(2) ** (max(exponent, 1) - source.bias - source.mantissa)
    return target.code(sign, (mantissa + (bool(exponent) << source.mantissa)) * unit)


def fp32_to_fp17(code: int) -> int:
    """Nearest even; below the smallest normal number 0, but for what rounds up to it."""
    sign, _, mantissa = FP32.split(code)
    sign = FP17.sign if sign else 0
    if FP32.is_nan(code):
        return sign | FP17.special << 10 | mantissa & 0x3FF
    magnitude, smallest = FP32.magnitude(code), Fraction(2) ** (1 - FP17.bias)
    if magnitude < smallest:
        return sign | (1 << 10 if _nearest_even(magnitude / smallest * 1024) == 1024 else 0)
    return FP17.code(sign, magnitude)


def fraction_to_fp17(fraction: int) -> int:
    """Of 35 bits below the point."""
    return FP17.code(0, Fraction(fraction, 1 << 35))


def extreme(a: int, b: int, *, largest: bool) -> int:
    """Maximum or minimum of FP32; +0 is above -0, of equal ones the maximum is the second."""
    if FP32.is_nan(a) or FP32.is_nan(b):
        return a if FP32.is_nan(a) else b
    above = _order(a) > _order(b)
    return (a if above else b) if largest else (b if above else a)


def _order(code):
    return (code, 1) if not code & FP32.sign else (-(code & ~FP32.sign), 0)


def linear_place(distance: int, select: int, last: int) -> int:
    """Under, over, index of 9 bits and fraction of 35, as one number."""
    whole = distance >> select if select >= 0 else distance << -select
    fraction = ((distance & (1 << select) - 1) << 35) >> select if select > 0 else 0
    return _place(whole, fraction, last)


def exponential_place(distance: int, offset: int, last: int) -> int:
    """The same in a table whose entries lie at powers of two."""
    top = distance.bit_length() - 1
    if top < offset:
        return 1 << 45
    return _place(top - offset, ((distance - (1 << top)) << 35) >> top, last)


def linear_place_fp32(code: int, select: int, last: int) -> int:
    """From an FP32 distance."""
    if code & FP32.sign or code == 0 or FP32.is_nan(code):
        return 1 << 45
    parts = int(FP32.magnitude(code) * Fraction(2) ** (35 - select))
    return _place(parts >> 35, parts & (1 << 35) - 1, last)


def exponential_place_fp32(code: int, offset: int, last: int) -> int:
    """The same in an exponential table."""
    _, exponent, mantissa = FP32.split(code)
    if code & FP32.sign or code == 0 or FP32.is_nan(code) or exponent - 127 < offset:
        return 1 << 45
    return _place(exponent - 127 - offset, mantissa << 12, last)


def _place(index, fraction, last):
    return 1 << 44 | last << 35 if index >= last else index << 35 | fraction


def interpolated(fraction: int, first: int, second: int) -> int:
    """Between two entries, half away from zero."""
    return _half_away(Fraction(first * ((1 << 35) - fraction) + second * fraction, 1 << 35)) % 2**32


def interpolated_fp32(fraction: int, first: int, second: int) -> int:
    """The same in FP17."""
    near, far = FP17.code(0, 1 - Fraction(fraction, 1 << 35)), fraction_to_fp17(fraction)
    parts = (FP17.multiply(weight, widened(code, FP16, FP17)) for weight, code in ((near, first), (far, second)))
    return widened(FP17.add(*parts), FP17, FP32)


def extrapolated(distance: int, entry: int, scale: int, shift: int) -> int:
    """Along a slope; what moves it saturates, and so does the sum."""
    moved = _clamp(_half_away(distance * scale * Fraction(2) ** -shift))
    return _clamp(entry + moved) % 2**32


def extrapolated_fp32(distance: int, entry: int, scale: int) -> int:
    """The same in FP17, without a shift."""
    moved = FP17.multiply(fp32_to_fp17(distance), widened(scale, FP16, FP17))
    return widened(FP17.add(widened(entry, FP16, FP17), moved), FP17, FP32)


def _clamp(value):
    return max(-(2**31), min(2**31 - 1, value))


def _half_away(value):
    magnitude = (2 * abs(value) + 1) // 2
    return int(magnitude if value >= 0 else -magnitude)


def _nearest_even(value):
    whole, rest = divmod(value, 1)
    return int(whole) + (rest > Fraction(1, 2) or (rest == Fraction(1, 2) and int(whole) % 2 == 1))


def _log2(value):
    power = value.numerator.bit_length() - value.denominator.bit_length()
    return power if value >= Fraction(2) ** power else power - 1
