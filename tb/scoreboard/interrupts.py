"""Interrupt lines against the reference: no edge that nothing explains, no level that should have changed."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Mapping

from models.reference import ReferenceDevice
from tb.findings import Findings

Levels = frozenset[int]
History = deque[tuple[float, Levels]]


class InterruptChecker:
    """What lines may be, over a window of time: a change reaches them some cycles late.

    Args:
        device: the reference; its `levels` are what its lines may have now.
        window_ns: the longest time from a cause to a line.
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
        lines = tuple(device.levels)
        self._names = {line: "the interrupt pin" if len(lines) == 1 else f"interrupt line {line}" for line in lines}
        self.clear()

    def clear(self) -> None:
        """Start anew: all lines are low and may be."""
        self._histories: dict[str, History] = {line: deque(((float("-inf"), frozenset((0,))),)) for line in self._names}
        self._levels = dict.fromkeys(self._names, 0)

    @property
    def only_line(self) -> str:
        """The line of a device that has but one.

        Raises:
            ValueError: it has none or several.
        """
        (line,) = self._names
        return line

    def update(self, time_ns: float) -> bool:
        """The reference changed: remember what lines may be from now on; whether that is something new."""
        changed = [self._update(self._histories[line], levels, time_ns) for line, levels in self._device.levels.items()]
        return any(changed)

    def pin(self, line: str, level: int, time_ns: float) -> None:
        """A line changed."""
        self.update(time_ns)
        self._levels[line] = level
        self._counters["interrupt edges"] += level
        if not self._allowed(line, time_ns):
            if level:
                self._findings.error("extra-interrupt", f"{self._names[line]} rose {self._why_none()}", time_ns)
            else:
                text = f"{self._names[line]} fell although an unmasked status bit is set"
                self._findings.error("lost-interrupt", text, time_ns)

    def check(self, time_ns: float, waited_for: str) -> None:
        """Each line must have its level by now, if it had one and the same to be for the whole window.

        Args:
            time_ns: now.
            waited_for: what should have moved it, for the message.
        """
        self.update(time_ns)
        for line, level in self._levels.items():
            if not self._allowed(line, time_ns):
                kind, state = ("extra-interrupt", "high") if level else ("lost-interrupt", "low")
                text = f"{self._names[line]} is still {state} {self.window_ns:g} ns after {waited_for}"
                self._findings.error(kind, text, time_ns)

    @property
    def unserved(self) -> bool:
        """Whether a line is high, and may be."""
        expected: Mapping[str, Levels] = self._device.levels
        return any(level in expected[line] - {0} for line, level in self._levels.items())

    def _update(self, history: History, levels: Levels, time_ns: float) -> bool:
        changed = levels != history[-1][1]
        if changed:
            history.append((time_ns, levels))
        while len(history) > 1 and history[1][0] < time_ns - self.window_ns:
            history.popleft()
        return changed

    def _allowed(self, line: str, time_ns: float) -> bool:
        """Whether a line may have its level, by the entry in force when the window began and by all since."""
        start, entries = time_ns - self.window_ns, list(self._histories[line])
        while len(entries) > 1 and entries[1][0] <= start:
            entries.pop(0)
        return any(self._levels[line] in levels for _, levels in entries)
