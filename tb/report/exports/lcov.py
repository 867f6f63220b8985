"""Code coverage as lcov's tracefile, which many editors and servers read.

The form is that of ``man geninfo`` (lcov 2), section "FILES". It knows lines and branches, so expressions and bits are
not in it. As where a source itself leaves code out, what nothing can reach is not in it either, nor is HDL of the
bench.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from tb.code_coverage.annotated import Origin
from tb.code_coverage.points import Kind
from tb.report.panels.code import NO_REASON, UNREACHABLE, Code, CodeFile

TEST = "npuvm"
"""What lcov calls all of it."""
NEVER = "-"
"""Of a branch whose decision was never made."""
Counted = Sequence[tuple[int, int]]
"""Lines and how often each, or a branch of each, was reached."""


def lcov_of(code: Code, root: Path) -> str:
    """The tracefile.

    Args:
        code: what was reached.
        root: what its files' paths are relative to.
    """
    files = [file for file in code.files if file.origin != Origin.BENCH]
    return "".join(f"{line}\n" for file in files for line in _file(file, code.reasons, root))


def _file(file: CodeFile, reasons: Sequence[str], root: Path) -> Iterator[str]:
    lines, branches = (_counted(file, kind, reasons) for kind in (Kind.LINE, Kind.BRANCH))
    if not lines and not branches:
        return
    yield f"TN:{TEST}"
    yield f"SF:{root / file.file}"
    yield from _branches(branches, dict(lines))
    yield f"BRF:{len(branches)}"
    yield f"BRH:{sum(hits > 0 for _, hits in branches)}"
    yield from (f"DA:{line},{hits}" for line, hits in lines)
    yield f"LF:{len(lines)}"
    yield f"LH:{sum(hits > 0 for _, hits in lines)}"
    yield "end_of_record"


def _counted(file: CodeFile, wanted: Kind, reasons: Sequence[str]) -> Counted:
    """What of a kind can be reached."""
    items = file.items
    rows = zip(items.kind, items.line, items.hits, items.reason, strict=True)
    return [
        (line, hits)
        for kind, line, hits, reason in rows
        if kind == wanted and (reason == NO_REASON or not reasons[reason].startswith(UNREACHABLE))
    ]


def _branches(branches: Counted, hits: dict[int, int]) -> Iterator[str]:
    """All branches of a line are those of one decision: lcov counts decisions by number."""
    numbers: dict[int, int] = {}
    for line, taken in branches:
        number = numbers[line] = numbers.get(line, -1) + 1
        yield f"BRDA:{line},0,{number},{taken if hits.get(line, 0) else NEVER}"
