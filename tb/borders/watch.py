"""Watches which layers a test has, and when something is wrong, says at which border it begins."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from models.events import Claimed, DeviceEvent, Finished, Reset, Started
from models.layer import Claim, Layer
from tb.borders.carriers.seen import Seen
from tb.borders.carriers.wrong import Inside, wrong_carriers
from tb.borders.comparison.look import Look, look
from tb.borders.divergence.divergence import Divergence, differing, ended_short, missing
from tb.borders.divergence.suspects import widened
from tb.borders.divergence.verdict import Divergences, divergence_lines, finding_of, verdict
from tb.borders.tapped import TappedUnits
from tb.findings import Finding, Findings
from tb.memory.traffic import Traffic
from tb.taps import Tap, read_taps


@dataclass(frozen=True, slots=True)
class DesignTaps:
    """What a design's taps show.

    Attributes:
        folder: where they write.
        lacking: members of links that they do not show, such as ``load_add.last``.
    """

    folder: Path
    lacking: tuple[str, ...] = ()

    def lacking_at(self, tap: str) -> list[str]:
        """The members of a link that are not shown."""
        return [member for link, _, member in (name.partition(".") for name in self.lacking) if link == tap]


class BorderWatch:
    """Holds the taps of a design against the reference, when a test has found an error.

    Args:
        design: its taps.
        units: the units of its hardware configuration.
        findings: those of the test.
        cycle_ns: the longest period of the design's clocks.
    """

    def __init__(self, design: DesignTaps, units: TappedUnits, findings: Findings, cycle_ns: float = 1.0) -> None:
        self._design, self._units, self._findings, self._cycle_ns = design, units, findings, cycle_ns
        self._start_ns = 0.0
        self._forget()

    def begin(self, time_ns: float) -> None:
        """A test begins, with its reset."""
        self._start_ns = time_ns
        self._forget()

    def notify(self, event: DeviceEvent | Traffic) -> None:
        """Something happened."""
        self._seen.notify(event)
        if isinstance(event, Claimed):
            self._claimed(event.claim)
        elif isinstance(event, Started):
            self._layers.append(event.layer)
        elif isinstance(event, Finished):
            self._finished.add(event.layer)
        elif isinstance(event, Reset):
            self.explain(event.time_ns)
            self.begin(event.time_ns)

    def explain(self, end_ns: float = math.inf) -> None:
        """If there are errors, say at the first of them, or at that of the layer, where it begins.

        What was found stays, whatever the taps hold: where they cannot be looked at, the first error says why.
        """
        if self._findings.errors:
            try:
                finding, lines = self._explanation(end_ns)
            except Exception as error:  # whatever it is, it must not stand in place of what was found
                finding, lines = self._findings.errors[0], (_failed(error),)
            self._findings.explain(finding, lines)

    def _explanation(self, end_ns: float) -> tuple[Finding, tuple[str, ...]]:
        """The finding to say it at, and the lines to say."""
        inside = self.inside(end_ns)
        wrong = wrong_carriers(self._units.carriers, inside)
        found = verdict(self._findings.errors, inside, self.divergences(inside), wrong, self._units.subjects)
        if isinstance(found, Divergence):
            finding = finding_of(found, self._findings.errors)
            return finding, divergence_lines(widened(found, inside, self._units.borders), finding)
        return self._findings.errors[0], found

    def inside(self, end_ns: float = math.inf) -> Inside:
        """What is known of the design until a time."""
        taps = {name: tap.between(self._start_ns, end_ns) for name, tap in read_taps(self._design.folder).items()}
        return Inside(taps, self._seen, self._cycle_ns, self._findings.origin_ns)

    def divergences(self, inside: Inside) -> Divergences:
        """The first borders at which the design parts from the reference."""
        by_layer = dict(self.looks(inside))
        differ, ended, held = [], [], []
        for layer, found in by_layer.items():
            differ.append(differing(found, _along(layer, by_layer)))
            if layer in self._finished:
                ended.append(ended_short(found, _along(layer, by_layer)))
            elif layer.taken_by is None:
                held.append(missing(_along(layer, by_layer)))
        return Divergences(*(next(filter(None, some), None) for some in (differ, held, ended)))

    def _forget(self) -> None:
        self._layers: list[Layer] = []
        self._finished: set[Layer] = set()
        self._claims: Counter[str] = Counter()
        self._numbers: dict[Claim, int] = {}
        self._seen = Seen()

    def _claimed(self, claim: Claim) -> None:
        if not self._units.begins(claim):
            return
        self._numbers[claim] = self._claims[claim.block]
        self._claims[claim.block] += 1

    def looks(self, inside: Inside) -> Iterator[tuple[Layer, list[Look]]]:
        """The looks at the borders of each layer, in the order in which the layers started."""
        for layer in self._layers:
            yield layer, list(self._at_layer(layer, inside.taps))

    def _at_layer(self, layer: Layer, taps: Mapping[str, Tap]) -> Iterator[Look]:
        if raced(layer):
            return
        numbers = {claim.block: self._numbers[claim] for claim in layer.claims if claim in self._numbers}
        here = [border for border in self._units.borders if border.block in numbers and border.tap in taps]
        passed = {border.tap: taps[border.tap].of_layer(numbers[border.block]) for border in here}
        for border in here:
            mine = {other.tap: passed[other.tap] for other in here if other.block == border.block}
            found = look(border, layer, mine, self._design.lacking_at(border.tap))
            if found is not None:
                yield found


def _failed(error: Exception) -> str:
    text = " ".join(str(error).split())
    return f"triage failed: {type(error).__name__}{': ' if text else ''}{text}; the findings hold, the taps say nothing"


def _along(layer: Layer, looks: dict[Layer, list[Look]]) -> list[Look]:
    """The looks at a layer and at those that feed it, in the order of the pipeline."""
    before = _along(layer.feeder, looks) if layer.feeder else []
    return [*before, *looks.get(layer, [])]


def raced(layer: Layer) -> bool:
    """Whether a software race decides what passes of a layer: then nobody knows it."""
    own = layer.races or any(claim.races for claim in layer.claims)
    return bool(own) or (layer.feeder is not None and raced(layer.feeder))
