"""Playing a trace of either dialect."""

from __future__ import annotations

from functools import partial

from models.nvdla.device import Device
from sequences.nvdla.traces.master.play.player import play_master
from sequences.nvdla.traces.master.trace import MasterTrace
from sequences.nvdla.traces.play.habits import habits_on
from sequences.traces.commands import Trace
from sequences.traces.on_model import PlayOnHost
from sequences.traces.player import play

AnyTrace = Trace | MasterTrace


def playing(trace: AnyTrace, device: Device, *, strict: bool = False) -> PlayOnHost:
    """What plays a trace on a device alone.

    Args:
        trace: read and checked; it needs nothing that is not there.
        device: a new one.
        strict: take goldens that depend on time literally; master's dialect has none.
    """
    if isinstance(trace, MasterTrace):
        return partial(play_master, trace, device=device)
    return partial(play, trace, registers=device.registers, habits=habits_on(device), strict=strict)
