"""The simulators that there are."""

from __future__ import annotations

from models.nearest import did_you_mean
from tb.runner.errors import UserError
from tb.runner.simulators.icarus import IcarusSimulator
from tb.runner.simulators.simulator import Simulator
from tb.runner.simulators.verilator.simulator import VerilatorSimulator


def simulator(name: str) -> Simulator:
    """The simulator of that name.

    Raises:
        UserError: there is none.
    """
    known: dict[str, Simulator] = {item.name: item for item in (IcarusSimulator(), VerilatorSimulator())}
    if name not in known:
        raise UserError(f"SIM={name}: no such simulator; choose one of {', '.join(known)}{did_you_mean(name, known)}")
    return known[name]
