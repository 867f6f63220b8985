"""Failures by what they have in common: what was found, how to see it again, how small it becomes."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tb.regression.known import KnownFailure, read_known, reason_of, stale
from tb.regression.shrink.note import ShrunkNote
from tb.regression.signature import FailureGroup, grouped
from tb.report.panels.finding_parts import FindingParts, parts_of
from tb.report.sources.files import Link, link_to, links_of, shrunk_notes
from tb.report.sources.regressions import PlayedRun
from tb.report.sources.sources import Sources

KEPT_RUNS = 200
"""Runs of a group that are listed, the shortest ones."""
ID_DIGITS = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class FailedRun:
    """A run that failed.

    Attributes:
        test: the test's class.
        seed: what its random choices hang on.
        knobs: what was set of it.
        config: the hardware configuration.
        on: simulator and what answers the memory ports.
        layers: how many layers it played.
        line: its own first line.
        replay: the command that plays it again.
        links: its log and waves, as far as they are there.
    """

    test: str
    seed: int
    knobs: str
    config: str
    on: str
    layers: int
    line: str
    replay: str
    links: tuple[Link, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Minimised:
    """A run that was made smaller.

    Attributes:
        lines: what is said of it, commands among it.
        text: the written test.
        links: its files, as far as they are there.
    """

    lines: tuple[str, ...]
    text: str
    links: tuple[Link, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """Failures of one signature.

    Attributes:
        id: that of its link; the same signature has the same one in each report.
        signature: what the failures have in common.
        known: why they are known; empty if they are not.
        line: what to read first, of the shortest run.
        count: how many runs failed so.
        first_seed: since which seed.
        alone: whether the shortest run was played by itself, since its batch did not come to an end.
        problem: why the shortest run did not come to its end; empty if it did.
        findings: of the shortest run.
        notes: what the test itself says.
        runs: the runs, the shortest first, of many the first ones.
        minimised: the smallest program that fails so, if one was looked for.
    """

    id: str
    signature: str
    known: str
    line: str
    count: int
    first_seed: int
    alone: bool
    problem: str
    findings: tuple[FindingParts, ...]
    notes: tuple[str, ...]
    runs: tuple[FailedRun, ...]
    minimised: Minimised | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Failures:
    """All failures.

    Attributes:
        groups: by signature, those that are not known first, then the most frequent.
        stale: known failures that did not come, a line each.
        known_runs: ids of the runs that failed as is known.
    """

    groups: tuple[Failure, ...]
    stale: tuple[str, ...]
    known_runs: frozenset[str]


def failures_of(sources: Sources) -> Failures | None:
    """The failures of what was played; None if nothing was.

    Raises:
        UserError: the file of known failures is wrong.
    """
    if not sources.runs:
        return None
    suites = sources.family.suites
    known = read_known(suites.known) if suites else ()
    played = {run.result.run.id: run for run in sources.runs if not run.result.passed}
    groups = grouped(run.result for run in played.values())
    notes = shrunk_notes(sources.build / "shrink", sources.leave_out) if groups else {}
    reasons = {group.signature: reason_of(group, known) for group in groups}
    shown = tuple(_failure(group, reasons[group.signature], played, notes, sources) for group in groups)
    return Failures(
        groups=tuple(sorted(shown, key=lambda failure: bool(failure.known))),
        stale=tuple(map(_stale_line, stale(known, groups))),
        known_runs=frozenset(result.run.id for group in groups if reasons[group.signature] for result in group.results),
    )


def _failure(
    group: FailureGroup,
    known: str,
    played: Mapping[str, PlayedRun],
    notes: Mapping[str, ShrunkNote],
    sources: Sources,
) -> Failure:
    shortest = group.shortest
    record = shortest.record
    note = next((notes[result.run.id] for result in group.results if result.run.id in notes), None)
    return Failure(
        id=hashlib.sha256(group.signature.encode(errors="replace")).hexdigest()[:ID_DIGITS],
        signature=group.signature,
        known=known,
        line=shortest.first_line,
        count=len(group.results),
        first_seed=group.first_seed,
        alone=shortest.alone,
        problem=shortest.problem,
        findings=tuple(map(parts_of, record.findings)) if record else (),
        notes=record.notes if record else (),
        runs=tuple(_failed_run(played[result.run.id], sources) for result in group.results[:KEPT_RUNS]),
        minimised=None if note is None else _minimised(note, sources.page),
    )


def _failed_run(played: PlayedRun, sources: Sources) -> FailedRun:
    result, run = played.result, played.result.run
    return FailedRun(
        test=run.test.rpartition(".")[2],
        seed=run.seed,
        knobs=run.knob_words,
        config=run.setting.config,
        on=run.setting.on,
        layers=result.layers,
        line=result.first_line,
        replay=sources.replay(played.tests, run),
        links=links_of(played, sources.page),
    )


def _minimised(note: ShrunkNote, page: Path) -> Minimised:
    test = Path(note.test)
    program = test.parents[1] / "program.json"
    files: Sequence[tuple[Path, str]] = ((test, "test"), (program, "program"))
    links = tuple(link_to(path, f"{text} ({path.name})", page) for path, text in files if path.is_file())
    return Minimised(lines=note.lines, text=note.text, links=links)


def _stale_line(failure: KnownFailure) -> str:
    return f"{failure.test}: {failure.signature} (since {failure.since}: {failure.reason})"
