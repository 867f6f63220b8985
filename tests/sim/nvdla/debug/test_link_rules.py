"""Every link between units has a checker of the rule of links, and each fires; and a hold of its own."""

import re

import pytest

from models.nvdla.config import CONFIGS
from tb.nvdla.design import behavioural
from tb.runner.design import Design
from tb.runner.paths import ROOT
from tests.sim.nvdla.debug.link_rule_cases import LINKS_VARIABLE
from tests.simulation import ICARUS_FIRST, check, play

TOP = ROOT / "rtl_stubs" / "nvdla" / "top"
FILES = ("nvdla_config_pkg", "nvdla_link_pkg", "check_pkg", "link_check")
FIRST_OF_MEMORIES = 64
AT_A_TIME = 8  # the log tells 20 assertions, two a link


def links_of(module):
    """The links that a module of the top has between its units."""
    declared = re.findall(r"^  logic +(.*);", (TOP / f"{module}.sv").read_text(), re.MULTILINE)
    names = [name.strip() for line in declared for name in line.split(",")]
    return [name.removesuffix("_valid") for name in names if name.endswith("_valid")]


LINKS = {
    "nvdla_convolution_checks": ["cacc_sdp", *links_of("nvdla_convolution")],
    "nvdla_units_checks": [name for name in links_of("nvdla_units") if name != "cacc_sdp"],
}
"""By the module with their checkers: what leaves the convolution is checked there."""
CHUNKS = [
    (top, links[first : first + AT_A_TIME]) for top, links in LINKS.items() for first in range(0, len(links), AT_A_TIME)
]


@pytest.mark.parametrize(("top", "links"), CHUNKS, ids=[f"{top}-{links[0]}" for top, links in CHUNKS])
@pytest.mark.parametrize("sim", ICARUS_FIRST)
def test_a_broken_rule_is_caught(sim, top, links):
    sources = tuple(path for path in behavioural(CONFIGS["tiny"]).sources if path.stem in (*FILES, top))
    design = Design(name=top, top=top, sources=sources)
    result = play(design, "tests.sim.nvdla.debug.link_rule_cases", sim, env={LINKS_VARIABLE: " ".join(links)})
    check(result, "broken_links")
    told = re.findall(r"^assertion (\S+) failed in \S*?(\w+)_rule at", result.log.read_text(), re.MULTILINE)
    assert sorted(told) == sorted((rule, link) for link in links for rule in ("payload-changed", "valid-withdrawn"))


def test_every_link_is_held():
    """What holds a link has a number of its own, below those of the memory interfaces' links."""
    held = {top: _held(top) for top in ("nvdla_convolution", "nvdla_units")}
    for top, holds in held.items():
        links = [link for _, link in holds]
        assert sorted(links) == sorted(links_of(top))
    numbers = [number for holds in held.values() for number, _ in holds]
    assert len(set(numbers)) == len(numbers)
    assert max(numbers) < FIRST_OF_MEMORIES


def _held(top):
    found = re.findall(r"`HELD_LINK\((\d+), (\w+)\)", (TOP / f"{top}.sv").read_text())
    return [(int(number), link) for number, link in found]
