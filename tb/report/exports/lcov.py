"""Code coverage as lcov's tracefile, which many editors and servers read.

The form is that of ``man geninfo`` (lcov 2), section "FILES". It knows lines and branches, so expressions and bits are
not in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from tb.code_coverage.annotated import FileCode, Item
from tb.code_coverage.points import Kind

NEVER = "-"
"""Of a branch whose decision was never made."""


def lcov_of(files: Sequence[FileCode], root: Path, test: str = "npuvm") -> str:
    """The tracefile.

    Args:
        files: what was reached.
        root: what their paths are relative to.
        test: a name for all of it: letters, digits, underscores.
    """
    return "".join(f"{line}\n" for file in files for line in _file(file, root, test))


def _file(file: FileCode, root: Path, test: str) -> Iterator[str]:
    lines = [item for item in file.items if item.kind is Kind.LINE]
    branches = [item for item in file.items if item.kind is Kind.BRANCH]
    if not lines and not branches:
        return
    yield f"TN:{test}"
    yield f"SF:{root / file.file}"
    yield from _branches(branches, {item.line: item.hits for item in lines})
    yield f"BRF:{len(branches)}"
    yield f"BRH:{sum(item.hits > 0 for item in branches)}"
    yield from (f"DA:{item.line},{item.hits}" for item in lines)
    yield f"LF:{len(lines)}"
    yield f"LH:{sum(item.hits > 0 for item in lines)}"
    yield "end_of_record"


def _branches(branches: Sequence[Item], hits: dict[int, int]) -> Iterator[str]:
    """All branches of a line are those of one decision: lcov counts decisions by number."""
    numbers: dict[int, int] = {}
    for item in branches:
        number = numbers[item.line] = numbers.get(item.line, -1) + 1
        taken = str(item.hits) if hits.get(item.line, 0) else NEVER
        yield f"BRDA:{item.line},0,{number},{taken}"
