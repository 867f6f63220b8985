"""The test that runs: the simulation side writes what it finds and how far it is, for whoever watches or outlives it.

One JSON object a line: first the test, then findings as they are made, what it is at, and now and then the progress.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tb.findings import Finding, Severity
from tb.outcome.record import RUN_DIR_VARIABLE, TestRecord, finding_of
from tb.whole_file import append_line, complete_lines

RUNNING_FILE = "running.jsonl"
QUIET_S = 1.0
RUN_ENDED = "run-ended"


class RunningTest:
    """Writes about the test that runs, from its `begin` on; a simulation started by hand writes nothing.

    Args:
        quiet_s: how long it says nothing about progress.
    """

    def __init__(self, quiet_s: float = QUIET_S) -> None:
        self._quiet_s = quiet_s
        folder = os.environ.get(RUN_DIR_VARIABLE)
        self._path = Path(folder) / RUNNING_FILE if folder else None
        self._layers, self._next_s, self._begun = 0, 0.0, False

    def begin(self, name: str, seed: int) -> None:
        """A test begins; what was written about the one before is dropped: that has its record."""
        self._layers, self._next_s, self._begun = 0, time.monotonic() + self._quiet_s, True
        self._write({"name": name, "seed": seed}, anew=True)

    def found(self, finding: Finding, origin_ns: float = 0.0) -> None:
        """Something was found, in a test that began at a time of the simulation."""
        self._write({"finding": asdict(finding), "origin_ns": origin_ns})

    def layer_done(self, test_ns: float, origin_ns: float = 0.0) -> None:
        """A layer has ended, likewise; written now and then."""
        self._layers += 1
        now_s = time.monotonic()
        if now_s >= self._next_s:
            self._next_s = now_s + self._quiet_s
            self._write({"layers": self._layers, "test_ns": test_ns, "origin_ns": origin_ns})

    def is_at(self, what: str) -> None:
        """What the test is at, in a few words."""
        self._write({"at": what})

    def _write(self, line: Mapping[str, Any], *, anew: bool = False) -> None:
        if self._path is not None and self._begun:
            append_line(self._path, json.dumps(line), anew=anew)


def progress_of(run_dir: Path) -> str:
    """Which test runs and how far it is, for a line of progress; empty if nobody has written about it."""
    lines = _lines(run_dir)
    if not lines:
        return ""
    name = str(lines[0]["name"])
    words = [name.rpartition(".")[2] if name.replace(".", "").isidentifier() else name]
    if at := next((line["at"] for line in reversed(lines) if "at" in line), ""):
        words.append(at)
    if last := _last_progress(lines):
        words += [f"{last['layers']:,} layers", f"{last['test_ns'] / 1000:,.0f} us"]
    if errors := sum("finding" in line and line["finding"]["severity"] == Severity.ERROR for line in lines):
        words.append(f"{errors} finding(s)")
    return ", ".join(words)


def interrupted_test(run_dir: Path, records: Sequence[TestRecord], problem: str) -> TestRecord | None:
    """The record that the test which ran when its simulation ended could not write.

    Args:
        run_dir: the run's folder.
        records: of the tests that came to their end.
        problem: why the simulation ended, on one line.

    Returns:
        A failed test with what it has found so far; None if none was running.
    """
    lines = _lines(run_dir)
    if not lines or lines[0]["name"] in {record.name for record in records}:
        return None
    last = _last_progress(lines) or {"layers": 0, "test_ns": 0.0}
    reason = f"the simulation ended while this test ran: {problem}"
    made = [finding_of(line["finding"]) for line in lines if "finding" in line]
    findings = [Finding(RUN_ENDED, reason, max([last["test_ns"], *(item.time_ns for item in made)])), *made]
    kinds = [f"{finding.severity} {finding.kind}" for finding in findings]
    return TestRecord(
        name=str(lines[0]["name"]),
        passed=False,
        seed=int(lines[0]["seed"]),
        sim_time_ns=float(findings[0].time_ns),
        counters={"layers": last["layers"]} if last["layers"] else {},
        findings=tuple(findings),
        counts={kind: kinds.count(kind) for kind in kinds},
        origin_ns=max((line["origin_ns"] for line in lines if "origin_ns" in line), default=0.0),
    )


def _last_progress(lines: Sequence[dict[str, Any]]) -> dict[str, Any] | None:
    return next((line for line in reversed(lines) if "layers" in line), None)


def _lines(run_dir: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in complete_lines(run_dir / RUNNING_FILE)]
