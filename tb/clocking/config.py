"""What a clock and reset agent has to know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from cocotb.handle import HierarchyObject

from tb.clocking.state import ResetState


@dataclass(frozen=True, slots=True)
class ClockSpec:
    """A clock pin.

    Attributes:
        pin: name of the input.
        period_ns: an even number of the simulator's time steps.
        phase_ns: by how much its edges come later than those of a clock without a phase.
    """

    pin: str
    period_ns: float
    phase_ns: float = 0.0


@dataclass(frozen=True, slots=True)
class ResetSpec:
    """A reset pin."""

    pin: str
    active_low: bool = True

    @property
    def active_level(self) -> int:
        """The level at which the pin resets the design."""
        return 0 if self.active_low else 1


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockingConfig:
    """Configuration of a `ClockingAgent`.

    Attributes:
        dut: the design whose inputs are named below.
        clocks: its clocks: equal, different or unrelated ones.
        resets: its resets; they are asserted and released together.
        tie_offs: values of inputs that never change, by name.
        state: where the reset's state is published for other agents.
        active: drive the pins; else only watch the resets.
    """

    dut: HierarchyObject
    clocks: tuple[ClockSpec, ...]
    resets: tuple[ResetSpec, ...]
    tie_offs: Mapping[str, int] = field(default_factory=dict)
    state: ResetState = field(default_factory=ResetState)
    active: bool = True

    def __post_init__(self) -> None:
        if not self.clocks or not self.resets:
            raise ValueError("a design needs at least one clock and one reset; name its pins in `clocks` and `resets`")
