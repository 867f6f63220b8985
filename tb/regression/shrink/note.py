"""What became of a run that was made smaller, on disk: for the report, which is made later."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from tb.regression.plan.run import Run
from tb.regression.shrink.shrink import Shrunk
from tb.whole_file import write_whole

FILE = "shrunk.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShrunkNote:
    """A run that was made smaller.

    Attributes:
        run: the id of the run that failed.
        signature: how it fails.
        lines: what is said of it, commands among it.
        test: the file of the written test.
        text: that file's text.
    """

    run: str
    signature: str
    lines: tuple[str, ...]
    test: str
    text: str


def write_note(run: Run, shrunk: Shrunk, lines: Sequence[str]) -> None:
    """Write down what became of a run, where its shrinking lies."""
    note = ShrunkNote(
        run=run.id,
        signature=shrunk.signature,
        lines=tuple(lines),
        test=str(shrunk.test),
        text=shrunk.test.read_text(),
    )
    write_whole(shrunk.test.parents[1] / FILE, json.dumps(asdict(note), indent=1))


def read_note(path: Path) -> ShrunkNote:
    """What became of a run.

    Raises:
        ValueError: the file is damaged, or of another version.
    """
    try:
        data = json.loads(path.read_text())
        note = ShrunkNote(**{**data, "lines": tuple(data["lines"])})
    except (TypeError, KeyError, ValueError) as error:
        raise ValueError(f"damaged, or of another version ({error})") from error
    if not all(isinstance(text, str) for text in (note.run, note.signature, note.test, note.text, *note.lines)):
        raise ValueError("damaged, or of another version (a text is none)")
    return note
