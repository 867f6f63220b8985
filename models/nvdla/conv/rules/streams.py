"""What is legal for compressed weights as they lie in memory, checked when a layer starts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from models.nvdla.config import HwConfig
from models.nvdla.conv.buffer.sizes import bank_bytes
from models.nvdla.conv.fetch.compression import SIZE_TYPE, CompressedStreams, Decompressed, disagreement
from models.nvdla.conv.rules.shared import LIMITS, Context
from models.rules import Broken, Case, RuleList

SECTION = "docs/nvdla/layouts.md, 'Compressed weights'"
FETCHED = "docs/nvdla/convolution.md, 'What CDMA fetches'"
REGISTERS = ("CDMA.D_WEIGHT_BYTES", "CDMA.D_WMB_BYTES", "CDMA.D_WEIGHT_FORMAT")


StreamCase = Case[CompressedStreams, HwConfig]


def _disagreeing(case: StreamCase, rng: np.random.Generator) -> StreamCase:
    """Weights that end early, or another size of a group."""
    streams = case.subject
    if rng.integers(2):
        short = int(streams.found.group_bytes.sum()) - 1
        return replace(case, subject=replace(streams, weight_bytes=short))
    sizes = streams.sizes.copy()
    sizes.view(SIZE_TYPE)[rng.integers(len(streams.found.group_bytes))] += 1
    return replace(case, subject=replace(streams, sizes=sizes))


def _zeroed(case: StreamCase, _: np.random.Generator) -> StreamCase:
    """All weights are zero, and the streams agree in that."""
    streams, found = case.subject, case.subject.found
    groups = np.zeros_like(found.group_bytes)
    zero = replace(found, elements=np.zeros_like(found.elements), group_bytes=groups)
    return replace(case, subject=replace(streams, found=zero, sizes=np.zeros_like(streams.sizes)))


def _too_large(case: StreamCase, _: np.random.Generator) -> StreamCase:
    """A group that fills its banks."""
    streams, config = case.subject, case.context.config
    room = streams.weight_banks * bank_bytes(config)
    groups = np.full(2, room, np.int64)
    sizes = groups.astype(SIZE_TYPE).view(np.uint8)
    elements = 2 * room
    found = Decompressed(np.ones((elements, 1), np.uint8), np.ones(elements, np.bool_), (room, room), groups)
    wrong = replace(streams, found=found, sizes=sizes, mask_bytes=elements, weight_bytes=elements)
    return replace(case, subject=wrong)


STREAM_RULES = RuleList[CompressedStreams, HwConfig](CompressedStreams)


@STREAM_RULES.rule(
    "conv-compressed-streams",
    "Mask, weights and group sizes of compressed weights agree, and none of them ends early.",
    SECTION,
    _disagreeing,
)
def _agree(streams: CompressedStreams, _: Context) -> Iterator[Broken]:
    if text := disagreement(streams.found, streams.sizes, streams.mask_bytes, streams.weight_bytes):
        yield Broken(f"compressed weights: {text}", REGISTERS)


@STREAM_RULES.rule(
    "conv-compressed-group",
    "The weight banks hold one group of compressed kernels and an entry more, or all of them.",
    LIMITS,
    _too_large,
)
def _group(streams: CompressedStreams, context: Context) -> Iterator[Broken]:
    config = context.config
    room = streams.weight_banks * bank_bytes(config)
    most = int(streams.found.group_bytes.max())
    if streams.weight_bytes > room and most + config.cbuf_entry_bytes > room:
        text = f"a group of compressed kernels has {most} bytes; with an entry more the {room} of its banks are too few"
        yield Broken(text, ("CDMA.D_BANK", "CDMA.D_WEIGHT_FORMAT"))


@STREAM_RULES.rule("conv-compressed-empty", "One compressed weight at least is not zero.", FETCHED, _zeroed)
def _empty(streams: CompressedStreams, _: Context) -> Iterator[Broken]:
    if not streams.found.group_bytes.any():
        text = "no compressed weight is other than 0: the entry that is fetched all the same stays until banks change"
        yield Broken(text, ("CDMA.D_WMB_BYTES", "CDMA.D_WEIGHT_FORMAT"))
