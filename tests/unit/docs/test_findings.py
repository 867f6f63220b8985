"""docs/findings.md has every kind of finding, and no other."""

import re

import pytest

from tb.memory import rules
from tb.register_bus.axi_lite.config import AxiLiteAgentConfig
from tb.register_bus.axi_lite.rules import AxiLiteRule
from tb.register_bus.csb.config import CsbAgentConfig
from tb.register_bus.rules import BusRule
from tb.runner.paths import ROOT
from tools.references.__main__ import read_tree

DOCUMENTED = re.findall(r"^\| `([a-z-]+)` \|", (ROOT / "docs" / "findings.md").read_text(), re.MULTILINE)
SOURCE = "\n".join(path.read_text() for path in sorted((ROOT / "tb").rglob("*.py")))
REPORTED = {
    *re.findall(r'(?:findings\.|self\._)(?:error|warn|fatal)\(\s*"([a-z-]+)"', SOURCE),
    *re.findall(r'^KIND = "([a-z-]+)"', SOURCE, re.MULTILINE),
    *rules.AxiRule,
    *(bus.kind_of(rule) for bus in (CsbAgentConfig, AxiLiteAgentConfig) for rule in BusRule),
    *(AxiLiteAgentConfig.kind_of(rule) for rule in AxiLiteRule),
}


def test_every_kind_that_is_reported_has_its_line():
    assert len(REPORTED) > 30
    assert sorted(REPORTED - set(DOCUMENTED)) == []


def test_every_line_is_about_a_kind_that_there_is():
    if absent := read_tree(ROOT).absent:
        pytest.skip(f"some kinds may be those of {', '.join(absent)}")
    assert [kind for kind in DOCUMENTED if kind not in REPORTED and f'"{kind}"' not in SOURCE] == []
    assert len(DOCUMENTED) == len(set(DOCUMENTED))
