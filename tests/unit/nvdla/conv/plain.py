"""Direct convolution by loops over Python integers, as the documents describe it: nothing of the model's code."""

from itertools import product

MAC_CHANNELS = 4


def input_at(data, pad, place):
    """An element of the input, or what stands outside of it."""
    c, h, w = place
    inside = 0 <= h < data.shape[1] and 0 <= w < data.shape[2]
    return int(data[c, h, w]) if inside else pad


def taps(kernels, mac_channels=MAC_CHANNELS):
    """Channel blocks, rows and columns of a kernel in the order in which the part takes them."""
    _, channels, rows, columns = kernels.shape
    for first, row, column in product(range(0, channels, mac_channels), range(rows), range(columns)):
        yield range(first, min(first + mac_channels, channels)), row, column


def pairs(data, kernels, geometry, *, pad, output, mac_channels=MAC_CHANNELS):
    """For an output (kernel, line, column), step by step, the data and the weights that the MAC multiplies."""
    kernel, line, out_column = output
    for channels, row, column in taps(kernels, mac_channels):
        h = line * geometry.stride_y + row * geometry.dilation_y - geometry.pad_top
        w = out_column * geometry.stride_x + column * geometry.dilation_x - geometry.pad_left
        yield [(input_at(data, pad, (c, h, w)), int(kernels[kernel, c, row, column])) for c in channels]


def outputs(kernels, geometry):
    """All outputs: kernel, line, column."""
    return product(range(len(kernels)), range(geometry.out_height), range(geometry.out_width))


def accumulate(steps, bits):
    """The accumulator, which saturates at every step."""
    total = 0
    for step in steps:
        total = clamp(total + sum(x * w for x, w in step), bits)
    return total


def clamp(value, bits):
    return max(-(1 << bits - 1), min((1 << bits - 1) - 1, value))


def round_shift(value, shift):
    """A shift right, half away from zero, by fractions."""
    whole, rest = divmod(abs(value), 1 << shift)
    magnitude = whole + (2 * rest >= 1 << shift and shift > 0)
    return magnitude if value >= 0 else -magnitude
