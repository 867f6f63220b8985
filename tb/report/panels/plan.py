"""The test plan: each point's goal, what proves it, and what is known of that."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tb.plan.checks import wrong_with
from tb.plan.names import names_of
from tb.plan.plan import SECTION, Point, read_plan
from tb.report.panels.functional import Functional
from tb.report.panels.plan_proofs import ENOUGH_PERCENT, Proof, Prover, State, state_of
from tb.report.sources.files import Link, link_to
from tb.report.sources.sources import Sources
from tb.runner.errors import UserError
from tb.runner.paths import ROOT, shown


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
    prover = Prover(sources, names, functional, known)
    planned = tuple(_planned(point, prover, sources.page) for point in points)
    states = [point.state for point in planned]
    return PlanPanel(points=planned, states={state: states.count(state) for state in State if state in states})


def _planned(point: Point, prover: Prover, page: Path) -> PlannedPoint:
    proofs = tuple(proof for kind, given in point.proofs.items() for proof in prover.proofs(kind, given))
    found = SECTION.fullmatch(point.section)
    guide = ROOT / (found[1] if found else "docs")
    return PlannedPoint(
        name=point.name,
        part=point.part,
        goal=point.goal,
        section=point.section,
        page=link_to(guide, point.section, page),
        state=state_of(proofs),
        proofs=proofs,
    )
