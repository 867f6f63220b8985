"""What is legal for a layer that works on what the one before left in the convolution buffer."""

from __future__ import annotations

from collections.abc import Iterator

from models.nvdla.config import HwConfig
from models.nvdla.conv.buffer.carried import fetched_lines, surplus_bytes
from models.nvdla.conv.buffer.slices import form_of
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.rules import reuse_breakers as breakers
from models.nvdla.conv.rules.shared import LIMITS, Context, sized
from models.rules import Broken, RuleList

PAGE = "docs/nvdla/convolution.md, 'Data and weights used again'"
MODE, BANKS = "CDMA.D_MISC_CFG", "CDMA.D_BANK"


def _before(context: Context) -> Conv | None:
    """The layer before, where there was one."""
    before = context.before[0] if context.before else None
    return before if isinstance(before, Conv) else None


def _left(before: Conv) -> int:
    """Slices that it leaves."""
    return before.view.height - (
        0 if before.buffer.keep_data else min(before.buffer.release_slices, before.view.height)
    )


def _kind(conv: Conv) -> tuple[str, str]:
    return conv.mode, conv.input.kind


REUSE_RULES = RuleList[Conv, HwConfig](Conv)


@REUSE_RULES.rule(
    "conv-reuse",
    "Data or weights are used again where the layer before left some, data of the same kind of layer.",
    LIMITS,
    breakers.without,
)
def _without(conv: Conv, context: Context) -> Iterator[Broken]:
    if context.before is None:
        return
    before = _before(context)
    if conv.buffer.reuse_data:
        if before is None:
            yield Broken("data are to be used again, and there was no layer before", (MODE,))
        elif not _left(before):
            yield Broken("data are to be used again, and the layer before released all of them", (MODE,))
        elif _kind(before) != _kind(conv):
            text = f"data are to be used again, and those of the layer before are {' '.join(_kind(before))}"
            yield Broken(text, (MODE, "CDMA.D_DATAIN_FORMAT"))
    if conv.buffer.reuse_weights and before is None:
        yield Broken("weights are to be used again, and there was no layer before", (MODE,))
    elif conv.buffer.reuse_weights and before is not None and not before.buffer.keep_weights:
        yield Broken("weights are to be used again, and the layer before released them", (MODE,))


@REUSE_RULES.rule(
    "conv-reuse-banks", "Banks do not change where data or weights are used again.", LIMITS, breakers.banks
)
def _banks(conv: Conv, context: Context) -> Iterator[Broken]:
    before = _before(context)
    if before is None:
        return
    mine, theirs = conv.buffer, before.buffer
    text = f"{mine.data_banks} data and {mine.weight_banks} weight banks; {theirs.data_banks} and {theirs.weight_banks}"
    if mine.reuse_data and _left(before) and mine.data_banks != theirs.data_banks:
        yield Broken(f"data are to be used again in other banks: {text} before", (BANKS, MODE))
    elif mine.reuse_weights and theirs.keep_weights and mine.banks != theirs.banks:
        yield Broken(f"weights are to be used again in other banks: {text} before", (BANKS, MODE))


@REUSE_RULES.rule(
    "conv-reuse-slices",
    "A layer that uses data again has the slices that were left, of the same form, and those that it fetches.",
    PAGE,
    breakers.slices,
)
def _slices(conv: Conv, context: Context) -> Iterator[Broken]:
    before = _before(context)
    if before is None or not conv.buffer.reuse_data or _kind(before) != _kind(conv) or not _left(before):
        return
    if before.buffer.data_banks != conv.buffer.data_banks:
        return
    if form_of(conv) != form_of(before):
        registers = ("CDMA.D_DATAIN_SIZE_0", "CDMA.D_DATAIN_SIZE_1", "CDMA.D_ENTRY_PER_SLICE")
        yield Broken("data are to be used again, and slices of the layer before are of another form", registers)
        return
    fetched = 0 if before.buffer.keep_data else fetched_lines(conv, skipped=False)
    if conv.view.height != _left(before) + fetched:
        text = f"CSC is told {conv.view.height} slices; {_left(before)} are left and {fetched} are fetched"
        yield Broken(text, ("CSC.D_DATAIN_SIZE_EXT_0", "CDMA.D_DATAIN_SIZE_0"))
    if conv.input.batches > 1 and not before.buffer.keep_data:
        yield Broken("data of several batches are kept all or not at all", ("CDMA.D_BATCH_NUMBER", MODE))


@REUSE_RULES.rule(
    "conv-reuse-kernels", "A layer that uses weights again has the kernels of the layer before.", PAGE, breakers.kernels
)
def _kernels(conv: Conv, context: Context) -> Iterator[Broken]:
    before = _before(context)
    if before is None or not (conv.buffer.reuse_weights and before.buffer.keep_weights):
        return
    if before.buffer.banks != conv.buffer.banks:
        return
    for what, mine, theirs, register in (
        ("kernels", conv.weights.kernels, before.weights.kernels, "CDMA.D_WEIGHT_SIZE_1"),
        ("bytes of a kernel", conv.weights.kernel_bytes, before.weights.kernel_bytes, "CDMA.D_WEIGHT_SIZE_0"),
        ("bytes of weights", conv.weights.size_bytes, before.weights.size_bytes, "CDMA.D_WEIGHT_BYTES"),
        ("format", conv.weights.format, before.weights.format, "CDMA.D_WEIGHT_FORMAT"),
        ("precision", conv.precision, before.precision, "CDMA.D_MISC_CFG"),
    ):
        if mine != theirs:
            text = f"weights are to be used again; {what} {mine} of this layer is {theirs} in the one before"
            yield Broken(text, (register, MODE))


@REUSE_RULES.rule(
    "conv-weight-surplus",
    "Banks change behind a layer whose WEIGHT_BYTES are more than its kernels have, unless its weights are kept.",
    PAGE,
    breakers.surplus,
)
def _surplus(conv: Conv, context: Context) -> Iterator[Broken]:
    before = _before(context)
    if before is None or before.buffer.banks != conv.buffer.banks or not sized(before):
        return
    if surplus := surplus_bytes(before, context.config):
        text = f"the layer before left {surplus} bytes behind its weights in the same banks: these are this one's first"
        yield Broken(text, ("CDMA.D_WEIGHT_BYTES", BANKS))
