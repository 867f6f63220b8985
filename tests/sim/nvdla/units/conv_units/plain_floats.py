"""FP16 of a MAC cell and of the accumulator on Python's integers, number by number: docs/nvdla/convolution.md."""

from dataclasses import dataclass

WORD = (1 << 32) - 1
HALF_TREE = (1 << 24) - 1
SIGNS = 0x5555_0000
NAN = 63
MANTISSA_BITS = 40
LOWEST = -(1 << MANTISSA_BITS - 1)


@dataclass(frozen=True, slots=True)
class Operand:
    """A lane's operand."""

    negative: int
    exponent: int
    mantissa: int


def operand(code):
    """A finite FP16 code; an infinity counts as 65536."""
    exponent, fraction = code >> 10 & 31, code & 1023
    if exponent == 0:
        return Operand(code >> 15, 0, fraction << 1)
    return Operand(code >> 15, exponent >> 2, (fraction | 1024) << (exponent & 3))


def is_nan(code):
    return code & 0x7FFF > 0x7C00


def tree(rows, mask):
    """Reduce rows to two by carry-save adders, three neighbours at a time."""
    while len(rows) > 2:
        left = []
        while len(rows) >= 3:
            a, b, c = rows[:3]
            left += [a ^ b ^ c, (a & b | b & c | a & c) << 1 & mask]
            rows = rows[3:]
        rows = left + rows
    return rows


def half_rows(digits, factor):
    """Partial products of four digits, with a row for the last one's carry."""
    rows, carry = [], 0
    for place, digit in enumerate(digits):
        size = abs(digit) * factor
        row = 0x10000 | size if digit >= 0 else ~size & 0xFFFF
        rows.append(row << 2 * place | carry)
        carry = int(digit < 0) << 2 * place
    return [*rows, carry]


def product_words(weight, data):
    """The two words whose sum is a product, but for the signs' constant."""
    doubled = weight.mantissa << 1
    digits = [(0, 1, 1, 2, -2, -1, -1, 0)[doubled >> 2 * place & 7] for place in range(8)]
    if weight.negative != data.negative:
        digits = [-digit for digit in digits]
    low = tree(half_rows(digits[:4], data.mantissa), HALF_TREE)
    high = tree(half_rows(digits[4:], data.mantissa), HALF_TREE)
    return tree([*low, *(row << 8 for row in high)], WORD)


def first_nan(weights, data):
    """The first NaN as a sum, (63, sign and payload as 11 bits), if there is one."""
    return next(((NAN, (code >> 15) << 10 | code & 1023) for code in (*weights, *data) if is_nan(code)), None)


def products(weights, data):
    """The exponent that all lanes get, and each lane's product."""
    live = [a & 0x7FFF and b & 0x7FFF for a, b in zip(weights, data, strict=True)]
    lanes = [(operand(a), operand(b)) for a, b in zip(weights, data, strict=True)]
    exponents = [a.exponent + b.exponent if there else 0 for (a, b), there in zip(lanes, live, strict=True)]
    most = max(exponents)
    values = []
    for (a, b), there, exponent in zip(lanes, live, exponents, strict=True):
        shift = 4 * (most - exponent)
        taken = there and shift < 32
        values.append(sum(word >> shift for word in product_words(a, b)) - (SIGNS >> shift) if taken else 0)
    return 4 * most, values


def cell_sum(weights, data):
    """A cell's sum: (exponent, signed mantissa), or (63, sign and payload as 11 bits) for NaN."""
    if nan := first_nan(weights, data):
        return nan
    exponent, values = products(weights, data)
    return exponent, sum(values)


def cell_tile(weights, data):
    """A cell's four sums with Winograd."""
    if nan := first_nan(weights, data):
        return [nan] * 4
    exponent, values = products(weights, data)
    return [(exponent, value) for value in tile(values)]


def tile(values):
    """Post-addition: of the products of 16 positions, each as many behind one another, a tile's four sums."""
    channels = len(values) // 16
    rows = [[sum(values[(4 * y + x) * channels :][:channels]) for x in range(4)] for y in range(4)]
    halves = zip(*(_halved(column) for column in zip(*rows, strict=True)), strict=True)
    return [value for row in halves for value in _halved(row)]


def _halved(four):
    first, second, third, fourth = four
    return first + second + third, second - third - fourth


def normal(number, exponent):
    """An exact number as an accumulator: (exponent, mantissa), rounded half away; (0, 0) for 0."""
    if number == 0:
        return 0, 0
    size = (number if number > 0 else ~number).bit_length()
    shift = size - (MANTISSA_BITS - 1)
    if shift > 0:
        half = 1 << shift - 1
        mantissa = (number + half) >> shift if number > 0 else -((-number + half) >> shift)
        return (
            normal(mantissa, exponent + shift) if abs(mantissa) >= -LOWEST else normal_again(mantissa, exponent + shift)
        )
    return exponent + shift, number << -shift


def normal_again(mantissa, exponent):
    """What rounding may have left: a negative power of two has another form."""
    return (exponent - 1, mantissa * 2) if mantissa == LOWEST // 2 else (exponent, mantissa)


def accumulate(total, term):
    """One step: (exponent, mantissa), or (255, 11 bits) for NaN."""
    if total[0] == 255:
        return total
    if term[0] == NAN:
        return 255, term[1]
    if term[1] == 0:
        return total
    first, second = normal(term[1], term[0] + 51), total
    if second[1] == 0:
        return first
    if first[0] < second[0]:
        first, second = second, first
    distance = first[0] - second[0]
    if distance > MANTISSA_BITS:
        return first
    return normal((first[1] << distance) + second[1], second[0])


def fp32(total):
    """The FP32 code of an accumulator."""
    exponent, mantissa = total
    if exponent == 255:
        return (mantissa >> 10) << 31 | 0xFF << 23 | mantissa & 1023
    if mantissa == 0:
        return 0
    kept = (abs(mantissa) + (1 << 14)) >> 15
    carry = kept >> 24
    return int(mantissa < 0) << 31 | exponent + 64 + carry << 23 | (kept >> carry) & 0x7F_FFFF
