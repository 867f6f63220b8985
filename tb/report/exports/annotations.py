"""Failures as lines that continuous integration shows beside a change.

The form is that of GitHub's workflow commands (``::error title=...::...``), which others understand too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from tb.regression.plan.run import Run
from tb.regression.signature import NOT_FOUND, FailureGroup
from tb.report.left_out import LeftOut
from tb.runner.errors import printable

Replay = Callable[[Run], str]
MOST = 10
"""Of one level that are shown of a step; what comes after them is not."""
_ESCAPED = {"%": "%25", "\n": "%0A"}
_ESCAPED_IN_TITLES = {**_ESCAPED, ":": "%3A", ",": "%2C"}


def annotations_of(
    groups: Sequence[FailureGroup],
    reasons: Mapping[str, str],
    left_out: Sequence[LeftOut],
    replay: Replay,
) -> Iterator[str]:
    """A line for each kind of failure, with the first line of its shortest run and the command that plays it again.

    Args:
        groups: the failures, the most frequent first.
        reasons: by signature why a failure is known; empty if it is not.
        left_out: what could not be counted.
        replay: the command that plays a run again.
    """
    unknown = [group for group in groups if not reasons[group.signature]]
    kept = unknown if len(unknown) <= MOST else unknown[: MOST - 1]
    yield from (_of_group("error", group, "", replay) for group in kept)
    if more := len(unknown) - len(kept):
        yield _line("error", f"{more} more kinds of failures", ["the report has all of them"])
    known = [group for group in groups if reasons[group.signature]]
    yield from (_of_group("notice", group, reasons[group.signature], replay) for group in known[:MOST])
    if left_out:
        yield _line("warning", "not everything was counted", [f"{one.what}: {one.why}" for one in left_out])


def _of_group(level: str, group: FailureGroup, reason: str, replay: Replay) -> str:
    shortest, count = group.shortest, len(group.results)
    run, setting = shortest.run, shortest.run.setting
    often = f", {count:,} runs" if count > 1 else ""
    title = f"{run.test.rpartition('.')[2]} on {Path(setting.config).stem}, seed {run.seed}{often}"
    lines = [shortest.first_line or NOT_FOUND, *([reason] if reason else []), f"REPLAY  {replay(run)}"]
    return _line(level, title, lines)


def _line(level: str, title: str, lines: Sequence[str]) -> str:
    text = "\n".join(map(printable, lines))
    return f"::{level} title={_escape(printable(title), _ESCAPED_IN_TITLES)}::{_escape(text, _ESCAPED)}"


def _escape(text: str, letters: Mapping[str, str]) -> str:
    return "".join(letters.get(letter, letter) for letter in text)
