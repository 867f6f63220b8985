"""Files beside the report that it links to: logs, waves, what was made smaller."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from tb.regression.plan.batches import FOLDER as BATCHES
from tb.regression.setup import RERUN
from tb.regression.shrink.note import FILE, ShrunkNote, read_note
from tb.report.left_out import LeaveOut
from tb.report.sources.regressions import PlayedRun
from tb.runner.paths import shown

SHOWN_FILES = {".log": "log", ".fst": "waves", ".vcd": "waves", ".gtkw": "GTKWave", ".sucl": "Surfer"}
"""What is linked of the folder of a run's batch, by suffix, and what the link is called."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A file that the page links to.

    Attributes:
        text: what the link is called.
        href: the file, relative to the page.
    """

    text: str
    href: str


def link_to(path: Path, text: str, page: Path) -> Link:
    """A link to a file from a page in a folder."""
    return Link(text=text, href=quote(os.path.relpath(path, page)))


def links_of(run: PlayedRun, page: Path) -> tuple[Link, ...]:
    """The log and the waves of a run, as far as they are there: a batch that went well leaves no folder."""
    regression, result = run.regression, run.result
    folders = [regression.folder / BATCHES / result.batch]
    if batch := regression.rerun.get(result.run.id):
        folders.insert(0, regression.folder / RERUN / BATCHES / batch)
    files = [path for folder in folders if folder.is_dir() for path in sorted(folder.iterdir())]
    return tuple(
        link_to(path, f"{text} ({path.name})", page)
        for suffix, text in SHOWN_FILES.items()
        for path in files
        if path.suffix == suffix and path.is_file() and path.stat().st_size
    )


def shrunk_notes(root: Path, leave_out: LeaveOut) -> dict[str, ShrunkNote]:
    """What became of runs that were made smaller, by the ids of these runs; of two the newer one.

    Args:
        root: the folder of all that was made smaller.
        leave_out: gets what is damaged.
    """
    found: dict[str, ShrunkNote] = {}
    for path in sorted(root.glob(f"*/{FILE}"), key=lambda path: path.stat().st_mtime):
        try:
            note = read_note(path)
        except (ValueError, OSError) as error:
            leave_out.add(shown(path), str(error))
            continue
        found[note.run] = note
    return found
