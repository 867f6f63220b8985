"""Convolution of images against loops that take each kernel row's elements, as the documents describe them."""

import numpy as np
import pytest

from models.nvdla.conv.fetch.convertor import Conversion
from models.nvdla.conv.multiply import integer
from models.nvdla.conv.multiply.fp16.convolve import convolve_half
from models.nvdla.conv.sequence.geometry import Geometry, known_outputs
from models.nvdla.conv.sequence.image import ImageMoves, pad_lines
from models.nvdla.surfaces.image_and_winograd_weights import ImageKernels
from models.nvdla.surfaces.side import Side
from tests.unit.nvdla.conv import plain_half
from tests.unit.nvdla.conv.plain import accumulate, clamp, outputs, round_shift

MAC_CHANNELS = 8
MOVES = [
    ((3, 5), 1, Geometry(out_height=4, out_width=3, stride_x=2, stride_y=1, pad_top=1, pad_value=9)),
    ((2, 1), 1, Geometry(out_height=2, out_width=4, stride_x=2, stride_y=3, pad_value=9, dilation_x=3, dilation_y=2)),
    ((3, 2), 2, Geometry(out_height=4, out_width=6, stride_x=1, stride_y=1, pad_top=2, pad_value=9)),
    ((5, 1), 4, Geometry(out_height=2, out_width=3, stride_x=3, stride_y=2, pad_top=1, pad_value=9)),
    ((1, 2), 4, Geometry(out_height=3, out_width=3, stride_x=1, stride_y=2, pad_value=9)),
]
LINES = (2, 5, 9)


def steps(lines, kernels, moves, output):
    """For an output (kernel, line, column), step by step, the data and the weights that the MAC multiplies."""
    kernel, line, column = output
    geometry, (_, _, rows, columns) = moves.geometry, kernels.shape
    elements = [(s, c) for s in range(columns) for c in range(len(lines))]
    if moves.step_rows > 1:
        groups = [(elements, range(r, min(r + moves.step_rows, rows))) for r in range(0, rows, moves.step_rows)]
    else:
        blocks = [elements[at : at + MAC_CHANNELS] for at in range(0, len(elements), MAC_CHANNELS)]
        groups = [(block, [row]) for block in blocks for row in range(rows)]
    for block, some in groups:
        step = []
        for row in some:
            h = line * geometry.stride_y + row - geometry.pad_top
            for s, c in block:
                inside = 0 <= h < lines.shape[1]
                data = lines[c, h, column * geometry.stride_x + s] if inside else geometry.pad_value
                step.append((int(data), int(kernels[kernel, c, row, s])))
        yield step


def direct(lines, kernels, moves):
    """Data and kernels of the direct convolution."""
    count, channels, rows, columns = kernels.shape
    layout = ImageKernels(
        Side(ram="DBB", address=0, line_stride_bytes=0, surface_stride_bytes=0), 32, count, channels, rows, columns,
        2, 16, MAC_CHANNELS, 128, moves.step_rows,
    )  # fmt: skip
    return moves.channels(lines, moves.geometry.pad_value), layout.line_up(kernels)


@pytest.mark.parametrize("bits", [48, 31])
@pytest.mark.parametrize("case", MOVES)
def test_integers(case, bits, rng, monkeypatch):
    size, step_rows, geometry = case
    monkeypatch.setitem(integer.ACCUMULATOR_BITS, 2, bits)
    lines, kernels = (rng.integers(-32768, 32768, shape, np.int16) for shape in (LINES, (3, 2, *size)))
    moves = ImageMoves(geometry, *size, step_rows)
    data, lined = direct(lines, kernels, moves)
    got = integer.convolve_integer(data, lined, moves.direct, moves.step_channels(2, MAC_CHANNELS))
    for at in outputs(kernels, geometry):
        assert got[at] == accumulate(steps(lines, kernels, moves, at), bits)


@pytest.mark.parametrize(("size", "step_rows", "geometry"), MOVES)
def test_halves(size, step_rows, geometry, rng):
    """All codes, NaN too: that of a row below the kernel's last must not be seen."""
    lines, kernels = (rng.integers(0, 1 << 16, shape).astype(np.uint16) for shape in (LINES, (3, 2, *size)))
    moves = ImageMoves(geometry, *size, step_rows)
    data, lined = direct(lines, kernels, moves)
    got = convolve_half(data, lined, moves.direct, moves.step_channels(2, MAC_CHANNELS))
    for at in outputs(kernels, geometry):
        assert got[at] == plain_half.accumulate(steps(lines, kernels, moves, at))


@pytest.mark.parametrize(("size", "step_rows", "geometry"), MOVES)
def test_outputs_of_unknown_pixels_are_unknown(size, step_rows, geometry):
    known, moves = np.ones(LINES, np.bool_), ImageMoves(geometry, *size, step_rows)
    known[1, 2, 3] = False
    kernels = np.ones((1, 2, *size), np.bool_)
    data, lined = moves.channels(known, True), direct(np.zeros(LINES, np.int8), kernels, moves)[1]
    got = known_outputs(data, lined, moves.direct)
    for _, line, column in outputs(kernels, geometry):
        row = 2 - line * geometry.stride_y + geometry.pad_top
        taken = 0 <= row < size[0] and 0 <= 3 - column * geometry.stride_x < size[1]
        assert got[0, line, column] == (not taken)


def test_nothing_lies_behind_a_line():
    """An output that is programmed too wide reaches there."""
    moves = ImageMoves(Geometry(out_height=1, out_width=3, stride_x=4), 1, 3)
    assert moves.channels(np.ones((2, 1, 9), np.int8), 0)[:, 0].T.tolist() == [[1] * 6, [1] * 6, [1] * 2 + [0] * 4]
    known = moves.channels(np.ones((2, 1, 9), np.bool_), True)
    assert known[:, 0].all(axis=0).tolist() == [True, True, False]


def test_padding_lies_beside_the_lines(rng):
    image = rng.integers(0, 100, (3, 2, 4), np.int16)
    lines = pad_lines(image, 2, 1, -7)
    assert (lines[..., 2:6] == image).all()
    assert (lines[..., [0, 1, 6]] == -7).all()
    assert pad_lines(image, 0, 0, -7) is image


@pytest.mark.parametrize("signed", [False, True])
def test_each_component_has_its_mean(signed, rng):
    codes, means = rng.integers(0, 256, (3, 2, 4), np.uint8), (-300, 7, 128)
    conversion = Conversion(
        in_precision="INT8", proc_precision="INT16", enabled=True, offset=99, scale=-321, truncate=3,
        means=means, signed=signed,
    )  # fmt: skip
    got = conversion.apply(codes)
    for (component, line, column), code in np.ndenumerate(codes):
        value = int(code) - (256 if signed and code > 127 else 0)
        expected = clamp(round_shift((value - means[component]) * -321, 3), 16)
        assert got[component, line, column] == expected
