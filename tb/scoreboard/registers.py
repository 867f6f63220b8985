"""Every register read of the device under test, against the reference's prediction."""

from __future__ import annotations

from collections import Counter, deque

from models.prediction import Prediction
from models.reference import ReferenceDevice
from tb.findings import Findings


class RegisterChecker:
    """Reads in the order of their requests; a value may be sampled anywhere between request and answer."""

    def __init__(self, device: ReferenceDevice, findings: Findings, counters: Counter[str]) -> None:
        self._device, self._findings, self._counters = device, findings, counters
        self._asked: deque[tuple[int, Prediction]] = deque()

    def clear(self) -> None:
        """Forget reads that were not answered."""
        self._asked.clear()

    def requested(self, address: int) -> None:
        """A read request was taken."""
        self._asked.append((address, self._device.predict(address)))

    def answered(self, address: int, word: int, time_ns: float) -> None:
        """A read was answered; what it says then settles what was open."""
        while self._asked and self._asked[0][0] != address:
            self._asked.popleft()  # its answer was lost; the bus monitor has said so
        before = self._asked.popleft()[1] if self._asked else self._device.predict(address)
        allowed = before.widen(self._device.predict(address))
        wrong = allowed.mismatch(word)
        self._counters["register reads"] += 1
        if wrong:
            name = allowed.register.full_name if allowed.register else "unmapped"
            kind = "wrong-register" if not allowed.fields else "wrong-status"
            self._findings.error(kind, f"{name} ({address:#07x}) read {word:#010x}: {wrong}", time_ns)
        self._device.observe(address, word)
