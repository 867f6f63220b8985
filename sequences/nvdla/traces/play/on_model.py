"""Plays traces on the numpy device alone."""

from __future__ import annotations

from models.nvdla.config import NV_FULL, HwConfig
from models.nvdla.device import UNITS, Device
from models.reference import Happened
from sequences.model_host import ModelHost, run
from sequences.nvdla.traces.commands import MasterTrace, Trace
from sequences.nvdla.traces.needs import skip_reason
from sequences.nvdla.traces.play.interrupts import DeviceInFlight
from sequences.nvdla.traces.play.player import ZEROED_MEMORY, play
from sequences.nvdla.traces.play.result import Outcome, TraceVerdict, verdict_of


def play_on_model(trace: Trace | MasterTrace, strict: bool = False, config: HwConfig = NV_FULL) -> TraceVerdict:
    """Play a trace on a new device with empty memory, or say why it is skipped.

    Args:
        trace: read and checked.
        strict: take goldens that depend on interrupt timing literally.
        config: the hardware configuration.
    """
    device = Device(config, zeroed_memory=ZEROED_MEMORY)
    reason = skip_reason(trace, config, UNITS)
    if isinstance(trace, MasterTrace) or reason:
        return TraceVerdict(trace.name, Outcome.SKIP, reason)
    happened: list[Happened] = []
    device.listeners.append(happened.append)
    in_flight = DeviceInFlight(device)
    player = play(
        trace,
        ModelHost(device),
        registers=device.registers,
        in_flight=in_flight,
        strict=strict,
        ready_cycles=config.cbuf_ready_cycles,
    )
    result = run(player)
    result.failures += [text for item in happened for text in item.refused]
    broken = [str(violation) for item in happened for violation in item.broken]
    unwritten = [
        f"uninitialised-read: {claim.unknown_reads_text}"
        for item in happened
        for claim in item.claimed
        if claim.unknown_reads
    ]
    races = [race for item in happened for layer in item.started for race in layer.races]
    # Both layers of a race name it.
    return verdict_of(trace.name, result, tuple(dict.fromkeys(broken + unwritten + races)))
