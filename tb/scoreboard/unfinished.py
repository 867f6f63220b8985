"""What is in flight: at the end of a test an error, in a hang the reason."""

from __future__ import annotations

from models.layer import Layer
from models.reference import ReferenceDevice
from tb.findings import Findings
from tb.scoreboard.writes import WriteChecker


def report_unfinished(device: ReferenceDevice, writes: WriteChecker, findings: Findings, time_ns: float) -> None:
    """Report every layer that did not end, with what it did not write, and every claim that became no layer."""
    for layer in device.layers_in_flight:
        missing = tuple(writes.missing(layer)) or ("all its writes were seen",)
        text = f"{layer} did not end, {_awaited(layer)} was waited for"
        findings.error("unfinished-layer", text, time_ns, missing + layer.explanation)
    for claim in device.claims_waiting:
        why = "a block of its layer was not enabled, or nothing fed it"
        findings.error("unfinished-claim", f"{claim} was enabled, but no layer came of it: {why}", time_ns)


def describe_waiting(device: ReferenceDevice) -> str:
    """What is in flight, for the message of a watchdog."""
    layers = [f"{layer} with {_awaited(layer)}" for layer in device.layers_in_flight]
    claims = [f"{claim} without its partners" for claim in device.claims_waiting]
    return ", ".join(layers + claims) or "nothing: no layer is in flight"


def _awaited(layer: Layer) -> str:
    """What a layer still has to raise, for messages."""
    return ", ".join(layer.interrupts) or "its end"
