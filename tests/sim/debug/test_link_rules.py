"""Every link of the convolution has a checker of the rule of links, and each fires."""

import re

import pytest

from models.nvdla.config import CONFIGS
from tb.nvdla.design import behavioural
from tb.runner.design import Design
from tb.runner.paths import ROOT
from tests.sim.debug.link_rule_cases import LINKS_VARIABLE
from tests.simulation import SIMULATORS, check, play

TOP = "nvdla_convolution_checks"
FILES = ("nvdla_config_pkg", "nvdla_link_pkg", "nvdla_check_pkg", "nvdla_link_check", TOP)
CONVOLUTION = (ROOT / "rtl_stubs" / "nvdla" / "top" / "nvdla_convolution.sv").read_text()
LINKS = ("cacc_sdp", *re.findall(r"^  logic (\w+)_valid, \1_ready;", CONVOLUTION, re.MULTILINE))
AT_A_TIME = 8  # the log tells 20 assertions, two a link


@pytest.mark.parametrize("first", range(0, len(LINKS), AT_A_TIME))
@pytest.mark.parametrize("sim", SIMULATORS)
def test_a_broken_rule_is_caught(sim, first):
    sources = tuple(path for path in behavioural(CONFIGS["tiny"]).sources if path.stem in FILES)
    links = LINKS[first : first + AT_A_TIME]
    design = Design(name=TOP, top=TOP, sources=sources)
    result = play(design, "tests.sim.debug.link_rule_cases", sim, env={LINKS_VARIABLE: " ".join(links)})
    check(result, "broken_links")
    told = re.findall(r"^assertion (\S+) failed in \S*?(\w+)_rule at", result.log.read_text(), re.MULTILINE)
    assert sorted(told) == sorted((rule, link) for link in links for rule in ("payload-changed", "valid-withdrawn"))
