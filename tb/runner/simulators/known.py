"""The simulators that there are."""

from __future__ import annotations

from collections.abc import Mapping

from models.nearest import did_you_mean
from tb.code_coverage.counted import Counted
from tb.runner.errors import UserError
from tb.runner.simulators.icarus import IcarusSimulator
from tb.runner.simulators.simulator import Simulator
from tb.runner.simulators.verilator.simulator import VerilatorSimulator

KINDS: Mapping[str, type[Simulator]] = {kind.name: kind for kind in (IcarusSimulator, VerilatorSimulator)}
SIMULATORS = tuple(KINDS)
"""Their names."""


def simulator(name: str, others: tuple[str, ...] = ()) -> Simulator:
    """The simulator of that name.

    Args:
        name: what is asked for.
        others: what the caller takes in place of one, for the message.

    Raises:
        UserError: there is none.
    """
    if name not in KINDS:
        names = (*SIMULATORS, *others)
        raise UserError(f"SIM={name}: no such simulator; choose one of {', '.join(names)}{did_you_mean(name, names)}")
    return KINDS[name]()


def counted_on(sim: str, counted: Counted) -> Counted:
    """What a simulator counts of what is to be counted of the RTL's code."""
    return counted if KINDS[sim].counts else Counted.NOTHING
