"""What is legal for the kinds of convolutions: which exclude each other, Winograd, batches."""

from __future__ import annotations

from collections.abc import Iterator

from models.breakers import adds, one_of, sets
from models.nvdla.config import HwConfig
from models.nvdla.conv.descriptor import PRA_TRUNCATE_AT_MOST, Conv
from models.nvdla.conv.fetch.inputs import ConvImage, ConvInput
from models.nvdla.conv.parts import WINOGRAD
from models.nvdla.conv.rules import kind_breakers as breakers
from models.nvdla.conv.rules.shared import Context, sized, small_batches, winograd
from models.nvdla.conv.view import extended_size
from models.nvdla.surfaces.image_and_winograd_weights import TILE
from models.nvdla.surfaces.rules import atoms
from models.rules import Broken, RuleList

CROSSING = "guide, 'Limitation', Supported feature crossing"
WINOGRAD_LIMITS = "guide, 'Limitation', Winograd"
WINOGRAD_PAGE = "docs/nvdla/convolution.md, 'Winograd in CSC'"
LEAST_OUTPUT = 8
"""Lines and columns of an output of Winograd."""


def _features(conv: Conv) -> dict[str, tuple[bool, str]]:
    """Which of the features that exclude others it has, and the register that says so."""
    kernel = conv.kernel
    return {
        "Winograd": (conv.mode == WINOGRAD, "CSC.D_MISC_CFG"),
        "an image": (isinstance(conv.input, ConvImage), "CSC.D_DATAIN_FORMAT"),
        "dilation": ((kernel.dilation_x, kernel.dilation_y) != (1, 1), "CSC.D_DILATION_EXT"),
        "several batches": (conv.input.batches > 1, "CSC.D_BATCH_NUMBER"),
        "several rows at a time": (conv.post_extension > 1, "CSC.D_POST_Y_EXTENSION"),
    }


EXCLUDE: tuple[tuple[str, str], ...] = (
    ("Winograd", "an image"),
    ("Winograd", "dilation"),
    ("Winograd", "several batches"),
    ("Winograd", "several rows at a time"),
    ("an image", "dilation"),
    ("an image", "several batches"),
)


def _winograd(conv: Conv) -> bool:
    """Whether it is one by Winograd's method of which there is something to check."""
    return conv.mode == WINOGRAD and isinstance(conv.input, ConvInput) and sized(conv)


KIND_RULES = RuleList[Conv, HwConfig](Conv)


@KIND_RULES.rule(
    "conv-crossing",
    "Winograd, images, dilation, batches and several rows at a time exclude each other as the guide says.",
    CROSSING,
    breakers.crossing,
)
def _crossing(conv: Conv, _: Context) -> Iterator[Broken]:
    features = _features(conv)
    for pair in EXCLUDE:
        (first, one), (second, other) = (features[name] for name in pair)
        if first and second:
            yield Broken(f"{pair[0]} and {pair[1]} exclude each other", (one, other))
    extended, register = features["several rows at a time"]
    if extended and not features["an image"][0] and conv.mode != WINOGRAD:
        yield Broken("several rows at a time are of images only", (register,))


@KIND_RULES.rule(
    "conv-absent-feature",
    "A convolution is of a kind that the configuration has.",
    "docs/configurations.md, 'What is absent'",
    breakers.absent,
)
def _absent(conv: Conv, context: Context) -> Iterator[Broken]:
    for feature, there, register in (
        ("WINOGRAD", conv.mode == WINOGRAD, "CDMA.D_MISC_CFG"),
        ("BATCH", conv.input.batches > 1, "CDMA.D_BATCH_NUMBER"),
        ("WEIGHT_COMPRESSION", conv.weights.compression is not None, "CDMA.D_WEIGHT_FORMAT"),
    ):
        if there and feature not in context.config.features:
            yield Broken(f"{context.config.name} has no {feature}", (register,))


@KIND_RULES.rule(
    "conv-winograd-output",
    "The output of Winograd is the extended input less a tile, a multiple of 4 and at least 8 both ways.",
    WINOGRAD_LIMITS,
    breakers.winograd_output,
)
def _winograd_output(conv: Conv, _: Context) -> Iterator[Broken]:
    if not _winograd(conv):
        return
    for name, size, extended in (
        ("width", conv.output.width, conv.view.width),
        ("height", conv.output.height, conv.view.height),
    ):
        registers = ("CSC.D_DATAOUT_SIZE_0", "CSC.D_DATAIN_SIZE_EXT_0")
        if size != extended - TILE:
            text = f"output {name} is {size}, expected {extended - TILE}: that of the extended input less {TILE}"
            yield Broken(text, registers)
        elif size % TILE or size < LEAST_OUTPUT:
            text = f"output {name} is {size}; of Winograd it is a multiple of {TILE} and {LEAST_OUTPUT} at least"
            yield Broken(text, registers)


@KIND_RULES.rule(
    "conv-winograd-input",
    "The input of Winograd with its padding is whole strides, and CDMA is told how many.",
    WINOGRAD_PAGE,
    one_of(sets("input.extended_width", TILE, of=winograd), breakers.half_a_stride),
)
def _winograd_input(conv: Conv, _: Context) -> Iterator[Broken]:
    if not _winograd(conv):
        return
    cube, pad, kernel = conv.features, conv.padding, conv.kernel
    height, width = extended_size(cube.height, cube.width, kernel, pad)
    for name, size, expected, total, stride in (
        ("width", cube.extended_width, width, pad.left + cube.width + pad.right, kernel.stride_x),
        ("height", cube.extended_height, height, pad.top + cube.height + pad.bottom, kernel.stride_y),
    ):
        if size != expected or total % stride:
            text = f"CDMA is told an extended {name} of {size}; with padding it is {total} in whole strides of {stride}"
            yield Broken(text, ("CDMA.D_DATAIN_SIZE_EXT_0", "CDMA.D_ZERO_PADDING", "CDMA.D_CONV_STRIDE"))


@KIND_RULES.rule(
    "conv-pra-truncate",
    "PRA_TRUNCATE is no more than the bits by which Winograd's additions make an integer wider.",
    WINOGRAD_PAGE,
    sets("pra_truncate", PRA_TRUNCATE_AT_MOST + 1, of=winograd),
)
def _pra_truncate(conv: Conv, _: Context) -> Iterator[Broken]:
    if conv.mode == WINOGRAD and conv.pra_truncate > PRA_TRUNCATE_AT_MOST:
        yield Broken(f"PRA_TRUNCATE is {conv.pra_truncate}, at most {PRA_TRUNCATE_AT_MOST}", ("CSC.D_PRA_CFG",))


@KIND_RULES.rule(
    "conv-winograd-release",
    "Winograd releases slices by fours.",
    WINOGRAD_PAGE,
    adds("buffer.release_slices", -1, -2, -3, of=winograd),
)
def _winograd_release(conv: Conv, _: Context) -> Iterator[Broken]:
    buffer = conv.buffer
    if conv.mode == WINOGRAD and not buffer.keep_data and buffer.release_slices % TILE:
        text = f"RLS_SLICES say {buffer.release_slices} slices; of Winograd they are released by {TILE}"
        yield Broken(text, ("CSC.D_RELEASE",))


@KIND_RULES.rule(
    "conv-batch-stride",
    "Cubes of several batches do not overlap: a batch stride is at least a cube.",
    "guide, 'Limitation', Multi-batch",
    adds("input.batch_stride_bytes", atoms(-1), of=small_batches),
)
def _batch_stride(conv: Conv, context: Context) -> Iterator[Broken]:
    cube = conv.input
    if isinstance(cube, ConvImage) or cube.batches == 1 or not sized(conv):
        return
    size = cube.layout(context.config).size_bytes
    if cube.batch_stride_bytes < size:
        text = f"batch stride {cube.batch_stride_bytes} is less than the {size} bytes of a cube"
        yield Broken(text, ("CDMA.D_BATCH_STRIDE",))


@KIND_RULES.rule(
    "conv-batch-output",
    "With several batches CACC is told an address and strides of two atoms, as SDP is.",
    "docs/nvdla/convolution.md, 'CACC with several batches'",
    one_of(
        adds("output.address", atoms(1), of=small_batches),
        adds("output.line_stride_bytes", atoms(1), of=small_batches),
        adds("output.surface_stride_bytes", atoms(1), of=small_batches),
    ),
)
def _batch_output(conv: Conv, context: Context) -> Iterator[Broken]:
    output, pair = conv.output, 2 * context.config.atom_bytes
    if conv.input.batches == 1 or output.size == (1, 1):
        return
    for name, value, register in (
        ("address", output.address, "CACC.D_DATAOUT_ADDR"),
        ("line stride", output.line_stride_bytes, "CACC.D_LINE_STRIDE"),
        ("surface stride", output.surface_stride_bytes, "CACC.D_SURF_STRIDE"),
    ):
        if value % pair:
            yield Broken(f"{name} {value:#x} of CACC with several batches, must be a multiple of {pair}", (register,))
