"""Code coverage: which lines, branches, expressions and bits of the RTL were reached, by which tests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from pathlib import Path

from tb.code_coverage.annotated import FileCode, Item, annotated
from tb.code_coverage.made_of import MissedSignal
from tb.code_coverage.merge import merge_code
from tb.code_coverage.points import Kind
from tb.code_coverage.recorded import CODE_FILE, CODE_FOLDER, SUFFIX
from tb.code_coverage.shares import shares_of
from tb.code_coverage.sources import sources_of
from tb.code_coverage.waivers import Waived, Waiver, WaiverError, read_waivers, source_hash, waive
from tb.report.sources.sources import Sources
from tb.runner.paths import ROOT, shown

NO_REASON = -1
UNREACHABLE = "unreachable: "
"""How the reasons of what nothing can reach begin."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeItems:
    """Items of a file, an array a member.

    Attributes:
        kind: line, branch, expression or toggle.
        line: on which line.
        text: of a branch which way, of an expression its terms, of a toggle which bit; empty for a line.
        hits: how often it was reached.
        tests: number of the set of tests that reach it.
        reason: number of the reason why it is not reached; -1: there is none.
    """

    kind: tuple[str, ...]
    line: tuple[int, ...]
    text: tuple[str, ...]
    hits: tuple[int, ...]
    tests: tuple[int, ...]
    reason: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeFile:
    """A file.

    Attributes:
        file: its path.
        unit: its folder.
        origin: ``rtl``, ``generated`` or ``bench``.
        shares: by kind all, reached, waived, unreachable.
        source: its lines.
        hashes: of lines with holes, what a waiver calls them, by line.
        items: what is to be reached.
    """

    file: str
    unit: str
    origin: str
    shares: Mapping[str, tuple[int, ...]]
    source: tuple[str, ...]
    hashes: Mapping[int, str]
    items: CodeItems


@dataclass(frozen=True, slots=True, kw_only=True)
class Code:
    """Code coverage.

    Attributes:
        designs: of which designs.
        runs: how many runs count.
        tests: tests that passed, as ``module.name``.
        sets: sets of tests, by number.
        reasons: why code is not reached; those that say nothing can reach it begin with `UNREACHABLE`.
        files: all files.
        missed: signals whose bits are not counted.
        stale: lines about waivers that fit no more.
        wrong: lines about waivers that say what is not so.
    """

    designs: tuple[str, ...]
    runs: int
    tests: tuple[str, ...]
    sets: tuple[tuple[int, ...], ...]
    reasons: tuple[str, ...]
    files: tuple[CodeFile, ...]
    missed: tuple[MissedSignal, ...]
    stale: tuple[str, ...]
    wrong: tuple[str, ...]


def code_of(sources: Sources, root: Path = ROOT) -> Code | None:
    """Code coverage of the report's regressions and of what else was counted; None: nothing was.

    Args:
        sources: what there is.
        root: what paths of RTL are relative to.
    """
    code = merge_code(_records(sources), lambda what, why: sources.leave_out.add(_short(what), why), root)
    if not code.runs:
        return None
    files = annotated(code)
    texts = sources_of(files, root)
    waived = waive(_waivers(sources), files, texts, configs=code.configs, root=root)
    sets: dict[tuple[int, ...], int] = {}
    reasons: dict[str, int] = {}
    return Code(
        designs=code.designs,
        runs=code.runs,
        tests=code.tests,
        files=tuple(_file(file, texts.get(file.file, []), waived, sets, reasons) for file in files),
        sets=tuple(sets),
        reasons=tuple(reasons),
        missed=code.missed,
        stale=tuple(waived.stale),
        wrong=tuple(waived.wrong),
    )


def _records(sources: Sources) -> Iterator[Path]:
    for regression in sources.regressions:
        yield from sorted((regression.folder / CODE_FOLDER).glob(f"*{SUFFIX}"))
    for config in sources.configs:
        yield from sorted((sources.build / "coverage" / Path(config).stem).rglob(CODE_FILE))


def _short(what: str) -> str:
    return shown(Path(what)) if Path(what).is_absolute() else what


def _waivers(sources: Sources) -> list[Waiver]:
    coverage = sources.family.coverage
    try:
        return read_waivers(coverage.code_waivers if coverage else None)
    except WaiverError as error:
        sources.leave_out.add("waivers of code", str(error))
        return []


def _file(
    file: FileCode,
    lines: Sequence[str],
    waived: Waived,
    sets: dict[tuple[int, ...], int],
    reasons: dict[str, int],
) -> CodeFile:
    holes = {item.line for item in file.items if not item.hits and item.line <= len(lines)}
    return CodeFile(
        file=file.file,
        unit=file.unit,
        origin=file.origin,
        shares={kind: astuple(share) for kind, share in shares_of([file], waived).items()},
        source=tuple(lines),
        hashes={line: source_hash(lines, line) for line in sorted(holes)},
        items=CodeItems(
            kind=tuple(item.kind for item in file.items),
            line=tuple(item.line for item in file.items),
            text=tuple("" if item.kind is Kind.LINE else item.text for item in file.items),
            hits=tuple(item.hits for item in file.items),
            tests=tuple(sets.setdefault(item.tests, len(sets)) for item in file.items),
            reason=tuple(_reason(file, item, waived, reasons) for item in file.items),
        ),
    )


def _reason(file: FileCode, item: Item, waived: Waived, reasons: dict[str, int]) -> int:
    waiver = None if item.hits else waived.of(file.file, item)
    if waiver is None:
        return NO_REASON
    text = f"{UNREACHABLE}{waiver.reason}" if waiver.unreachable else waiver.reason
    return reasons.setdefault(text, len(reasons))
