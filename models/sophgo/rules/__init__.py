"""What is legal, each rule with its section and with what breaks it (docs/sophgo/rules.md)."""

from __future__ import annotations

from typing import Any

from models.rules import Rule
from models.sophgo.config import SophgoConfig
from models.sophgo.rules.kernels import KERNEL_RULES
from models.sophgo.rules.mailbox import LAUNCH_RULES, REGISTERS, WRITE_RULES
from models.sophgo.rules.numbers import NUMBER_RULES
from models.sophgo.rules.places import PLACE_RULES
from models.sophgo.rules.shifts import SHIFT_RULES
from models.sophgo.rules.transfers import TRANSFER_RULES

__all__ = ["EVERY_RULE", "REGISTERS", "WORD_RULES"]

WORD_RULES: tuple[Rule[Any, SophgoConfig], ...] = (*PLACE_RULES, *NUMBER_RULES, *SHIFT_RULES, *TRANSFER_RULES)
"""Rules about one word by itself."""
EVERY_RULE: tuple[Rule[Any, SophgoConfig], ...] = (*WRITE_RULES, *LAUNCH_RULES, *KERNEL_RULES, *WORD_RULES)
