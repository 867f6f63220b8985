"""What proves a point of the test plan, and what is known of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tb.mutation.campaign.campaign import Fate
from tb.plan.names import PlanNames
from tb.report.panels.functional import Functional
from tb.report.panels.plan_results import TestRuns, covered_by, runs_by_test
from tb.report.sources.campaigns import unit_scores
from tb.report.sources.sources import Sources

ENOUGH_PERCENT = 95.0
"""Of bins that anything can hit, as `make cover` wants it; of faults that somebody should see, as `make mutate`."""


class State(StrEnum):
    """How far something is."""

    FAILED = "failed"
    """A test failed, and not as is known."""
    PARTLY = "partly"
    """Something of it is there."""
    REACHED = "reached"
    NOT_PLAYED = "not played"
    NOT_RECORDED = "not recorded"
    """What tries it leaves no result, as tests of rules do, or has left none yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """One thing that proves a point.

    Attributes:
        kind: ``tests``, ``coverage``, ``rules``, ``faults`` or ``mutants``.
        name: a test's or an item's; what the plan says, of others.
        state: how far it is.
        text: the same in numbers.
        link: where in the page it leads: the words of a link; empty: nowhere.
    """

    kind: str
    name: str
    state: State
    text: str = ""
    link: tuple[str, ...] = ()


def state_of(proofs: Sequence[Proof]) -> State:
    """How far a point is: what tests and coverage say; rules and planted faults do not decide."""
    deciding = [proof.state for proof in proofs if proof.kind in ("tests", "coverage")]
    if not deciding:
        return State.NOT_RECORDED
    if State.FAILED in deciding:
        return State.FAILED
    alike = set(deciding)
    return deciding[0] if len(alike) == 1 else State.PARTLY


class Prover:
    """Finds what is known of each proof.

    Args:
        sources: what there is.
        names: what a plan may name.
        functional: functional coverage.
        known: ids of the runs that failed as is known.
    """

    def __init__(
        self, sources: Sources, names: PlanNames, functional: Functional | None, known: frozenset[str]
    ) -> None:
        self._names, self._functional = names, functional
        self._runs = runs_by_test(sources, functional, known)
        self._scores = unit_scores(sources.campaigns)
        self._tried = {fault.name: fault for fault in sources.by_hand}

    def proofs(self, kind: str, given: Sequence[str]) -> Iterator[Proof]:
        """What is known of proofs of one kind, by the names that a point of the plan gives."""
        if kind == "tests":
            for short in dict.fromkeys(test for name in given for test in self._names.found(kind, name)):
                yield _test(short, self._runs.get(self._names.tests[short], TestRuns()))
        elif kind == "coverage":
            yield from map(self._coverage, given)
        elif kind == "mutants":
            yield from map(self._mutants, given)
        elif kind == "faults":
            yield from map(self._faults, given)
        else:
            yield from (Proof(kind=kind, name=name, state=State.NOT_RECORDED) for name in given)

    def _coverage(self, name: str) -> Proof:
        """What configurations have covered of items; that in which they have the most bins decides."""
        found = covered_by(frozenset(self._names.found("coverage", name)), self._functional)
        if not any(tally.hit for tally in found.values()):
            return Proof(kind="coverage", name=name, state=State.NOT_PLAYED)
        largest = max(found, key=lambda config: (found[config].possible, found[config].hit))
        enough = found[largest].possible_percent >= ENOUGH_PERCENT
        texts = [f"{config}: {tally.hit} of {tally.possible} bins" for config, tally in found.items()]
        where = [] if "*" in name else [word for word in name.partition(".")[::2] if word]
        return Proof(
            kind="coverage",
            name=name,
            state=State.REACHED if enough else State.PARTLY,
            text=", ".join(texts),
            link=("functional", largest, *where),
        )

    def _faults(self, name: str) -> Proof:
        names = self._names.found("faults", name)
        tried = [self._tried[one] for one in names if one in self._tried]
        if not tried:
            return Proof(kind="faults", name=name, state=State.NOT_RECORDED)
        caught, left = sum(bool(fault.checker) for fault in tried), len(names) - len(tried)
        text = f"{caught} of {len(names)} caught" + (f", {left} not tried" if left else "")
        state = State.REACHED if caught == len(names) else State.PARTLY
        return Proof(kind="faults", name=name, state=state, text=text, link=("worth",))

    def _mutants(self, unit: str) -> Proof:
        score = self._scores.get(unit)
        if score is None:
            return Proof(kind="mutants", name=unit, state=State.NOT_PLAYED, link=("worth",))
        enough = score.percent >= ENOUGH_PERCENT
        text = f"{score.count(Fate.CAUGHT)} of {score.counted} caught"
        state = State.REACHED if enough else State.PARTLY
        return Proof(kind="mutants", name=unit, state=state, text=text, link=("worth", unit))


def _test(name: str, runs: TestRuns) -> Proof:
    state = State.NOT_PLAYED
    if runs.failed:
        state = State.FAILED
    elif runs.known:
        state = State.PARTLY
    elif runs.passed or runs.recorded:
        state = State.REACHED
    counts = ((runs.passed, "passed"), (runs.failed, "failed"), (runs.known, "failed as is known"))
    words = [f"{count} {word}" for count, word in counts if count]
    if runs.recorded and not words:
        words = ["passed, outside regressions"]
    return Proof(kind="tests", name=name, state=state, text=", ".join(words), link=("failures",) if runs.failed else ())
