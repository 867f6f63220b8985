"""Records on disk, a file each: ``<folder>/<family>/<time>-<key>.json``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from tb.report.history.record import VERSION, Head, Record
from tb.report.left_out import LeaveOut
from tb.runner.paths import shown
from tb.versioned import from_versioned, to_versioned
from tb.whole_file import write_whole

SUFFIX = ".json"
H = TypeVar("H", bound=Head)


def write_record(record: Record, folder: Path) -> Path:
    """Write a record; that of the same report, made earlier, goes.

    Args:
        record: what is kept of a report.
        folder: that of all records.

    Returns:
        Its file.

    Raises:
        OSError: it cannot be written.
    """
    own = folder / record.subject.family
    file = own / f"{re.sub('[^0-9T]', '', record.time.partition('+')[0])}-{record.key}{SUFFIX}"
    write_whole(file, to_versioned(record, VERSION))
    for other in own.glob(f"*-{record.key}{SUFFIX}"):
        if other != file:
            other.unlink(missing_ok=True)
    return file


def read_record(path: Path, kind: type[H]) -> H:
    """Read a record, or its head alone.

    Raises:
        VersionedError: it is damaged, or of another version.
        OSError: it cannot be read.
    """
    return from_versioned(path.read_bytes(), kind, VERSION)


def earlier(record: Record, folder: Path, leave_out: LeaveOut) -> Iterator[tuple[Path, Head]]:
    """The records on the subject of one that are earlier than that, in order of their time.

    Args:
        record: that one.
        folder: that of all records.
        leave_out: gets what is damaged, or of another version.
    """
    for path, head in _heads(folder / record.subject.family, leave_out):
        if head.subject == record.subject and head.key != record.key and head.when <= record.when:
            yield path, head


def _heads(folder: Path, leave_out: LeaveOut) -> Sequence[tuple[Path, Head]]:
    found = []
    for path in folder.glob(f"*{SUFFIX}"):
        try:
            head = read_record(path, Head)
            found.append((head.when, path, head))
        except ValueError as error:
            leave_out.add(shown(path), f"no record of a report: {error}")
        except OSError as error:
            leave_out.add(shown(path), f"cannot be read ({error.strerror})")
    return [(path, head) for _, path, head in sorted(found, key=lambda one: one[0])]
