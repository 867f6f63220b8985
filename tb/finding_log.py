"""Tells what a test finds and how far it is, at once: who knows whether it comes to its end."""

from __future__ import annotations

import logging

from models.events import DeviceEvent, Finished
from tb.findings import Finding, Findings, Severity
from tb.memory.traffic import Traffic
from tb.outcome.running import RunningTest
from tb.scoreboard.checker import Checker


class FindingLog:
    """Listens to findings and to a checker; writes to the log and into the run's folder.

    Args:
        findings: those of the tests, one after the other.
        checker: tells which layers end.
        log: where findings are said.

    Attributes:
        running: what is written into the run's folder.
    """

    def __init__(self, findings: Findings, checker: Checker, log: logging.Logger) -> None:
        self.running = RunningTest()
        self._findings, self._log = findings, log
        findings.listeners += [self._found, self._say]
        checker.listeners.append(self._heard)

    def _found(self, finding: Finding) -> None:
        self.running.found(finding, self._findings.origin_ns)

    def _say(self, finding: Finding) -> None:
        level = logging.ERROR if finding.severity is Severity.ERROR else logging.WARNING
        self._log.log(level, "%s", finding.headline)

    def _heard(self, event: DeviceEvent | Traffic) -> None:
        if isinstance(event, Finished):
            self.running.layer_done(self._findings.test_ns(event.time_ns), self._findings.origin_ns)
