"""The result of one test as the simulation side writes it and the command line reads it: one JSON object a line."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

from tb.findings import Finding, Findings, Severity
from tb.whole_file import append_line

RECORDS_FILE = "records.jsonl"
RUN_DIR_VARIABLE = "NPUVM_RUN_DIR"
"""Environment variable that tells the simulation side which folder is its run's own."""
RECORD_VARIABLE = "NPUVM_RECORD"
"""Environment variable that names the folder into which tests write what they played."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TestRecord:
    """What one test did.

    Attributes:
        name: a test's ``module.name`` as cocotb prints it, or the name of a trace.
        passed: whether it passed.
        seed: the seed that its random choices hang on.
        sim_time_ns: simulated time that it took.
        counters: what was done and checked, such as ``layers`` or ``bytes checked``, in the order in which to show it.
        findings: the kept findings, first things first.
        counts: how many findings there were of each severity and kind, such as ``{"error wrong-data": 3}``.
        notes: lines in which the test says what it found out.
    """

    __test__ = False  # pytest: not a test class

    name: str
    passed: bool
    seed: int
    sim_time_ns: float
    counters: Mapping[str, int] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    @classmethod
    def of(
        cls, name: str, findings: Findings, *, seed: int, sim_time_ns: float, counters: Mapping[str, int]
    ) -> TestRecord:
        """The record of a test whose verdict is its findings: it passed if none of them is an error."""
        counts = {f"{severity} {kind}": count for (severity, kind), count in findings.counts.items()}
        return cls(
            name=name,
            passed=not any(severity is Severity.ERROR for severity, _ in findings.counts),
            seed=seed,
            sim_time_ns=sim_time_ns,
            counters=dict(counters),
            findings=tuple(findings.items),
            counts=counts,
        )

    def to_json(self) -> str:
        """The record on one line."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, line: str) -> TestRecord:
        """A record from its line.

        Raises:
            ValueError: the line is no record.
        """
        try:
            data = json.loads(line)
            findings = tuple(finding_of(item) for item in data.pop("findings"))
            notes = tuple(str(line) for line in data.pop("notes"))
            return cls(findings=findings, notes=notes, **data)
        except (TypeError, KeyError, AttributeError, json.JSONDecodeError) as error:
            raise ValueError(f"not a test record: {line[:80]!r} ({error})") from error

    def append(self, run_dir: Path) -> None:
        """Add the record to those of a run."""
        append_line(run_dir / RECORDS_FILE, self.to_json())


def write_record(record: TestRecord) -> None:
    """Add a record to those of the run that this process is; a simulation started by hand keeps none."""
    if RUN_DIR_VARIABLE in os.environ:
        record.append(Path(os.environ[RUN_DIR_VARIABLE]))


def read_records(run_dir: Path) -> tuple[TestRecord, ...]:
    """The records that a run has written so far; a last line that a killed simulation cut short is left out.

    Raises:
        ValueError: a complete line is no record.
    """
    path = run_dir / RECORDS_FILE
    if not path.is_file():
        return ()
    *lines, _unfinished = path.read_text().split("\n")
    return tuple(TestRecord.from_json(line) for line in lines)


def finding_of(data: Mapping[str, object]) -> Finding:
    """A finding from its JSON object.

    Raises:
        TypeError: it has another form.
        KeyError: something is missing.
    """
    details = data["details"]
    if not isinstance(details, list):
        raise TypeError("details are a list of lines")
    return Finding(
        kind=str(data["kind"]),
        message=str(data["message"]),
        time_ns=float(str(data["time_ns"])),
        severity=Severity(str(data["severity"])),
        details=tuple(str(line) for line in details),
        count=int(str(data["count"])),
        last_ns=None if data["last_ns"] is None else float(str(data["last_ns"])),
        about=str(data["about"]),
    )
