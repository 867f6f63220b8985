"""What became of one run: one line of text, which says itself whether it is whole."""

from __future__ import annotations

import json
import zlib
from dataclasses import asdict, dataclass, replace
from typing import Any

from tb.findings import Finding
from tb.outcome.record import TestRecord
from tb.regression.plan.run import Run

KEPT_FINDINGS = 20


class DamagedResultError(ValueError):
    """A line is no whole result."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunResult:
    """One run and what became of it.

    Attributes:
        run: what was played.
        batch: the batch that played it.
        record: what the test wrote about itself; None if it did not come to its end.
        problem: why it did not: an exception, a crash, a time-out; empty if it did.
        wall_s: time on the wall.
        cpu_s: a processor's time.
        peak_mb: the most memory that its process had had when it ended.
        alone: whether it was played by itself, its batch not having come to an end.
    """

    run: Run
    batch: str
    record: TestRecord | None = None
    problem: str = ""
    wall_s: float = 0.0
    cpu_s: float = 0.0
    peak_mb: float = 0.0
    alone: bool = False

    @property
    def passed(self) -> bool:
        """Whether it came to its end and nothing was wrong."""
        return not self.problem and self.record is not None and self.record.passed

    @property
    def layers(self) -> int:
        """How many layers were played."""
        return self.record.counters.get("layers", 0) if self.record else 0

    @property
    def first_error(self) -> Finding | None:
        """The first finding that makes it fail, if one does."""
        findings = self.record.findings if self.record else ()
        return next((finding for finding in findings if finding.severity == "error"), None)

    @property
    def first_line(self) -> str:
        """What to read first of a run that failed."""
        return self.first_error.headline if self.first_error else self.problem.partition("\n")[0]

    def to_line(self) -> str:
        """The result on one line, with a sum of its bytes in front; of many findings the first ones."""
        kept = self
        if self.record and len(self.record.findings) > KEPT_FINDINGS:
            kept = replace(self, record=replace(self.record, findings=self.record.findings[:KEPT_FINDINGS]))
        text = json.dumps(asdict(kept), separators=(",", ":"))
        return f"{zlib.crc32(text.encode()):08x} {text}"

    @classmethod
    def from_line(cls, line: str) -> RunResult:
        """A result from its line.

        Raises:
            DamagedResultError: the line was cut or changed, or is of another version.
        """
        check, _, text = line.partition(" ")
        if check != f"{zlib.crc32(text.encode()):08x}":
            raise DamagedResultError("a result that is not whole")
        try:
            data: dict[str, Any] = json.loads(text)
            record = data.pop("record")
            return cls(
                run=Run.from_json(data.pop("run")),
                record=None if record is None else TestRecord.from_data(record),
                **data,
            )
        except (TypeError, KeyError, AttributeError, ValueError) as error:
            raise DamagedResultError(f"a result of another version ({error})") from error
