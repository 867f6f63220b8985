"""The panels as the page offers them, in order, and what would fill one that is empty."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tab:
    """A panel of the page.

    Attributes:
        name: of its data in the report, and of its links.
        title: its heading.
        empty: what would fill it.
        command: that does so; empty: there is none.
    """

    name: str
    title: str
    empty: str
    command: str = ""


COMPARE = "make report AGAINST=<folder of a regression, or record of the history>"

TABS = (
    Tab("summary", "Summary", "Nothing was played yet.", "make regress SUITE=smoke"),
    Tab("plan", "Plan", "The family has no test plan: tb/<family>/plan.toml would be one."),
    Tab("failures", "Failures", "There are no results of regressions.", "make regress SUITE=smoke"),
    Tab("networks", "Networks", "No compiled network was played; families that know such files have make network."),
    Tab(
        "functional",
        "Functional coverage",
        "Nothing that ran has counted coverage; regressions do, and make test.",
        "make regress SUITE=smoke",
    ),
    Tab(
        "code",
        "Code coverage",
        "No simulation has counted which code of the RTL it reaches; Verilator's do, if they are told to.",
        "make regress SUITE=smoke SIM=verilator CODE_COVERAGE=1",
    ),
    Tab(
        "worth",
        "Worth of the tests",
        "No faults were planted, neither by machine nor by tests that plant them by hand (make selfcheck).",
        "make mutate",
    ),
    Tab(
        "history",
        "History",
        "There is no earlier report on the same suite to draw curves from.",
        "make report",
    ),
    Tab("comparison", "Comparison", "There is no earlier report on the same suite to compare this one with.", COMPARE),
)
