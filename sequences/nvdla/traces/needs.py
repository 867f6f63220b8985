"""What a trace needs to be played: one that needs what is not there is skipped before anything is simulated."""

from __future__ import annotations

from collections.abc import Collection

from models.nvdla.config import HwConfig
from models.nvdla.register_behaviours import SLOT
from models.nvdla.registers import registers
from models.registers import Behaviour, RegisterMap
from sequences.nvdla.traces.master.trace import MasterTrace
from sequences.traces.commands import Trace, WriteRegister

STARTING = (Behaviour.TRIGGER, SLOT)


def missing_units(trace: Trace, registers: RegisterMap, modelled: Collection[str]) -> list[str]:
    """Blocks that a trace starts and that are not there, in the order in which it starts them.

    A block is started by a one written to its operation enable, the BDMA by gathering and launching slots.

    Args:
        trace: what would be played.
        registers: the register description.
        modelled: blocks whose data path is there.
    """
    started: dict[str, None] = {}
    for command in trace.commands:
        if not isinstance(command, WriteRegister):
            continue
        register = registers.at(command.address)
        if register is not None and register.behaviour in STARTING and command.data & register.write_mask:
            started[register.block] = None
    return [block for block in started if block not in modelled]


def skip_reason(trace: Trace | MasterTrace, config: HwConfig, modelled: Collection[str]) -> str:
    """Why a trace is not played, for its line of the report; empty where it is."""
    if isinstance(trace, MasterTrace):
        return f"needs {trace.needs}"
    missing = missing_units(trace, registers(config), modelled)
    return f"needs {', '.join(missing)}: not there yet" if missing else ""
