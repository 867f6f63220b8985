"""Coverage of the queue: what is written into it, events, what registers answer, rules."""

from __future__ import annotations

from collections.abc import Iterator

from models.events import InterruptEdge, RegisterAccess, RuleBroken, Started
from models.vipnano.blocks.host import LINES
from models.vipnano.blocks.queue import HOST, NN, TP, entry_of
from models.vipnano.config import VipnanoConfig
from models.vipnano.registers import registers
from models.vipnano.rules import EVERY_RULE
from tb.coverage.bins import each, flag, names
from tb.coverage.covergroup import Covergroup, Coverpoint, CrossOf, cross
from tb.coverage.sampler import Sampler, Subscriptions

EVENTS = range(32)
KINDS = (NN, TP, HOST)


class QueueSampler(Sampler):
    """Counts what the queue is given, and what it answers.

    Args:
        config: the hardware configuration.
    """

    def __init__(self, config: VipnanoConfig) -> None:
        self._config, self._registers = config, registers(config)
        self._before = HOST
        super().__init__(Covergroup("queue", self._points(), self._crosses()))

    @property
    def subscriptions(self) -> Subscriptions:
        """What has its turn, accesses to registers, the interrupt line, broken rules."""
        return {
            Started: self._started,
            RegisterAccess: self._access,
            InterruptEdge: lambda edge: self.sample(edge, "edge"),
            RuleBroken: lambda event: self.sample(event.violation.rule, "rule"),
        }

    def _points(self) -> Iterator[Coverpoint]:
        block = self._registers.HOST
        yield Coverpoint("entry", names(*KINDS), lambda pair: pair[1], "started")
        yield Coverpoint("entry before", names(*KINDS), lambda pair: pair[0], "started")
        yield Coverpoint("event", each(EVENTS), int, "event")
        slots = each(range(self._config.queue_slots + 1))
        yield Coverpoint("slots", slots, block.SLOTS.FREE.get, "read SLOTS")
        yield Coverpoint("busy", flag(), block.STATUS.BUSY.get, "read STATUS")
        yield Coverpoint("masked", each(EVENTS), _highest, "write INTR_MASK")
        edges = names(*(f"{line} {edge}" for line in LINES for edge in ("falls", "rises")))
        yield Coverpoint("line", edges, lambda edge: f"{edge.line} {('falls', 'rises')[edge.level]}", "edge")
        yield Coverpoint("rule", names(*(rule.name for rule in EVERY_RULE)), lambda rule: rule, "rule")

    @staticmethod
    def _crosses() -> Iterator[CrossOf]:
        yield cross("entry before", "entry")

    def _started(self, event: Started) -> None:
        block = event.layer.lead.block
        self.sample((self._before, block), "started")
        self._before = block
        if block == HOST:
            self.sample(entry_of(event.layer.lead).value, "event")

    def _access(self, access: RegisterAccess) -> None:
        register = self._registers.at(access.address)
        if register is not None:
            self.sample(access.data, f"{'write' if access.write else 'read'} {register.name}")


def _highest(mask: int) -> int | None:
    """The highest event that a mask has."""
    return mask.bit_length() - 1 if mask else None
