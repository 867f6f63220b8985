"""The simulators that there are."""

from __future__ import annotations

from models.nearest import did_you_mean
from tb.runner.errors import UserError
from tb.runner.simulators.icarus import IcarusSimulator
from tb.runner.simulators.simulator import Simulator
from tb.runner.simulators.verilator.simulator import VerilatorSimulator


def simulator(name: str, others: tuple[str, ...] = ()) -> Simulator:
    """The simulator of that name.

    Args:
        name: what is asked for.
        others: what the caller takes in place of one, for the message.

    Raises:
        UserError: there is none.
    """
    known: dict[str, Simulator] = {item.name: item for item in (IcarusSimulator(), VerilatorSimulator())}
    if name not in known:
        names = (*known, *others)
        raise UserError(f"SIM={name}: no such simulator; choose one of {', '.join(names)}{did_you_mean(name, names)}")
    return known[name]
