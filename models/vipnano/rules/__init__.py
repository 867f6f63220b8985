"""What is legal for jobs of VIPNano, each rule with its section and with what breaks it."""

from __future__ import annotations

from typing import Any

from models.rules import Rule
from models.vipnano.config import VipnanoConfig
from models.vipnano.rules.nn import NN_RULES
from models.vipnano.rules.tp import TP_RULES
from models.vipnano.rules.writes import WRITE_RULES

__all__ = ["EVERY_RULE"]

EVERY_RULE: tuple[Rule[Any, VipnanoConfig], ...] = (*NN_RULES, *TP_RULES, *WRITE_RULES)
