"""Which step of a network findings are about."""

from __future__ import annotations

import re

from models.layer import Layer
from sequences.nvdla.loadables.network import Step
from tb.findings import Finding, Severity

LAYER = re.compile(r"\(layer (\d+)\)")
"""As findings name it."""
EARLY = re.compile(r"(\w+): expected 0x0, got 0x1")
"""A bit of a status that is there too early: what should be there and is not may only wait for that."""
STATUS = re.compile(r"(\w+)\.S_STATUS .*?STATUS_(\d): expected")
"""The first status of a block's two groups that differs."""


class Blame:
    """Knows which layers belong to which step, and what was found first."""

    def __init__(self) -> None:
        self._of: dict[int, Step] = {}
        self._last: dict[tuple[str, str], Step] = {}
        self._running: dict[int, tuple[Step, Layer]] = {}
        self._named: Step | None = None

    def started(self, step: Step, layer: Layer) -> None:
        """A layer of a step has started."""
        self._of[layer.serial] = step
        self._last |= {(claim.block, claim.instance): step for claim in layer.claims}
        self._running[layer.serial] = step, layer

    def ended(self, layer: Layer) -> None:
        """A layer has ended."""
        self._running.pop(layer.serial, None)

    def running(self, step: Step) -> list[Layer]:
        """The layers of a step that have started and have not ended."""
        return [layer for of_layer, layer in self._running.values() if of_layer is step]

    def found(self, finding: Finding) -> None:
        """Something was found: the first that names a layer, or an interrupt or status of one, tells the step."""
        if self._named is None and finding.severity is Severity.ERROR:
            self._named = self._about(finding.message)

    def step(self, *, failed: bool) -> Step | None:
        """The step that the first finding is about; if none names one, the first that was never through.

        Args:
            failed: whether anything is wrong.
        """
        return self._named or (next((step for step, _ in self._running.values()), None) if failed else None)

    def _about(self, message: str) -> Step | None:
        named = (self._of[int(layer)] for layer in LAYER.findall(message) if int(layer) in self._of)
        return next(named, None) or self._early(message) or self._in_group(message)

    def _early(self, message: str) -> Step | None:
        """Whose interrupt has come too early."""
        bits = EARLY.findall(message)
        raising = (step for step, layer in self._running.values() if any(end.bit in bits for end in layer.ends))
        return next(raising, None)

    def _in_group(self, message: str) -> Step | None:
        """What was played last in the group of a block that has another status than it should."""
        found = STATUS.match(message)
        return self._last.get((found[1], f"group {found[2]}")) if found else None
