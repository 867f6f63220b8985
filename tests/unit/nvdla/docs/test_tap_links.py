"""docs/attach.md has the links that any RTL may name as they are."""

import re

from models.nvdla.config import NV_FULL
from tb.nvdla.borders.tap_links import tap_links
from tb.runner.paths import ROOT


def test_the_table_of_links_has_their_members():
    found = {}
    for line in (ROOT / "docs" / "attach.md").read_text().splitlines():
        links, *columns = line.strip("|").split("|")
        if line.startswith("| `") and len(columns) == 2:
            members = re.findall(r"`(\w+)`", columns[0])
            found |= dict.fromkeys(re.findall(r"`(\w+)`", links), (members, "all of them" in columns[0]))
    known = tap_links(NV_FULL).links
    assert found == {name: ([*link.members], link.whole) for name, link in known.items()}
