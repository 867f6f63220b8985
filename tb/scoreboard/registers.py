"""Every register read of the device under test, against the reference's prediction."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from models.prediction import Prediction
from models.reference import Happened, ReferenceDevice
from models.registers import ReadKind
from tb.findings import Findings


class RegisterChecker:
    """Reads in the order of their requests; a value may be sampled anywhere between request and answer.

    Args:
        device: the reference.
        findings: where what is wrong goes.
        counters: the test's.
        errata: ids of faults of the part that each register would show.

    Attributes:
        counting: whether reads count as comparisons of the test.
    """

    def __init__(
        self,
        device: ReferenceDevice,
        findings: Findings,
        counters: Counter[str],
        errata: Mapping[str, Sequence[str]] = MappingProxyType({}),
    ) -> None:
        self._device, self._findings, self._counters, self._errata = device, findings, counters, errata
        self.counting = True
        self._asked: deque[tuple[int, Prediction, int]] = deque()

    def clear(self) -> None:
        """Forget reads that were not answered."""
        self._asked.clear()

    def requested(self, address: int) -> None:
        """A read request was taken."""
        self._asked.append((address, self._device.predict(address), self._counters["register writes"]))

    def refused(self, address: int) -> None:
        """A read was answered with an error: its word means nothing."""
        self._drop_lost(address)
        if self._asked:
            self._asked.popleft()

    def answered(self, address: int, word: int, time_ns: float) -> Happened:
        """A read was answered; what it says decides what was open, unless it tells only how it was before.

        Returns:
            What follows from it in the reference.
        """
        self._drop_lost(address)
        after, writes = self._device.predict(address), self._counters["register writes"]
        _, before, writes_before = self._asked.popleft() if self._asked else (address, after, writes)
        allowed = before.widen(after)
        wrong = allowed.mismatch(word)
        self._counters["register reads"] += 1
        self._counters["register reads compared"] += allowed.decides and self.counting
        if wrong:
            register = allowed.register
            kind = "wrong-register" if register is None or register.read is ReadKind.STATIC else "wrong-status"
            name = register.full_name if register else "unmapped"
            text = f"{name} ({address:#07x}) read {word:#010x}: {wrong}"
            if shown := self._errata.get(name):
                text = f"{text}; that may be erratum {' or '.join(shown)}"
            self._findings.error(kind, text, time_ns, about=name)
        counts = writes == writes_before and (wrong or after.mismatch(word) is None)
        happened = self._device.observe(address, word) if counts else Happened()
        self._device.was_read(address)
        return happened

    def _drop_lost(self, address: int) -> None:
        """Forget requests before that of an answer: theirs were lost; the bus monitor has said so."""
        while self._asked and self._asked[0][0] != address:
            self._asked.popleft()
