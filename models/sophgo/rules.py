"""What is legal, each rule with its section and with what breaks it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from models.breakers import becomes
from models.rules import Broken, Rule, RuleContext, RuleList
from models.sophgo.blocks.mailbox import MAILBOX, LaunchWrite
from models.sophgo.config import HwConfig

REGISTERS = "docs/sophgo/README.md, 'Registers'"
Context = RuleContext[HwConfig]
WRITE_RULES = RuleList[LaunchWrite, HwConfig](LaunchWrite)


@WRITE_RULES.rule(
    "mailbox-full",
    "A kernel is launched where the mailbox has room for it.",
    REGISTERS,
    becomes(lambda _: LaunchWrite(full=True)),
)
def _full(write: LaunchWrite, _: Context) -> Iterator[Broken]:
    if write.full:
        yield Broken("the mailbox may have no room: the launch may be ignored", (f"{MAILBOX}.LAUNCH",))


EVERY_RULE: tuple[Rule[Any, HwConfig], ...] = (*WRITE_RULES,)
