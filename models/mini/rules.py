"""What is legal for a descriptor of mini, each rule with its section and with what breaks it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from models.breakers import becomes, one_of, sets
from models.mini.config import MiniConfig
from models.mini.descriptor import DESCRIPTOR_BYTES, Opcode, Operation
from models.mini.entry import Entry
from models.mini.ring import PLACE, RING, RingWrite
from models.rules import Broken, Case, Rule, RuleContext, RuleList

DESCRIPTORS = "docs/mini/README.md, 'Descriptors'"
OPERATIONS = "docs/mini/README.md, 'What descriptors do'"
REGISTERS = "docs/mini/README.md, 'Registers'"

Context = RuleContext[MiniConfig]
EntryCase = Case[Entry, MiniConfig]
RULES = RuleList[Entry, MiniConfig](Entry)


def _multiply_add(case: EntryCase, **members: int) -> Entry:
    """A legal multiply-add with other members."""
    legal = Operation(opcode=Opcode.MULTIPLY_ADD, length=16, a=0, b=16, c=32, out=48, scale=1)
    return replace(case.subject, operation=replace(legal, **members))


def _load(case: EntryCase) -> Entry:
    """A legal load."""
    return replace(case.subject, operation=Operation(opcode=Opcode.LOAD, length=16))


def _overlapping(case: EntryCase, rng: np.random.Generator) -> EntryCase:
    """A result that overlaps an input in part."""
    input_at = int(rng.choice((0, 16, 32)))
    return replace(case, subject=_multiply_add(case, out=input_at + int(rng.integers(1, 16))))


@RULES.rule("reserved-bits", "Bits of a descriptor that have no field are 0.", DESCRIPTORS, sets("reserved", True))
def _reserved(entry: Entry, _: Context) -> Iterator[Broken]:
    if entry.reserved:
        yield Broken("a bit is set that has no field")


@RULES.rule(
    "faulty-descriptor",
    "A descriptor has an opcode, at least one byte or element, and places within the scratch memory.",
    OPERATIONS,
    one_of(
        sets("operation.opcode", int(Opcode.RESERVED)),
        sets("operation.length", 0),
        sets("operation.a", lambda case: case.context.config.scratch_bytes, of=_multiply_add),
    ),
)
def _faulty(entry: Entry, context: Context) -> Iterator[Broken]:
    yield from map(Broken, entry.operation.faults(context.config))


@RULES.rule(
    "scratch-overlap",
    "The result of a multiply-add is in the place of an input, or beside all of them.",
    OPERATIONS,
    _overlapping,
)
def _overlap(entry: Entry, context: Context) -> Iterator[Broken]:
    if any(entry.operation.faults(context.config)):
        return
    if name := partly_overlapped(entry.operation):
        yield Broken(f"out overlaps {name} in part")


@RULES.rule(
    "address-range",
    "A descriptor, and what it moves, do not reach beyond the last address.",
    "docs/mini/README.md, 'Traffic'",
    sets("operation.address", lambda case: (1 << case.context.config.address_bits) - 1, of=_load),
)
def _beyond(entry: Entry, context: Context) -> Iterator[Broken]:
    ends = {"the descriptor": entry.address + DESCRIPTOR_BYTES}
    if entry.operation.opcode in (Opcode.LOAD, Opcode.STORE):
        ends["what it moves"] = entry.operation.address + entry.operation.length
    for what, end in ends.items():
        if end > 1 << context.config.address_bits:
            yield Broken(f"{what} ends at {end:#x}, beyond the last address")


WRITE_RULES = RuleList[RingWrite, MiniConfig](RingWrite)


@WRITE_RULES.rule(
    "ring-moved",
    "The ring is not moved while it works.",
    REGISTERS,
    becomes(*(lambda _, name=name: RingWrite(name, enabled=True) for name in PLACE)),
)
def _moves(write: RingWrite, _: Context) -> Iterator[Broken]:
    if write.moves:
        yield Broken(f"{write.register} is written while the ring works: nothing changes", (_named(write),))


@WRITE_RULES.rule(
    "ring-stopped",
    "The ring is stopped when no descriptor runs or waits.",
    REGISTERS,
    becomes(lambda _: RingWrite("CONTROL", enabled=True, waiting=True)),
)
def _stops(write: RingWrite, _: Context) -> Iterator[Broken]:
    if write.stops:
        yield Broken("the ring is stopped: nobody knows which descriptors still run", (_named(write),))


@WRITE_RULES.rule(
    "tail-in-ring",
    "TAIL names a descriptor of the ring.",
    REGISTERS,
    becomes(lambda _: RingWrite("TAIL", data=4, last=3)),
)
def _behind(write: RingWrite, _: Context) -> Iterator[Broken]:
    if write.beyond:
        yield Broken(f"TAIL is {write.data}, the last descriptor is {write.last}: nothing changes", (_named(write),))


def _named(write: RingWrite) -> str:
    return f"{RING}.{write.register}"


def partly_overlapped(operation: Operation) -> str:
    """The first input of a multiply-add that its result overlaps in part; empty if none."""
    if operation.opcode != Opcode.MULTIPLY_ADD:
        return ""
    *inputs, (_, out) = operation.places()
    return next((name for name, place in inputs if 0 < abs(place - out) < operation.length), "")


EVERY_RULE: tuple[Rule[Any, MiniConfig], ...] = (*RULES, *WRITE_RULES)
