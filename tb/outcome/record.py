"""The result of one test as the simulation side writes it and the command line reads it: one JSON object a line."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from tb.findings import Finding, Findings, Severity
from tb.outcome.network import NetworkRecord, network_of
from tb.whole_file import append_line, complete_lines

RECORDS_FILE = "records.jsonl"
RUN_DIR_VARIABLE = "NPUVM_RUN_DIR"
"""Environment variable that tells the simulation side which folder is its run's own."""
RECORD_VARIABLE = "NPUVM_RECORD"
"""Environment variable that names the folder into which tests write what they played."""
DIALECT_VARIABLE = "NPUVM_DIALECT"
"""Environment variable that names the form in which they do, where a family's traces have several."""


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
        hits: where it was asked for, which bins it hit, packed, by covergroup (`tb.coverage.packed`).
        origin_ns: simulation time at which the test began: times of findings count from there.
        network: the compiled network that it played, or a part of it; None: it played none.
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
    hits: Mapping[str, str] = field(default_factory=dict)
    origin_ns: float = 0.0
    network: NetworkRecord | None = None

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
            origin_ns=findings.origin_ns,
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
            return cls.from_data(json.loads(line))
        except (TypeError, KeyError, AttributeError, json.JSONDecodeError) as error:
            raise ValueError(f"not a test record: {line[:80]!r} ({error})") from error

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> TestRecord:
        """A record from its JSON object.

        Raises:
            TypeError: it has another form.
            KeyError: something is missing.
        """
        findings = tuple(finding_of(item) for item in data.pop("findings"))
        notes = tuple(str(line) for line in data.pop("notes"))
        network = data.pop("network", None)
        return cls(findings=findings, notes=notes, network=network and network_of(network), **data)


def write_record(record: TestRecord) -> None:
    """Add a record to those of the run that this process is; a simulation started by hand keeps none."""
    if RUN_DIR_VARIABLE in os.environ:
        append_line(Path(os.environ[RUN_DIR_VARIABLE]) / RECORDS_FILE, record.to_json())


def read_records(run_dir: Path) -> tuple[TestRecord, ...]:
    """The records that a run has written so far; a last line that a killed simulation cut short is left out.

    Raises:
        ValueError: a complete line is no record.
    """
    return tuple(map(TestRecord.from_json, complete_lines(run_dir / RECORDS_FILE)))


def finding_of(data: Mapping[str, Any]) -> Finding:
    """A finding from its JSON object.

    Raises:
        TypeError: it has another form.
        KeyError: something is missing.
    """
    return Finding(**{**data, "severity": Severity(data["severity"]), "details": tuple(data["details"])})
