"""What a trace needs to be played: one that needs what is not there is skipped before anything is simulated."""

from __future__ import annotations

from collections.abc import Collection

from models.nvdla.blocks.ping_pong import PingPongBlock
from models.nvdla.config import HwConfig
from models.nvdla.registers import registers
from models.nvdla.sdp.descriptor import UNIT as SDP
from models.nvdla.sdp.descriptor import decode_sdp
from models.registers import Behaviour, RegisterMap
from sequences.nvdla.traces.commands import MasterTrace, Trace, WriteRegister

STARTING = (Behaviour.TRIGGER, Behaviour.SLOT)


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


def missing_features(trace: Trace, config: HwConfig) -> list[str]:
    """What layers of a trace are that no data path computes yet, in the order in which they are started."""
    blocks = registers(config).blocks
    groups = {SDP: PingPongBlock(blocks[SDP])} if SDP in blocks else {}
    needed: dict[str, None] = {}
    for number, command in enumerate(trace.commands):
        register = registers(config).at(command.address) if isinstance(command, WriteRegister) else None
        if not isinstance(command, WriteRegister) or register is None or register.block not in groups:
            continue
        block = groups[register.block]
        if register.behaviour is not Behaviour.TRIGGER:
            block.write(register, command.data, number)
        elif command.data and (what := _not_there(block.groups[block.producer], config)):
            needed[what] = None
    return list(needed)


def skip_reason(trace: Trace | MasterTrace, config: HwConfig, modelled: Collection[str]) -> str:
    """Why a trace is not played, for its line of the report; empty where it is."""
    if isinstance(trace, MasterTrace):
        return f"needs {trace.needs}"
    missing = missing_units(trace, registers(config), modelled)
    if missing:
        return f"needs {', '.join(missing)}: not there yet"
    return ", ".join(missing_features(trace, config))


def _not_there(values: dict[str, int], config: HwConfig) -> str:
    """What SDP's registers describe that cannot be computed; empty if nothing."""
    try:
        decode_sdp(registers(config), values, config)
    except ValueError as error:
        return str(error)
    return ""
