"""What failures have in common: the check, the unit, what was said, without numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from types import MappingProxyType

from tb.regression.store.result import RunResult

_NUMBER = re.compile(r"(?<![A-Za-z_])(?:0x[0-9a-f]+|\d[\d.,]*)")
_PLACE = re.compile(r"\[[#, ]*\]|\([#, x]*\)")
BORDER = re.compile(r"(?:first border that differs|so the unit that is wrong): ([^;,]*)")
"""Lines of a finding's details that say at which border between units design and reference part, and who is wrong."""
NOT_FOUND = "the errors that the test provokes were not found"
"""What is said of a run that has neither an error nor another reason to have failed."""
EXCEPTION = "exception"
CLAUSES = MappingProxyType({"hang": 2, "extra-interrupt": 1})
"""How much of a message tells failures apart: of a hang it is said how it was seen, then what waits, the oldest first,
of an interrupt that is too early what waits. What waits behind the oldest differs by chance."""


def signature_of(result: RunResult) -> str:
    """A failed run's signature: no times, addresses or seeds are in it."""
    error = result.first_error
    if error is None:
        said = result.problem.partition("\n")[0] or NOT_FOUND
        return f"{EXCEPTION}: {_without_numbers(said)}"
    borders = [found.group(1) for line in error.details if (found := BORDER.search(line))]
    message = "; ".join(error.message.split("; ")[: CLAUSES.get(error.kind)])
    about = f" {error.about}" if error.about and error.about not in error.message else ""
    return "; ".join(map(_without_numbers, [f"{error.kind}:{about} {message}", *borders]))


def _without_numbers(text: str) -> str:
    return _PLACE.sub("#", _NUMBER.sub("#", text)).strip()


@dataclass(frozen=True, slots=True)
class FailureGroup:
    """Failures of one signature.

    Attributes:
        signature: what they have in common.
        results: them, the shortest run first.
    """

    signature: str
    results: tuple[RunResult, ...]

    @property
    def shortest(self) -> RunResult:
        """The one to look at."""
        return self.results[0]

    @property
    def first_seed(self) -> int:
        """Since which seed there are such failures."""
        return min(result.run.seed for result in self.results)


def grouped(failed: Iterable[RunResult]) -> list[FailureGroup]:
    """Failures by signature, the most frequent first."""
    by_signature: dict[str, list[RunResult]] = {}
    for result in failed:
        by_signature.setdefault(signature_of(result), []).append(result)
    groups = [
        FailureGroup(signature, tuple(sorted(results, key=_length))) for signature, results in by_signature.items()
    ]
    return sorted(groups, key=lambda group: (-len(group.results), group.signature))


def _length(result: RunResult) -> tuple[int, float, int, str]:
    sim_time_ns = result.record.sim_time_ns if result.record else 0.0
    return result.layers, sim_time_ns, result.run.seed, result.run.id
