"""What an interrupt agent has to know."""

from __future__ import annotations

from dataclasses import dataclass

from cocotb.handle import LogicObject

from tb.clocking.state import ResetState
from tb.findings import Findings


@dataclass(frozen=True, slots=True, kw_only=True)
class InterruptConfig:
    """Configuration of an `InterruptAgent`.

    Attributes:
        pin: the interrupt output, active high.
        reset: the design's reset; in reset the pin is not checked.
        findings: where a level that is neither 0 nor 1 is reported.
    """

    pin: LogicObject
    reset: ResetState
    findings: Findings
