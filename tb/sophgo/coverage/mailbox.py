"""Coverage of the mailbox: launches, how kernels end, why queues stop, what registers answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from models.events import InterruptEdge, RegisterAccess, RuleBroken, Started
from models.sophgo.blocks.mailbox import LINES, Completion, Outcome
from models.sophgo.config import SophgoConfig
from models.sophgo.registers import registers
from models.sophgo.rules import EVERY_RULE
from models.sophgo.words.description import Queue
from models.sophgo.words.stream import Reason
from tb.coverage.bins import each, flag, names
from tb.coverage.covergroup import Covergroup, Coverpoint, CrossOf, cross
from tb.coverage.sampler import Sampler, Subscriptions

REASONS = tuple(item.name for item in Reason)
PAIR = range(4)
"""Of DONE, and of ERROR above it."""


class MailboxSampler(Sampler):
    """Counts what is asked of the mailbox, and what it answers.

    Args:
        config: the hardware configuration.
    """

    def __init__(self, config: SophgoConfig) -> None:
        self._config, self._registers = config, registers(config)
        super().__init__(Covergroup("mailbox", self._points(), self._crosses()))

    @property
    def subscriptions(self) -> Subscriptions:
        """Ends of kernels, accesses to registers, the interrupt line, broken rules."""
        return {
            Started: self._started,
            RegisterAccess: self._access,
            InterruptEdge: lambda edge: self.sample(edge, "edge"),
            RuleBroken: lambda event: self.sample(event.violation.rule, "rule"),
        }

    def _points(self) -> Iterator[Coverpoint]:
        block, done = self._registers.MAILBOX, "completion"
        yield Coverpoint("outcome", names(*(item.name for item in Outcome)), lambda it: it.outcome.name, done)
        yield Coverpoint("notify", flag(), lambda it: int(it.notify), done)
        for queue in Queue:
            yield Coverpoint(f"{queue} stopped", names(*REASONS), _reason_of(queue), done)
        yield Coverpoint("slots", each(range(self._config.launch_slots + 1)), block.SLOTS.FREE.get, "read SLOTS")
        yield Coverpoint("busy", flag(), block.STATUS.BUSY.get, "read STATUS")
        yield Coverpoint("interrupts", each(PAIR), int, "read INTR_STATUS")
        yield Coverpoint("cleared", each(range(1, 4)), lambda word: word & 3, "write INTR_STATUS")
        yield Coverpoint("masked", each(PAIR), lambda word: word & 3, "write INTR_MASK")
        yield Coverpoint(
            "line", names(*(f"{line} {edge}" for line in LINES for edge in ("falls", "rises"))), _edge, "edge"
        )
        yield Coverpoint("rule", names(*(rule.name for rule in EVERY_RULE)), lambda rule: rule, "rule")
        for queue in Queue:
            state = self._registers.blocks[queue].registers["STATE"]
            yield Coverpoint(f"{queue} busy", flag(), state.fields["BUSY"].get, f"read {queue}.STATE")

    @staticmethod
    def _crosses() -> Iterator[CrossOf]:
        yield cross("outcome", "notify")

    def _started(self, event: Started) -> None:
        settings = event.layer.lead.settings
        if isinstance(settings, Completion):
            self.sample(settings, "completion")

    def _access(self, access: RegisterAccess) -> None:
        register = self._registers.at(access.address)
        if register is not None:
            name = register.full_name if register.name == "STATE" else register.name
            self.sample(access.data, f"{'write' if access.write else 'read'} {name}")


def _reason_of(queue: Queue) -> Callable[[Completion], str]:
    """Why a queue stopped."""
    return lambda completion: completion.stopped[queue][1].name


def _edge(edge: InterruptEdge) -> str:
    return f"{edge.line} {('falls', 'rises')[edge.level]}"
