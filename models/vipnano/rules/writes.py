"""What is legal for register writes."""

from __future__ import annotations

from collections.abc import Iterator

from models.breakers import becomes
from models.rules import Broken, RuleList
from models.vipnano.blocks.queue import PS, UNIT_OF, QueueWrite
from models.vipnano.config import VipnanoConfig
from models.vipnano.rules.common import PAGE, Context

REGISTERS = f"{PAGE}, 'Registers'"
WRITE_RULES = RuleList[QueueWrite, VipnanoConfig](QueueWrite)


@WRITE_RULES.rule(
    "queue-full",
    "A job or the end of a sequence is queued where the queue has room for it.",
    REGISTERS,
    becomes(*(lambda _, name=name: QueueWrite(name, full=True) for name in UNIT_OF)),
)
def _full(write: QueueWrite, _: Context) -> Iterator[Broken]:
    if write.full:
        yield Broken("the queue may have no room: the write may be ignored", (f"{PS}.{write.register}",))
