"""The test plan: each point's goal, what proves it, and what is known of that."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tb.mutation.campaign.campaign import Fate
from tb.plan.checks import wrong_with
from tb.plan.names import PlanNames, names_of
from tb.plan.plan import SECTION, Point, read_plan
from tb.report.panels.functional import Functional
from tb.report.panels.plan_results import TestRuns, covered_by, runs_by_test
from tb.report.sources.campaigns import unit_scores
from tb.report.sources.files import Link, link_to
from tb.report.sources.sources import Sources
from tb.runner.errors import UserError
from tb.runner.paths import ROOT, shown

ENOUGH_PERCENT = 95.0
"""Of the bins that anything can hit, as `make cover` wants it."""


class State(StrEnum):
    """How far something is."""

    FAILED = "failed"
    """A test failed, and not as is known."""
    PARTLY = "partly"
    """Something of it is there."""
    REACHED = "reached"
    NOT_PLAYED = "not played"
    NOT_RECORDED = "not recorded"
    """What tries it leaves no result: rules, faults planted by hand."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedPoint:
    """A point of the plan.

    Attributes:
        name: short and stable.
        part: a unit, or what units share.
        goal: what is to be shown.
        section: the heading that says what is right.
        page: the page with it.
        state: how far it is.
        proofs: what proves it.
    """

    name: str
    part: str
    goal: str
    section: str
    page: Link
    state: State
    proofs: tuple[Proof, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanPanel:
    """The test plan, and what of it is reached.

    Attributes:
        points: in the order of the plan.
        states: how many points are so far; states that no point has are left out.
        enough_percent: of its possible bins that an item needs.
    """

    points: tuple[PlannedPoint, ...]
    states: Mapping[State, int]
    enough_percent: float = ENOUGH_PERCENT


def plan_of(sources: Sources, functional: Functional | None, known: frozenset[str]) -> PlanPanel | None:
    """The plan held against what there is; None if the family has none.

    Args:
        sources: what there is.
        functional: functional coverage.
        known: ids of the runs that failed as is known.
    """
    family = sources.family
    if family.plan is None:
        return None
    try:
        points, names = read_plan(family.plan.path), names_of(family)
    except (UserError, OSError, ValueError) as error:
        sources.leave_out.add(shown(family.plan.path), str(error))
        return None
    for line in wrong_with(points, names):
        sources.leave_out.add("the test plan", line)
    prover = _Prover(sources, names, functional, known)
    planned = tuple(prover.planned(point) for point in points)
    states = [point.state for point in planned]
    return PlanPanel(points=planned, states={state: states.count(state) for state in State if state in states})


def state_of(proofs: Sequence[Proof]) -> State:
    """How far a point is: what tests and coverage say; rules and planted faults do not decide."""
    deciding = [proof.state for proof in proofs if proof.kind in ("tests", "coverage")]
    if not deciding:
        return State.NOT_RECORDED
    if State.FAILED in deciding:
        return State.FAILED
    alike = set(deciding)
    return deciding[0] if len(alike) == 1 else State.PARTLY


class _Prover:
    """Finds what is known of each proof."""

    def __init__(
        self, sources: Sources, names: PlanNames, functional: Functional | None, known: frozenset[str]
    ) -> None:
        self._sources, self._names, self._functional = sources, names, functional
        self._runs = runs_by_test(sources, functional, known)
        mutation = sources.family.mutation
        root = sources.build / "mutation"
        self._scores = unit_scores(root, mutation.folder, sources.leave_out) if mutation else {}

    def planned(self, point: Point) -> PlannedPoint:
        proofs = tuple(proof for kind, given in point.proofs.items() for proof in self._proofs(kind, given))
        found = SECTION.fullmatch(point.section)
        page = ROOT / (found[1] if found else "docs")
        return PlannedPoint(
            name=point.name,
            part=point.part,
            goal=point.goal,
            section=point.section,
            page=link_to(page, point.section, self._sources.page),
            state=state_of(proofs),
            proofs=proofs,
        )

    def _proofs(self, kind: str, given: Sequence[str]) -> Iterator[Proof]:
        if kind == "tests":
            for short in dict.fromkeys(test for name in given for test in self._names.found(kind, name)):
                yield _test(short, self._runs.get(self._names.tests[short], TestRuns()))
        elif kind == "coverage":
            yield from map(self._coverage, given)
        elif kind == "mutants":
            yield from map(self._mutants, given)
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

    def _mutants(self, unit: str) -> Proof:
        score = self._scores.get(unit)
        if score is None:
            return Proof(kind="mutants", name=unit, state=State.NOT_PLAYED, link=("worth",))
        enough = score.percent >= ENOUGH_PERCENT
        text = f"{score.count(Fate.CAUGHT)} of {score.counted} caught"
        return Proof(
            kind="mutants", name=unit, state=State.REACHED if enough else State.PARTLY, text=text, link=("worth",)
        )


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
