"""Floating-point operations by exact fractions, one number at a time, as the documents describe them."""

from fractions import Fraction

from models.nvdla.numbers.formats import FP17, FP32
from tests.unit.nvdla.conv.test_sums import plain_sum


def parts(code, form):
    """Sign, exponent, and significand with its hidden one, which all but zeros have."""
    exponent, mantissa = divmod(code % form.sign, 1 << form.mantissa_bits)
    return code // form.sign, exponent, (mantissa | 1 << form.mantissa_bits) if code % form.sign else 0


def value(code, form):
    """The magnitude of a code."""
    _, exponent, significand = parts(code, form)
    return significand * Fraction(2) ** (exponent - form.bias - form.mantissa_bits)


def is_nan(code, form):
    return code % form.sign > form.special << form.mantissa_bits


def encode(magnitude, form):
    """A magnitude to the nearest, ties to even; too small ones become zero, too large ones the largest."""
    if not magnitude:
        return 0
    exponent = magnitude.numerator.bit_length() - magnitude.denominator.bit_length()
    exponent -= magnitude < Fraction(2) ** exponent
    significand = round(magnitude / Fraction(2) ** (exponent - form.mantissa_bits))
    code = (exponent + form.bias - 1 << form.mantissa_bits) + significand
    return min(code, form.largest) if code >> form.mantissa_bits > 0 else 0


def plain_product(a, b, form):
    for code in (a, b):
        if is_nan(code, form):
            return code
    sign = (a ^ b) & form.sign
    if parts(a, form)[1] + parts(b, form)[1] < form.bias or not value(a, form) * value(b, form):
        return sign
    return sign | encode(value(a, form) * value(b, form), form)


def plain_extreme(a, b, form, largest):
    for code in (a, b):
        if is_nan(code, form):
            return code
    signed = {code: (-1) ** (code // form.sign) * value(code, form) for code in (a, b)}
    if signed[a] == signed[b]:
        return b if (a < form.sign) != largest else a  # zeros: the positive one is larger
    return max((a, b), key=signed.get) if largest else min((a, b), key=signed.get)


def plain_narrow(code):
    """FP32 to FP17: below the smallest normal number, by the steps of denormal ones."""
    sign = FP17.sign if code & FP32.sign else 0
    if is_nan(code, FP32):
        return sign | FP17.special << 10 | code & 0x3FF
    magnitude, smallest = value(code, FP32), Fraction(2) ** (1 - FP17.bias)
    if magnitude < smallest:
        return sign | (1 << 10 if round(magnitude / smallest * 1024) == 1024 else 0)
    return sign | encode(magnitude, FP17)


def plain_widened(code):
    """FP17 to FP32."""
    sign = FP32.sign if code & FP17.sign else 0
    rest = code % FP17.sign
    if rest >> 10 == FP17.special:
        return sign | (FP32.largest + 1 | rest & 0x3FF if rest & 0x3FF else FP32.largest)
    return sign | encode(value(code, FP17), FP32)


def plain_less(a, b, form):
    return plain_sum(a, b ^ form.sign, form)
