"""What is to be covered of mini: what descriptors do, how the ring is used, what its port is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from models.events import InterruptEdge, RegisterAccess, RuleBroken, Started
from models.layer import Layer
from models.mini.config import MiniConfig
from models.mini.descriptor import Opcode, Operation
from models.mini.entry import Entry
from models.mini.registers import registers
from models.mini.ring import LINES, RING, SATURATED, slot_of
from models.mini.rules import EVERY_RULE
from tb.coverage.bins import each, flag, names, octaves
from tb.coverage.collector import Collector
from tb.coverage.covergroup import Covergroup, Coverpoint, CrossOf, cross
from tb.coverage.sampler import Sampler, Subscriptions
from tb.memory.coverage import AxiPortSampler

OPCODES = tuple(opcode.name for opcode in Opcode)
PLACES = ("apart", "a", "b", "c")
SCALES = ("negative", "zero", "positive")
SINGLE, SHIFTS = 8, 32


@dataclass(frozen=True, slots=True)
class Ran:
    """A descriptor that runs."""

    layer: Layer

    @property
    def operation(self) -> Operation:
        """What it does."""
        assert isinstance(self.layer.descriptor, Entry)
        return self.layer.descriptor.operation

    def moves(self) -> bool:
        """Whether it moves bytes, and is not faulty."""
        return self.operation.opcode < Opcode.MULTIPLY_ADD and len(self.layer.lead.fetched) > 1

    def computes(self) -> bool:
        """Whether it computes."""
        return self.operation.opcode == Opcode.MULTIPLY_ADD and len(self.layer.lead.fetched) > 1


class DescriptorSampler(Sampler):
    """Counts what descriptors do."""

    def __init__(self, config: MiniConfig) -> None:
        self._config = config
        super().__init__(Covergroup("descriptors", self._points(), self._crosses()))

    @property
    def subscriptions(self) -> Subscriptions:
        """Descriptors that run."""
        return {Started: lambda event: self.sample(Ran(event.layer))}

    def _points(self) -> Iterator[Coverpoint]:
        beat = self._config.data_bytes
        yield Coverpoint("opcode", names(*OPCODES), lambda ran: Opcode(ran.operation.opcode).name)
        yield Coverpoint("faulty", flag(), lambda ran: int(any(ran.operation.faults(self._config))))
        yield Coverpoint("interrupt", flag(), lambda ran: ran.operation.interrupt)
        yield Coverpoint("write status", flag(), lambda ran: ran.operation.write_status)
        yield Coverpoint("bytes", octaves(SINGLE, self._config.scratch_bytes), lambda ran: ran.operation.length or None)
        yield Coverpoint("first byte in beat", each(range(beat)), _if_moves(lambda it: it.address % beat))
        yield Coverpoint("end in beat", each(range(beat)), _if_moves(lambda it: (it.address + it.length) % beat))
        yield Coverpoint("result", names(*PLACES), lambda ran: _place(ran.operation) if ran.computes() else None)
        yield Coverpoint("scale", names(*SCALES), _if_computes(lambda it: SCALES[1 + (it.scale > 0) - (it.scale < 0)]))
        yield Coverpoint("shift", each(range(SHIFTS)), _if_computes(lambda it: it.shift))
        yield Coverpoint("saturated", names("none", "some", "all"), _saturated)

    @staticmethod
    def _crosses() -> Iterator[CrossOf]:
        yield cross("opcode", "interrupt", "write status")
        yield cross("opcode", "faulty", ignore_bins=lambda opcode, faulty: opcode == OPCODES[-1] and faulty == "0")
        yield cross("first byte in beat", "end in beat")


class RingSampler(Sampler):
    """Counts how the ring is used, and what it answers."""

    def __init__(self, config: MiniConfig) -> None:
        self._registers = registers(config)
        super().__init__(Covergroup("ring", self._points()))

    @property
    def subscriptions(self) -> Subscriptions:
        """Descriptors, accesses to registers, interrupt lines, broken rules."""
        return {
            Started: lambda event: self.sample(event.layer, "run"),
            RegisterAccess: self._access,
            InterruptEdge: lambda edge: self.sample(edge, "edge"),
            RuleBroken: lambda event: self.sample(event.violation.rule, "rule"),
        }

    def _points(self) -> Iterator[Coverpoint]:
        block = self._registers.RING
        yield Coverpoint(
            "last", octaves(SINGLE, block.RING_SIZE.LAST.limit), block.RING_SIZE.LAST.get, "write RING_SIZE"
        )
        yield Coverpoint(
            "index", octaves(SINGLE, block.HEAD.INDEX.limit), lambda it: slot_of(it.lead).index or None, "run"
        )
        yield Coverpoint("busy", flag(), block.STATUS.BUSY.get, "read STATUS")
        yield Coverpoint("interrupts", each(range(4)), int, "read INTR_STATUS")
        yield Coverpoint("cleared", each(range(4)), int, "write INTR_STATUS")
        yield Coverpoint("masked", each(range(4)), int, "write INTR_MASK")
        lines = names(*(f"{line} {edge}" for line in LINES for edge in ("falls", "rises")))
        yield Coverpoint("line", lines, lambda it: f"{it.line} {('falls', 'rises')[it.level]}", "edge")
        yield Coverpoint("rule", names(*(rule.name for rule in EVERY_RULE)), lambda rule: rule, "rule")

    def _access(self, access: RegisterAccess) -> None:
        register = self._registers.at(access.address)
        if register is not None:
            self.sample(access.data, f"{'write' if access.write else 'read'} {register.name}")


def _if_moves(value: Callable[[Operation], int]) -> Callable[[Ran], int | None]:
    return lambda ran: value(ran.operation) if ran.moves() else None


def _if_computes(value: Callable[[Operation], int | str]) -> Callable[[Ran], int | str | None]:
    return lambda ran: value(ran.operation) if ran.computes() else None


def _place(operation: Operation) -> str:
    """Which input the result replaces."""
    return next((name for name in PLACES[1:] if getattr(operation, name) == operation.out), PLACES[0])


def _saturated(ran: Ran) -> str | None:
    """How many elements were saturated."""
    count = ran.layer.statuses.get((RING, SATURATED)) if ran.computes() else None
    if count is None:
        return None
    return "none" if not count else "all" if count == ran.operation.length else "some"


def make_coverage(config: MiniConfig) -> Collector:
    """What is notified of everything that happens, and counts."""
    return Collector([], [DescriptorSampler(config), RingSampler(config), AxiPortSampler(config.port, errors=True)])
