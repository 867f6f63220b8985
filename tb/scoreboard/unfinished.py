"""What is in flight and what it lacks: in a hang the reason, at the end of a test an error."""

from __future__ import annotations

from collections.abc import Iterator

from models.layer import Cause, EndKind, Layer
from models.reference import ReferenceDevice
from tb.findings import Findings
from tb.scoreboard.reads import ReadChecker
from tb.scoreboard.writes import WriteChecker

MOST_LAYERS = 3
UNTAKEN = "hands on what nobody has taken"


class Unfinished:
    """Says what layers in flight still lack.

    Args:
        device: the reference.
        reads: knows what they have read.
        writes: knows what they have written.
    """

    def __init__(self, device: ReferenceDevice, reads: ReadChecker, writes: WriteChecker) -> None:
        self._device, self._reads, self._writes = device, reads, writes

    def report(self, findings: Findings, time_ns: float) -> None:
        """Report every layer that did not end, with what it did not write, and every claim that became no layer."""
        in_flight = self._device.layers_in_flight
        for layer in in_flight:
            missing = tuple(self._writes.missing(layer)) or ("all its writes were seen",)
            text = f"{layer} did not end: it {self._lacks(layer)}"
            findings.error("unfinished-layer", text, time_ns, missing + layer.explanation, about=layer.stage)
        for layer in self._device.layers_untaken:
            if layer not in in_flight:
                text = f"{layer} has ended, but {UNTAKEN}"
                findings.error("unfinished-layer", text, time_ns, layer.explanation, about=layer.stage)
        for claim in self._device.claims_waiting:
            why = "a block of its layer was not enabled, or nothing fed it"
            text = f"{claim} was enabled, but no layer came of it: {why}"
            findings.error("unfinished-claim", text, time_ns, about=claim.block)

    @property
    def in_flight(self) -> str:
        """What is in flight, for the message of a watchdog."""
        layers = [f"{layer} {self._lacks(layer)}" for layer in self._device.layers_in_flight]
        claims = [f"{claim} is without its partners" for claim in self._device.claims_waiting]
        return _some(layers + claims) or "no layer is in flight"

    @property
    def no_interrupt_yet(self) -> str:
        """Why no interrupt may come now, for the message about one that came."""
        debts = [(layer, tuple(self._debts(layer))) for layer in self._device.layers_in_flight if layer.interrupts]
        owing = [f"{layer} {_joined(clauses)}" for layer, clauses in debts if clauses]
        if owing:
            return f"although {_some(owing)}"
        running = (
            "none that is in flight has one to raise" if self._device.layers_in_flight else "no layer is in flight"
        )
        return f"and nothing explains it: {running}"

    def _lacks(self, layer: Layer) -> str:
        bits = ", ".join(layer.interrupts)
        return _joined((*self._debts(layer), f"has {bits} to raise" if bits else "has to end"))

    def _debts(self, layer: Layer) -> Iterator[str]:
        """What has to happen before its interrupts may come."""
        yield from self._writes.debts(layer)
        interrupts = [end for end in layer.ends if end.kind is EndKind.RAISE and not end.allowed]
        if any(end.cause is Cause.FETCHED and not self._reads.all_seen(end) for end in interrupts):
            yield "has not read all of its input"
        if any(end.held for end in interrupts):
            yield UNTAKEN


def _joined(clauses: tuple[str, ...]) -> str:
    """``owes this, waits for that and has something to raise``."""
    return " and ".join(filter(None, (", ".join(clauses[:-1]), clauses[-1])))


def _some(texts: list[str]) -> str:
    """A few of them, and how many more there are."""
    more = [f"{len(texts) - MOST_LAYERS} more"] if len(texts) > MOST_LAYERS else []
    return "; ".join(texts[:MOST_LAYERS] + more)
