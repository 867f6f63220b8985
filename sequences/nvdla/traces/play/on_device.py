"""Plays a trace on a numpy device that somebody else listens to."""

from __future__ import annotations

from models.nvdla.config import HwConfig
from models.nvdla.device import Device
from sequences.model_host import ModelHost, run
from sequences.nvdla.traces.play.habits import NvdlaTraceHabits
from sequences.nvdla.traces.play.interrupts import DeviceInFlight
from sequences.traces.commands import Trace
from sequences.traces.player import play
from sequences.traces.result import PlayResult


def play_on_device(trace: Trace, device: Device, config: HwConfig, *, strict: bool = False) -> PlayResult:
    """Play a trace to its end.

    Args:
        trace: read and checked.
        device: a new one, of the configuration.
        config: the hardware configuration.
        strict: take goldens that depend on time literally.
    """
    return run(
        play(
            trace,
            ModelHost(device, announces=None),
            registers=device.registers,
            habits=NvdlaTraceHabits(device.registers, DeviceInFlight(device), config.cbuf_ready_cycles),
            strict=strict,
        )
    )
