"""Plays traces on the numpy device alone."""

from __future__ import annotations

from models.nvdla.config import NV_FULL, HwConfig
from models.nvdla.device import UNITS, Device
from sequences.nvdla.traces.needs import skip_reason
from sequences.nvdla.traces.play.playing import AnyTrace, playing
from sequences.traces.on_model import judge_on_device
from sequences.traces.player import ZEROED_MEMORY
from sequences.traces.result import Outcome, TraceVerdict


def play_on_model(trace: AnyTrace, strict: bool = False, config: HwConfig = NV_FULL) -> TraceVerdict:
    """Play a trace on a new device with empty memory, or say why it is skipped.

    Args:
        trace: read and checked.
        strict: take goldens that depend on time literally.
        config: the hardware configuration.
    """
    reason = skip_reason(trace, config, UNITS)
    if reason:
        return TraceVerdict(trace.name, Outcome.SKIP, reason)
    device = Device(config, zeroed_memory=ZEROED_MEMORY)
    return judge_on_device(trace.name, device, playing(trace, device, strict=strict))
