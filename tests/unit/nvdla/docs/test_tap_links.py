"""docs/attach.md has the links that any RTL may name as they are."""

import re

from models.nvdla.config import NV_FULL
from tb.nvdla.borders.tap_links import tap_links
from tb.runner.paths import ROOT

HEADER = "| link | members, the highest first |"
NUMBER = re.compile(r"(?<=^memory_)(\w+)_\d+$")


def test_the_table_of_links_has_their_members():
    found = {}
    for line in rows():
        links, members, _ = line.strip("|").split("|")
        named = re.findall(r"`(\w+)`", members.partition(":")[0])
        whole = "all of them" in members or len(named) == 1
        found |= dict.fromkeys(re.findall(r"`([\w<>]+)`", links), (named, whole))
    known = tap_links(NV_FULL).links
    assert found == {
        NUMBER.sub(r"\1_<n>", name): ([*link.members], link.whole or len(link.members) == 1)
        for name, link in known.items()
    }


def rows():
    """The table's lines behind its header."""
    lines = (ROOT / "docs" / "attach.md").read_text().splitlines()
    first = next(at for at, line in enumerate(lines) if line.startswith(HEADER)) + 2
    return lines[first : lines.index("", first)]
