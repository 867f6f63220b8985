"""The interrupt pin against the reference: no edge that nothing explains, no level that should have changed."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable

from models.reference import ReferenceDevice
from tb.findings import Findings


class InterruptChecker:
    """What the pin may be, over a window of time: a change reaches it some cycles late.

    Args:
        device: the reference; its `levels` are what the pin may have now.
        window_ns: the longest time from a cause to the pin.
        why_none: says why no interrupt may come now.
    """

    def __init__(
        self,
        device: ReferenceDevice,
        findings: Findings,
        counters: Counter[str],
        window_ns: float,
        why_none: Callable[[], str],
    ) -> None:
        self._device, self._findings, self._counters, self._why_none = device, findings, counters, why_none
        self.window_ns = window_ns
        self.clear()

    def clear(self) -> None:
        """Start anew: the pin is low and may be."""
        self._history: deque[tuple[float, frozenset[int]]] = deque(((float("-inf"), frozenset((0,))),))
        self.level = 0

    def update(self, time_ns: float) -> bool:
        """The reference changed: remember what the pin may be from now on; whether that is something new."""
        levels = self._device.levels
        changed = levels != self._history[-1][1]
        if changed:
            self._history.append((time_ns, levels))
        while len(self._history) > 1 and self._history[1][0] < time_ns - self.window_ns:
            self._history.popleft()
        return changed

    def pin(self, level: int, time_ns: float) -> None:
        """The pin changed."""
        self.update(time_ns)
        self.level = level
        self._counters["interrupt edges"] += level
        if all(level not in levels for _, levels in self._window(time_ns)):
            if level:
                self._findings.error("extra-interrupt", f"the interrupt pin rose {self._why_none()}", time_ns)
            else:
                text = "the interrupt pin fell although an unmasked status bit is set"
                self._findings.error("lost-interrupt", text, time_ns)

    def check(self, time_ns: float, waited_for: str) -> None:
        """The pin must have its level by now, if it had one and the same to be for the whole window.

        Args:
            time_ns: now.
            waited_for: what should have moved it, for the message.
        """
        self.update(time_ns)
        if all(self.level not in levels for _, levels in self._window(time_ns)):
            kind, state = ("extra-interrupt", "high") if self.level else ("lost-interrupt", "low")
            self._findings.error(
                kind, f"the interrupt pin is still {state} {self.window_ns:g} ns after {waited_for}", time_ns
            )

    def _window(self, time_ns: float) -> list[tuple[float, frozenset[int]]]:
        """The entry in force when the window began and all since."""
        start = time_ns - self.window_ns
        entries = list(self._history)
        while len(entries) > 1 and entries[1][0] <= start:
            entries.pop(0)
        return entries
