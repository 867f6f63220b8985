"""``python -m tb.vipnano.structure_page``: writes docs/vipnano/structures.md from the description of structures."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from models.vipnano.structures.description import KINDS, Member, StructureKind
from tb.runner.paths import ROOT
from tb.whole_file import write_whole

PAGE = ROOT / "docs" / "vipnano" / "structures.md"
HEAD = """# Structures of VIPNano

What a job's structure holds, word by word. [VIPNano's page](README.md#structures) says what it means. This page follows
from [nn.toml](../../models/vipnano/structures/nn.toml) and [tp.toml](../../models/vipnano/structures/tp.toml):
`.venv/bin/python -m tb.vipnano.structure_page` writes it.
"""
COLUMNS = ("word", "bits", "member", "in the guide", "executed", "the driver writes", "used", "what")
TABLE = f"| {' | '.join(COLUMNS)} |\n{'|---' * len(COLUMNS)}|"


def page() -> str:
    """The whole page."""
    return "\n".join([HEAD, *(line for kind in KINDS.values() for line in _section(kind))])


def _section(kind: StructureKind) -> Iterator[str]:
    yield f"## {kind.name}\n"
    if kind.wholes:
        yield "Numbers in several members, the lowest one first:\n"
        for whole in kind.wholes.values():
            yield f"- `{whole.name}`: {', '.join(f'`{part.name}`' for part in whole.parts)}"
        yield ""
    yield TABLE
    yield from (_row(member) for member in kind.members.values())
    yield ""


def _row(member: Member) -> str:
    executed = ", ".join(map(str, member.must))
    value = f"{member.value:#x}" if member.value > 9 else str(member.value)
    written = value if member.value or not member.used else ""
    cells = (member.word, member.bits, f"`{member.name}`", member.guide, executed, written, "" if member.used else "no")
    return f"| {' | '.join(map(str, cells))} | {member.says} |"


def main() -> int:
    """Write the page.

    Returns:
        The exit status, 0.
    """
    write_whole(PAGE, page())
    return 0


if __name__ == "__main__":
    sys.exit(main())
