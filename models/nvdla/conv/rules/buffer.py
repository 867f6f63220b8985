"""What is legal for how a convolution uses the convolution buffer."""

from __future__ import annotations

from collections.abc import Iterator

from models.breakers import adds, one_of, sets
from models.nvdla.config import HwConfig
from models.nvdla.conv.buffer import sizes
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.fetch.weights import group_kernels
from models.nvdla.conv.rules import buffer_breakers as breakers
from models.nvdla.conv.rules.shared import (
    BUFFER,
    LIMITS,
    REGISTERS,
    Context,
    entries,
    sized,
    small,
    small_compressed,
    wide,
)
from models.rules import Broken, RuleList

BANKS = ("CDMA.D_BANK", "CSC.D_BANK")
MASK_BYTES = "weights.compression.mask_bytes"
COMPRESSED = "docs/nvdla/layouts.md, 'Compressed weights'"


BUFFER_RULES = RuleList[Conv, HwConfig](Conv)


@BUFFER_RULES.rule(
    "conv-entries", "ENTRIES are exactly the buffer entries that a slice takes.", BUFFER, breakers.entries
)
def _entries(conv: Conv, context: Context) -> Iterator[Broken]:
    if not sized(conv):
        return
    entries = sizes.slice_entries(conv.mode, conv.input, conv.view, conv.padding, (context.config, conv.precision))
    if conv.buffer.entries != entries:
        text = (
            f"ENTRIES say {conv.buffer.entries} entries a slice, expected {entries} for a line of "
            f"{conv.view.channels}x{conv.view.width} (C x W) {conv.precision}"
        )
        yield Broken(text, ("CDMA.D_ENTRY_PER_SLICE", "CSC.D_ENTRY_PER_SLICE"))


@BUFFER_RULES.rule(
    "conv-kernel-bytes",
    "BYTE_PER_KERNEL are the bytes of a kernel's rows, columns and channels as CSC sees them.",
    "docs/nvdla/layouts.md, 'Weights for direct convolution'",
    breakers.kernel_bytes,
)
def _kernel_bytes(conv: Conv, _: Context) -> Iterator[Broken]:
    if not sized(conv):
        return
    kernel, depth = conv.kernel, conv.view.depth
    size = sizes.kernel_bytes(conv.view, kernel, conv.precision)
    if conv.weights.kernel_bytes != size:
        text = (
            f"BYTE_PER_KERNEL says {conv.weights.kernel_bytes}, expected {size} for "
            f"{depth}x{kernel.height}x{kernel.width} (C x R x S, as CSC sees them) {conv.precision}"
        )
        yield Broken(text, ("CDMA.D_WEIGHT_SIZE_0",))


@BUFFER_RULES.rule(
    "conv-weight-bytes",
    "WEIGHT_BYTES are whole buffer entries: of all kernels; of compressed ones no more, and some.",
    "docs/nvdla/layouts.md, 'Weights for direct convolution'",
    adds("weights.size_bytes", entries(-1), breakers.more_weights, of=small),
)
def _weight_bytes(conv: Conv, context: Context) -> Iterator[Broken]:
    weights, entry = conv.weights, context.config.cbuf_entry_bytes
    legal = sizes.weight_sizes(context.config, weights.kernels, weights.kernel_bytes)
    size = legal.start
    whole = f"{weights.kernels} kernels of {weights.kernel_bytes} bytes in whole entries of {entry}"
    if weights.compression is None and weights.size_bytes not in legal:
        rounded = f", or up to {legal[-1]}" if len(legal) > 1 else ""
        text = f"WEIGHT_BYTES say {weights.size_bytes}, expected {size}{rounded}: {whole}"
    elif weights.compression is not None and weights.size_bytes not in range(entry, size + 1, entry):
        text = f"WEIGHT_BYTES say {weights.size_bytes}; compressed they are whole entries, {entry} to {size}: {whole}"
    else:
        return
    yield Broken(text, ("CDMA.D_WEIGHT_BYTES", "CSC.D_WEIGHT_BYTES"))


@BUFFER_RULES.rule(
    "conv-data-banks",
    "The data banks hold all slices of the input.",
    "guide, 'Convolution pipeline programming', Features",
    adds("buffer.data_banks", -1, of=breakers.two_banks),
)
def _data_banks(conv: Conv, context: Context) -> Iterator[Broken]:
    buffer, lines, bank = conv.buffer, sizes.all_slices(conv.input, conv.view), context.config.cbuf_bank_entries
    needed = sizes.data_banks(context.config, buffer.entries, lines)
    if buffer.data_banks < needed:
        text = (
            f"{lines} slices of {buffer.entries} entries need {needed} data banks of {bank} entries; "
            f"{buffer.data_banks} are given, and the buffer has {context.config.cbuf_banks} banks in all"
        )
        yield Broken(text, BANKS)


@BUFFER_RULES.rule(
    "conv-weight-banks",
    "The weight banks hold one group of kernels and an entry more.",
    LIMITS,
    sets("buffer.weight_banks", 1, of=wide),
)
def _weight_banks(conv: Conv, context: Context) -> Iterator[Broken]:
    if not sized(conv) or conv.weights.compression is not None:  # of compressed ones group sizes tell, at the start
        return
    weights, config = conv.weights, context.config
    needed = sizes.least_weight_banks(config, weights.kernels, weights.kernel_bytes, conv.precision)
    if conv.buffer.weight_banks < needed:
        group = min(weights.kernels, group_kernels(config, conv.precision))
        text = (
            f"a group of {group} kernels of {weights.kernel_bytes} bytes and an entry more need {needed} weight banks "
            f"of {sizes.bank_bytes(config)} bytes; {conv.buffer.weight_banks} are given, "
            f"and the buffer has {config.cbuf_banks} banks in all"
        )
        yield Broken(text, BANKS)


@BUFFER_RULES.rule(
    "conv-banks",
    "Data and weights together have no more banks than there are; the mask of compressed ones has the last.",
    BUFFER,
    adds("buffer.weight_banks", 1, of=small),
)
def _banks(conv: Conv, context: Context) -> Iterator[Broken]:
    data, weights, banks = conv.buffer.data_banks, conv.buffer.weight_banks, context.config.cbuf_banks
    if conv.weights.compression is not None and data + weights == banks:
        text = f"{data} data banks and {weights} weight banks; of the buffer's {banks} the last one is the mask's"
        yield Broken(text, (*BANKS, "CDMA.D_WEIGHT_FORMAT"))
    if data + weights > banks:
        yield Broken(f"{data} data banks and {weights} weight banks, the buffer has {banks} in all", BANKS)


@BUFFER_RULES.rule(
    "conv-release",
    "No more slices are released than the input has.",
    LIMITS,
    adds("buffer.release_slices", 1, 2, 3, of=small),
)
def _release(conv: Conv, _: Context) -> Iterator[Broken]:
    slices, lines = conv.buffer.release_slices, conv.view.height
    if slices > lines:
        text = f"RLS_SLICES say {slices} slices, the layer has {lines}"
        yield Broken(text, ("CSC.D_RELEASE", "CSC.D_DATAIN_SIZE_EXT_0"))


@BUFFER_RULES.rule(
    "conv-mask-bytes",
    "WMB_BYTES are a bit for each element of all kernels, rounded up to whole buffer entries.",
    COMPRESSED,
    one_of(sets(MASK_BYTES, 0, of=small_compressed), adds(MASK_BYTES, entries(1), of=small_compressed)),
)
def _mask_bytes(conv: Conv, context: Context) -> Iterator[Broken]:
    weights = conv.weights
    if weights.compression is None or not sized(conv):
        return
    size = sizes.mask_bytes(context.config, weights.kernels, weights.kernel_bytes, conv.precision)
    if weights.compression.mask_bytes != size:
        text = (
            f"WMB_BYTES say {weights.compression.mask_bytes}, expected {size}: a bit for each element of "
            f"{weights.kernels} kernels of {weights.kernel_bytes} bytes, in whole entries"
        )
        yield Broken(text, ("CDMA.D_WMB_BYTES", "CSC.D_WMB_BYTES"))


@BUFFER_RULES.rule(
    "conv-mask-bank",
    "The mask of a group of kernels and an entry more fit the one bank that masks have.",
    LIMITS,
    sets("weights.size_bytes", entries(1), of=breakers.large_mask),
)
def _mask_bank(conv: Conv, context: Context) -> Iterator[Broken]:
    weights, config = conv.weights, context.config
    if weights.compression is None or not sized(conv):
        return
    room = sizes.bank_bytes(config)
    size = sizes.group_mask_bytes(config, weights.kernels, weights.kernel_bytes, conv.precision)
    if size + config.cbuf_entry_bytes > room:
        text = f"the mask of a group of kernels has {size} bytes; with an entry more it needs another bank of {room}"
        yield Broken(text, ("CDMA.D_WEIGHT_SIZE_0", "CDMA.D_WEIGHT_FORMAT"))


@BUFFER_RULES.rule(
    "conv-keep-weights",
    "Weights that are kept for the next layer all fit into their banks.",
    REGISTERS,
    breakers.keep_weights,
)
def _keep_weights(conv: Conv, context: Context) -> Iterator[Broken]:
    banks = sizes.full_weight_banks(context.config, conv.weights.size_bytes)
    if conv.buffer.keep_weights and conv.buffer.weight_banks < banks:
        text = (
            f"{conv.weights.size_bytes} bytes of weights are to be kept, which takes {banks} banks; "
            f"{conv.buffer.weight_banks} are given"
        )
        yield Broken(text, ("CDMA.D_MISC_CFG", *BANKS))
    compression = conv.weights.compression
    if conv.buffer.keep_weights and compression is not None:
        needed = sizes.full_weight_banks(context.config, compression.mask_bytes)
        if needed > 1:
            yield Broken(f"{compression.mask_bytes} bytes of mask are to be kept in one bank", ("CDMA.D_WMB_BYTES",))
