"""What is legal for the places of operands in memory."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from models.arrays.distinct import distinct
from models.breakers import one_of
from models.rules import Broken, RuleList
from models.sophgo.config import SophgoConfig
from models.sophgo.config.hardware import LOCAL
from models.sophgo.kernels.program import Step
from models.sophgo.layouts.lanes import place_of
from models.sophgo.operations.operand import Operand
from models.sophgo.rules.legal import (
    INPUT,
    OTHER,
    OUTPUT,
    PLACES,
    STRIDED,
    Context,
    addition,
    address,
    convolution,
    copy,
    spoils,
    undefined,
)
from models.sophgo.words.description import Queue

MEMORIES = "docs/sophgo/README.md, 'Memories'"
LAYOUTS = "docs/sophgo/README.md, 'Layouts'"
WORDS = "docs/sophgo/README.md, 'Words'"
TRANSFERS = "docs/sophgo/README.md, 'Transfers'"
ELEMENT_BY_ELEMENT = ("sAR", "sRQ")
PLACE_RULES = RuleList[Step, SophgoConfig](Step)


def operands_of(step: Step) -> tuple[Operand, ...]:
    """All operands of a word whose operation is known, each once."""
    if step.operation is None:
        return ()
    operation = step.operation
    every = (*operation.inputs, *operation.reach, *operation.outputs)
    return tuple({operand.label: operand for operand in every}.values())


def said(step: Step, operand: Operand, config: SophgoConfig) -> str:
    """Where an operand begins, as the word says it."""
    if step.word.queue is Queue.TIU:
        return f"{operand.label}_addr is {operand.span.address:#x}"
    base = config.local_base if operand.memory == LOCAL else 0
    return f"{operand.label}_start_addr is {operand.span.address + base:#x}"


def outside(operand: Operand, config: SophgoConfig) -> Iterator[str]:
    """What of an operand lies beyond its memory, or beyond its lanes."""
    span, room = operand.span, config.lane_bytes
    first = place_of(config, span.address).offset
    if operand.memory != LOCAL:
        memory = config.memory_map[operand.memory]
        first, room = span.address - memory.start, len(memory)
    elif span.address >= config.local_bytes:
        yield f"local memory has {config.local_bytes:#x} bytes"
    if first + span.size_bytes > room:
        where = "a lane" if operand.memory == LOCAL else operand.memory
        yield f"it ends at {first + span.size_bytes:#x} of {where}, which has {room:#x} bytes"


@PLACE_RULES.rule(
    "operand-in-memory",
    "An operand lies within its memory, in local memory within each of its lanes.",
    MEMORIES,
    one_of(
        spoils(
            addition,
            lambda config: {"res0_addr": config.lane_bytes - 4 * config.eu_bytes, "res0_n": 9},
            lambda config: {f"{name}_addr": config.local_bytes + at for name, at in PLACES.items()},
        ),
        spoils(
            copy,
            address("src", 0x1000),
            lambda config: address("src", config.l2_base + config.l2_bytes - 8),
            lambda config: address("dst", config.static_base + config.static_bytes - 8),
        ),
    ),
)
def _outside(step: Step, context: Context) -> Iterator[Broken]:
    yield from undefined(step, "operand-in-memory")
    config = context.config
    for operand in operands_of(step):
        for wrong in outside(operand, config):
            yield Broken(f"{said(step, operand, config)}: {wrong}")


@PLACE_RULES.rule(
    "operand-aligned",
    "An aligned or line-aligned operand begins where the execution units do, a compact one at a multiple of 4, another "
    "one at a multiple of its elements.",
    LAYOUTS,
    one_of(
        spoils(
            addition,
            {"opd0_addr": INPUT + 4},
            {"res0_addr": OUTPUT + 8},
            {"opd1_addr": OTHER + 2, "opd1_str": 1},
            {"opd0_prec": 3, "opd0_addr": INPUT + 1, "opd0_str": 3, "opd0_h_str": 4, "opd0_w_str": 1},
        ),
        spoils(
            copy,
            lambda config: address("src", config.ddr_base + 2) | {"src_data_format": 4},
            lambda config: address("dst", config.local_base + 4),
        ),
    ),
)
def _skewed(step: Step, context: Context) -> Iterator[Broken]:
    for operand in operands_of(step):
        if operand.span.address % operand.span.align_bytes:
            yield Broken(f"{said(step, operand, context.config)}: a multiple of {operand.span.align_bytes} is right")


@PLACE_RULES.rule(
    "one-lane",
    "All operands of a word of the TIU begin in one lane.",
    WORDS,
    one_of(
        spoils(addition, lambda config: {"opd1_addr": config.lane_bytes + OTHER}),
        spoils(convolution, lambda config: {"opd0_addr": 2 * config.lane_bytes + INPUT}),
    ),
)
def _lanes(step: Step, context: Context) -> Iterator[Broken]:
    if step.word.queue is not Queue.TIU:
        return
    config = context.config
    lanes = {operand.label: place_of(config, operand.span.address).lane for operand in operands_of(step)}
    if len(set(lanes.values())) > 1:
        where = ", ".join(f"{label}_addr in lane {lane}" for label, lane in lanes.items())
        yield Broken(f"operands begin in several lanes: {where}")


@PLACE_RULES.rule(
    "elements-apart",
    "No two elements of a result share a byte.",
    WORDS,
    one_of(
        spoils(addition, {"res0_str": 3, "res0_w_str": 1, "res0_h_str": 3}, {"res0_str": 3, "res0_h_str": 4}),
        spoils(copy, STRIDED | {"dst_hstride": 2}),
    ),
)
def _meet(step: Step, context: Context) -> Iterator[Broken]:
    for operand in step.operation.outputs if step.operation is not None else ():
        addresses = np.sort(operand.addresses, axis=None)
        met = addresses[1:][np.diff(addresses) < operand.dtype.itemsize]
        if len(met):
            first = _byte(operand, int(met[0]), context.config)
            yield Broken(f"{said(step, operand, context.config)}: two of its elements have the byte at {first:#x}")


@PLACE_RULES.rule(
    "result-apart",
    "A result does not overlap what is read; but words of sAR and sRQ may write each element where one of its size was "
    "read.",
    TRANSFERS,
    one_of(
        spoils(addition, {"res0_addr": INPUT, "res0_prec": 3}, {"res0_addr": OTHER - 4, "res0_str": 1}),
        spoils(convolution, {"res0_addr": INPUT}),
        spoils(copy, lambda config: address("dst", config.ddr_base + 8)),
    ),
)
def _overlap(step: Step, context: Context) -> Iterator[Broken]:
    operation, config = step.operation, context.config
    if operation is None or any(text for operand in operands_of(step) for text in outside(operand, config)):
        return
    for result in operation.outputs:
        for operand in (*operation.inputs, *operation.reach):
            if operand.label == result.label or operand.memory != result.memory:
                continue
            if _in_place(step, operand, result) or _beside(operand, result, config):
                continue
            met = _met(operand, result)
            if len(met):
                first = _byte(operand, int(met[0]), context.config)
                yield Broken(f"{said(step, result, context.config)}: it overlaps {operand.label} from {first:#x} on")


def _in_place(step: Step, operand: Operand, result: Operand) -> bool:
    """Whether each element is written where it was read."""
    alike = operand.dtype.itemsize == result.dtype.itemsize and np.array_equal(operand.addresses, result.addresses)
    return step.word.kind.name in ELEMENT_BY_ELEMENT and alike


def _beside(operand: Operand, result: Operand, config: SophgoConfig) -> bool:
    """Whether that two operands do not meet is clear from where they begin and how large they are."""
    one, other = operand.span, result.span
    size = config.lane_bytes if operand.memory == LOCAL else 1 << 64
    first, second = one.address % size, other.address % size
    return first + one.size_bytes <= second or second + other.size_bytes <= first


def _met(one: Operand, other: Operand) -> NDArray[np.int64]:
    """The bytes that two operands share, ascending."""
    if not one.addresses.size or not other.addresses.size:
        return np.zeros(0, np.int64)
    first = max(int(item.addresses.min()) for item in (one, other))
    last = min(int(item.addresses.max()) + item.dtype.itemsize - 1 for item in (one, other))
    return np.intersect1d(_bytes(one, first, last), _bytes(other, first, last), assume_unique=True)


def _bytes(operand: Operand, first: int, last: int) -> NDArray[np.int64]:
    """The bytes of the elements of an operand that are between two bytes, at least in part; each once, ascending."""
    size, addresses = operand.dtype.itemsize, operand.addresses.ravel()
    inside = addresses[(addresses + size > first) & (addresses <= last)]
    return distinct((inside.reshape(-1, 1) + np.arange(size)).ravel())


def _byte(operand: Operand, address_of_byte: int, config: SophgoConfig) -> int:
    """An address as the GDMA counts."""
    return address_of_byte + (config.local_base if operand.memory == LOCAL else 0)
