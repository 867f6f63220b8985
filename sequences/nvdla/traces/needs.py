"""What a trace needs to be played: one that needs what is not there is skipped before anything is simulated."""

from __future__ import annotations

from collections.abc import Collection

from models.nvdla.config import HwConfig
from models.nvdla.config.names import FEATURES
from models.nvdla.register_behaviours import SLOT
from models.nvdla.registers import registers
from models.registers import Behaviour, RegisterMap
from sequences.nvdla.traces.master.trace import MasterTrace
from sequences.traces.commands import Trace, WriteRegister

STARTING = (Behaviour.TRIGGER, SLOT)
SDP_Y = "SDP_Y"


def missing_units(trace: Trace | MasterTrace, registers: RegisterMap, modelled: Collection[str]) -> list[str]:
    """Blocks that a trace starts and that are not there, in the order in which it starts them.

    A block is started by a one written to its operation enable, the BDMA by gathering and launching slots.

    Args:
        trace: what would be played.
        registers: the register description.
        modelled: blocks whose data path is there.
    """
    started: dict[str, None] = {}
    for command in _writes(trace):
        register = registers.at(command.address)
        if register is not None and register.behaviour in STARTING and command.data & register.write_mask:
            started[register.block] = None
    return [block for block in started if block not in modelled]


def uses_sdp_y(trace: Trace | MasterTrace, registers: RegisterMap) -> bool:
    """Whether a trace starts SDP with its third operator, which a configuration may lack.

    Args:
        trace: what would be played.
        registers: the register description.
    """
    if "SDP" not in registers.blocks:
        return False
    block, producer, started = registers.SDP, 0, []
    chosen = [block.D_DP_EW_CFG.reset] * 2
    for command in _writes(trace):
        if command.address == block.S_POINTER.address:
            producer = block.S_POINTER.PRODUCER.get(command.data)
        elif command.address == block.D_DP_EW_CFG.address:
            chosen[producer] = command.data
        elif command.address == block.D_OP_ENABLE.address and command.data & block.D_OP_ENABLE.write_mask:
            started.append(chosen[producer])
    return not all(block.D_DP_EW_CFG.EW_BYPASS.get(word) for word in started)


def skip_reason(trace: Trace | MasterTrace, config: HwConfig, modelled: Collection[str]) -> str:
    """Why a trace is not played, for its line of the report; empty where it is."""
    if isinstance(trace, MasterTrace) and trace.needs:
        return f"needs {trace.needs}"
    there = registers(config)
    if missing := missing_units(trace, there, modelled):
        return f"needs {', '.join(missing)}: not there yet"
    if SDP_Y not in config.features and uses_sdp_y(trace, there):
        return f"needs {SDP_Y}, {FEATURES[SDP_Y]}: {config.name} has none"
    return ""


def _writes(trace: Trace | MasterTrace) -> list[WriteRegister]:
    """The register writes of a trace, those of each block in their order."""
    lists = trace.lists.values() if isinstance(trace, MasterTrace) else [trace.commands]
    return [command for commands in lists for command in commands if isinstance(command, WriteRegister)]
