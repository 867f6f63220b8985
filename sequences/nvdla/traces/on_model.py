"""Plays traces on the numpy device alone."""

from __future__ import annotations

from models.nvdla.config import NV_FULL, HwConfig
from models.nvdla.device import UNITS, Device
from sequences.model_host import ModelHost, run
from sequences.nvdla.traces.commands import MasterTrace, Trace
from sequences.nvdla.traces.interrupts import DeviceInFlight
from sequences.nvdla.traces.needs import skip_reason
from sequences.nvdla.traces.player import play
from sequences.nvdla.traces.result import Outcome, TraceVerdict, verdict_of


def play_on_model(trace: Trace | MasterTrace, strict: bool = False, config: HwConfig = NV_FULL) -> TraceVerdict:
    """Play a trace on a new device with empty memory, or say why it is skipped.

    Args:
        trace: read and checked.
        strict: take goldens that depend on interrupt timing literally.
        config: the hardware configuration.
    """
    device = Device(config)
    reason = skip_reason(trace, device.registers, UNITS)
    if isinstance(trace, MasterTrace) or reason:
        return TraceVerdict(trace.name, Outcome.SKIP, reason)
    host = ModelHost(device)
    in_flight = DeviceInFlight(device)
    result = run(play(trace, host, registers=device.registers, in_flight=in_flight, strict=strict))
    news = device.take_news()
    result.failures += news.refused
    races = (race for layer in news.started for race in layer.races)
    # Both layers of a race name it.
    return verdict_of(trace.name, result, tuple(dict.fromkeys((*news.warnings, *races))))
