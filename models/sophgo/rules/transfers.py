"""What is legal for the sides of transfers, and for broadcasts of both queues."""

from __future__ import annotations

from collections.abc import Iterator

from models.breakers import one_of
from models.rules import Broken, RuleList
from models.sophgo.config import SophgoConfig
from models.sophgo.config.hardware import LOCAL
from models.sophgo.kernels.program import Step
from models.sophgo.layouts.lanes import place_of
from models.sophgo.operations.gdma.sides import FORMAT_BYTES
from models.sophgo.rules.legal import (
    STRIDED,
    Context,
    address,
    broadcast,
    copy,
    local_broadcast,
    matrix,
    selection,
    spoils,
    undefined,
)

TRANSPOSES = "docs/sophgo/README.md, 'Transpose words'"
TRANSFERS = "docs/sophgo/README.md, 'Transfers'"
TENSORS = "docs/sophgo/README.md, 'Tensor transfers'"
MATRICES = "docs/sophgo/README.md, 'Matrix transfers'"
CHOICES = "docs/sophgo/README.md, 'Choosing transfers'"
MOST_STEP_BYTES = 128
"""From one column to the next one."""
TRANSFER_RULES = RuleList[Step, SophgoConfig](Step)


@TRANSFER_RULES.rule(
    "copy-elements",
    "A copy has as many elements on both sides.",
    TENSORS,
    spoils(copy, {"nchw_copy": 0, "dst_nsize": 1, "dst_csize": 5, "dst_hsize": 1, "dst_wsize": 5}),
)
def _counts(step: Step, _: Context) -> Iterator[Broken]:
    yield from undefined(step, "copy-elements")


@TRANSFER_RULES.rule(
    "matrix-sides",
    "One side of a matrix is in local memory, the other one is not.",
    MATRICES,
    spoils(
        matrix,
        lambda config: address("dst", config.ddr_base + 512),
        lambda config: address("src", config.local_base + 512),
    ),
)
def _sides(step: Step, _: Context) -> Iterator[Broken]:
    yield from undefined(step, "matrix-sides")


@TRANSFER_RULES.rule(
    "column-stride",
    f"From one column to the next one are at least one element and at most {MOST_STEP_BYTES} bytes.",
    TRANSFERS,
    spoils(copy, STRIDED | {"src_wstride": 0}, STRIDED | {"src_wstride": MOST_STEP_BYTES + 1}),
)
def _columns(step: Step, _: Context) -> Iterator[Broken]:
    word = step.word
    if word.kind.name not in ("DMA_tensor", "DMA_cw_transpose") or not word["stride_enable"]:
        return
    for side in ("dst",) if word["fill_constant_en"] and word.function == "copy" else ("src", "dst"):
        step_bytes = word[f"{side}_wstride"] * FORMAT_BYTES[word["src_data_format"]]
        if not 1 <= step_bytes <= MOST_STEP_BYTES:
            yield Broken(f"{side}_wstride is {word[f'{side}_wstride']}: a step of {step_bytes} bytes")


@TRANSFER_RULES.rule(
    "broadcast-lanes",
    "A broadcast goes to local memory, at most one channel to a lane; the GDMA leaves out no lane, and goes no further "
    "than the last one.",
    TENSORS,
    one_of(
        spoils(local_broadcast, lambda config: {"res0_c": config.lanes + 1}),
        spoils(broadcast, lambda config: {"dst_csize": config.lanes + 1}),
        spoils(broadcast, lambda config: address("dst", config.local_base + (config.lanes - 1) * config.lane_bytes)),
        spoils(broadcast, lambda config: address("dst", config.ddr_base + 512)),
        spoils(broadcast, {"localmem_mask_l32": 0xFFFF_FFFD}),
    ),
)
def _lanes(step: Step, context: Context) -> Iterator[Broken]:
    yield from undefined(step, "broadcast-lanes")
    word, lanes = step.word, context.config.lanes
    if word.function == "local_broadcast" and word["res0_c"] > lanes:
        yield Broken(f"res0_c is {word['res0_c']}: there are {lanes} lanes")
    if word.function == "broadcast" and step.operation is not None:
        (result,) = step.operation.outputs
        if result.memory != LOCAL:
            yield Broken(f"dst_start_addr is {result.span.address:#x}: that is in {result.memory}, not in local memory")
            return
        first, count = place_of(context.config, result.span.address).lane, word["dst_csize"]
        if first + count > lanes:
            yield Broken(f"dst_csize is {count}: from lane {first} on there are {lanes - first}")


@TRANSFER_RULES.rule(
    "choice-plain",
    "A masked select and a nonzero have no strides of their own, and their result is not in local memory.",
    CHOICES,
    spoils(
        selection,
        {"stride_enable": 1, **{name: STRIDED[name] for name in STRIDED if name.startswith("src_")}},
        lambda config: address("dst", config.local_base),
    ),
)
def _plain(step: Step, _: Context) -> Iterator[Broken]:
    word = step.word
    if word.kind.name not in ("DMA_masked_select", "DMA_nonzero"):
        return
    if word["stride_enable"]:
        yield Broken("stride_enable is 1")
    for result in step.operation.outputs if step.operation is not None else ():
        if result.memory == LOCAL:
            yield Broken("dst_start_addr is in local memory")
