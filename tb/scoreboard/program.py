"""The register program that is played: the rules that it breaks, and what the reference cannot compute."""

from __future__ import annotations

from models.reference import Happened
from tb.findings import NOT_MODELLED, Findings
from tb.scoreboard.limits import CheckerConfig


class ProgramChecker:
    """Reports broken rules: as warnings, or as errors where the test did not announce them."""

    def __init__(self, findings: Findings, config: CheckerConfig) -> None:
        self._findings, self._announced = findings, config.announced

    def check(self, happened: Happened, time_ns: float) -> None:
        """Look at what a register write did."""
        for violation in happened.broken:
            if self._announced is None or violation.rule in self._announced:
                self._findings.warn("illegal-program", str(violation), time_ns)
            else:
                text = f"{violation}; a test that means to break this rule announces it"
                self._findings.error("illegal-program", text, time_ns)
        for text in happened.refused:
            self._findings.fatal(NOT_MODELLED, f"{text}: nothing of it is checked", time_ns)
