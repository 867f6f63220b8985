"""Failures that are known: each with a reason and a date, so that they hide nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from fnmatch import fnmatchcase
from pathlib import Path

from tb.regression.signature import FailureGroup, signature_of
from tb.regression.store.result import RunResult
from tb.runner.attach.toml_table import TomlTable, all_wrong
from tb.runner.errors import UserError

KEYS = ("signature", "test", "reason", "since")
ANY = "*"


@dataclass(frozen=True, slots=True)
class KnownFailure:
    """A failure that somebody knows of.

    Attributes:
        signature: that of its runs; ``*`` stands for anything.
        test: the test's name likewise.
        reason: why it is there.
        since: since when it is known.
    """

    signature: str
    test: str
    reason: str
    since: date

    def matches(self, group: FailureGroup) -> bool:
        """Whether all runs of a group are this failure."""
        return fnmatchcase(group.signature, self.signature) and all(
            fnmatchcase(result.run.test.rpartition(".")[2], self.test) for result in group.results
        )


def read_known(path: Path) -> tuple[KnownFailure, ...]:
    """The known failures of a file, which need not be there.

    Raises:
        UserError: something in it is wrong, with all that is.
    """
    if not path.is_file():
        return ()
    table = TomlTable.read(path)
    table.allow(("known",))
    entries = table.values.get("known", [])
    if not isinstance(entries, list) or not all(isinstance(item, dict) for item in entries):
        table.errors.append("known: must be tables, each begun with [[known]]")
        entries = []
    known = [_entry(TomlTable(values, table.errors, f"known {number}: ")) for number, values in enumerate(entries, 1)]
    if table.errors:
        raise UserError(all_wrong(path, table.errors))
    return tuple(known)


def reason_of(group: FailureGroup, known: Sequence[KnownFailure]) -> str:
    """Why a group's failures are known; empty if they are not."""
    found = (item for item in known if item.matches(group))
    return next((f"known since {item.since}: {item.reason}" for item in found), "")


def is_known(result: RunResult, known: Sequence[KnownFailure]) -> bool:
    """Whether a run's failure is known."""
    return bool(reason_of(FailureGroup(signature_of(result), (result,)), known))


def stale(known: Iterable[KnownFailure], groups: Sequence[FailureGroup]) -> list[KnownFailure]:
    """Known failures that did not come."""
    return [item for item in known if not any(item.matches(group) for group in groups)]


def _entry(table: TomlTable) -> KnownFailure:
    table.allow(KEYS)
    since = table.values.get("since")
    if not isinstance(since, date):
        table.errors.append(f"{table.prefix}since = {since!r}: must be a date, such as 2026-11-26")
        since = date.min
    for key in ("signature", "reason"):
        if not table.text(key):
            table.errors.append(f"{table.prefix}no {key}")
    return KnownFailure(table.text("signature"), table.text("test") or ANY, table.text("reason"), since)
