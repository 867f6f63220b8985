"""Kinds of findings that AXI4-Lite has besides those of all register buses."""

from __future__ import annotations

from enum import StrEnum

from tb.memory.rules import AxiRule
from tb.register_bus.rules import BusRule


class AxiLiteRule(StrEnum):
    """What is wrong with an access: ``axi-lite-response`` is RESPONSE."""

    RESPONSE = "response"  # an error where none is awaited, none where one is, or EXOKAY
    STROBE = "strobe"  # not all bytes, though registers are written whole
    UNPAIRED = "unpaired"  # at the end, a write's address without its data, or the other way round


RULES_OF_CHANNELS: dict[AxiRule, BusRule] = {
    AxiRule.STABLE_VALID: BusRule.WITHDRAWN,
    AxiRule.STABLE_PAYLOAD: BusRule.UNSTABLE,
    AxiRule.UNKNOWN: BusRule.UNKNOWN,
}
"""What a register bus calls the rules that concern the pins of one channel alone."""
