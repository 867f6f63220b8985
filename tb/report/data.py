"""The report as data: one JSON object, of which the page is a rendering."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields, is_dataclass

from tb.report.history.comparison import Comparison
from tb.report.history.history import History
from tb.report.left_out import LeftOut
from tb.report.panels.code import Code
from tb.report.panels.failures import Failures
from tb.report.panels.functional import Functional
from tb.report.panels.networks import NetworkView
from tb.report.panels.plan import PlanPanel
from tb.report.panels.summary import Summary
from tb.report.panels.worth import WorthPanel

VERSION = 1
"""Grows with every change after which an older reader would misread the JSON."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """How a report was made.

    Attributes:
        time: when, UTC, as ISO 8601 has it.
        commit: that of the checkout, and whether files differed from it.
        versions: of what made it.
    """

    time: str
    commit: str
    versions: dict[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportData:
    """A report. A panel that has nothing to show is None.

    Attributes:
        version: that of this form.
        made: when, and from which commit.
        summary: what ran, and what came out.
        plan: the test plan, and what of it is reached.
        failures: failures by what they have in common.
        networks: compiled networks that were played.
        functional: functional coverage.
        code: code coverage.
        worth: what the tests are worth: planted faults.
        history: reports before this one.
        comparison: what changed since another report.
        left_out: what is not counted, and why.
    """

    version: int = VERSION
    made: Made
    summary: Summary
    plan: PlanPanel | None = None
    failures: Failures | None = None
    networks: tuple[NetworkView, ...] | None = None
    functional: Functional | None = None
    code: Code | None = None
    worth: WorthPanel | None = None
    history: History | None = None
    comparison: Comparison | None = None
    left_out: tuple[LeftOut, ...] = ()


def to_json(report: ReportData) -> str:
    """The report as JSON, in few bytes."""
    return json.dumps(report, default=_plain, separators=(",", ":"), ensure_ascii=False)


def _plain(value: object) -> object:
    """What JSON has for a dataclass, a set or an array of numpy.

    Raises:
        TypeError: it has nothing.
    """
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in fields(value)}
    if isinstance(value, frozenset):
        return sorted(value)
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"{type(value).__name__} is no JSON")
