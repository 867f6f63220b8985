"""Convolution of FP16 by Python integers, lane by lane (docs/nvdla/convolution.md): nothing of the model's code."""

WORD = (1 << 32) - 1


def is_nan(code):
    return code & 0x7FFF > 0x7C00


def operand(code):
    """Sign, coarse exponent and mantissa."""
    exponent, mantissa = code >> 10 & 31, code & 0x3FF
    if exponent == 0:
        return code >> 15, 0, mantissa << 1
    return code >> 15, exponent >> 2, (mantissa | 0x400) << (exponent & 3)


def tree(rows):
    """Rows by threes as sums and carries, until two are left."""
    while len(rows) > 2:
        groups = [rows[at : at + 3] for at in range(0, len(rows) // 3 * 3, 3)]
        reduced = [word for a, b, c in groups for word in (a ^ b ^ c, ((a & b) | (b & c) | (a & c)) << 1 & WORD)]
        rows = reduced + rows[len(groups) * 3 :]
    return rows


def partial_products(negative, data, weight):
    """Rows of the two first trees, each with the carry row of its last product."""
    rows, carry = [], 0
    for number in range(8):
        bits = (weight << 1) >> 2 * number & 7
        bits = bits ^ 7 if negative else bits
        digit = (bits & 1) + (bits >> 1 & 1) - 2 * (bits >> 2)
        rank = 2 * (number % 4)
        if number == 4:
            rows.append(carry)
            carry = 0
        row = abs(digit) * data
        row = row ^ 0xFFFF if digit < 0 else row | 0x10000
        rows.append((row << rank) | carry)
        carry = (digit < 0) << rank
    return [*rows, carry]


def product(x, w, shift):
    """What a lane adds, cut by a shift."""
    (sign_x, _, data), (sign_w, _, weight) = x, w
    rows = partial_products(sign_x ^ sign_w, data, weight)
    words = tree(tree(rows[:5]) + [word << 8 & WORD for word in tree(rows[5:])])
    constant = -(0x5555_0000 >> shift)
    value = (words[0] >> shift) + (words[1] >> shift) + constant & WORD
    return value - (value >> 31 << 32)


def cell(pairs):
    """Exponent and mantissa of a sum of lanes; a NaN code instead of both."""
    nan = [w for _, w in pairs if is_nan(w)] + [x for x, _ in pairs if is_nan(x)]
    if nan:
        return nan[0], None
    lanes = [(operand(x), operand(w)) for x, w in pairs if x & 0x7FFF and w & 0x7FFF]
    largest = max((x[1] + w[1] for x, w in lanes), default=0)
    total = 0
    for x, w in lanes:
        shift = 4 * (largest - x[1] - w[1])
        total += product(x, w, shift) if shift < 32 else 0
    return 4 * largest, total


def nearest(numerator, shift):
    """A number less `shift` bits, half away from zero."""
    if shift <= 0:
        return numerator << -shift
    magnitude = abs(numerator) + (1 << shift - 1) >> shift
    return magnitude if numerator >= 0 else -magnitude


def normal(value, exponent):
    """40 bits of a sum, rounded; its value is that number times 2 to the exponent."""
    if value == 0:
        return 0, 0
    while True:
        length = (value if value > 0 else ~value).bit_length()
        shift = length - 39
        value, exponent = nearest(value, shift), exponent + shift
        if shift <= 0:
            return value, exponent


def accumulate(steps):
    """The FP32 code of a sum; accumulators as a mantissa and the power of two that it is multiplied by."""
    mantissa, exponent = 0, 0
    for step in steps:
        first, total = cell(step)
        if total is None:
            return (first >> 15) << 31 | 0x7F80_0000 | first & 0x3FF
        if total == 0:
            continue
        other, power = normal(total, first - 50)
        if mantissa == 0:
            mantissa, exponent = other, power
            continue
        if abs(exponent - power) > 40:
            if power > exponent:
                mantissa, exponent = other, power
            continue
        low = min(exponent, power)
        mantissa, exponent = normal((mantissa << exponent - low) + (other << power - low), low)
    return single(mantissa, exponent)


def single(mantissa, exponent):
    """The FP32 code of an accumulator."""
    if mantissa == 0:
        return 0
    length = abs(mantissa).bit_length()
    rounded = nearest(abs(mantissa), length - 24)
    carry = rounded >> 24
    field = exponent + length - 1 + carry + 127
    return (mantissa < 0) << 31 | field << 23 | (rounded >> carry) & 0x7FFFFF
