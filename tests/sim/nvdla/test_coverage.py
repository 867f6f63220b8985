"""A simulation leaves its coverage where ``make cover`` looks for it."""

import json

import pytest

from tb.coverage.runs import SUFFIX
from tb.nvdla.family import FAMILY
from tests.nvdla.designs import answered
from tests.simulation import Simulation, check, coverage_folder, played

CASE = Simulation("tests.sim.nvdla.demo_bdma", "verilator", "hdl", "tiny")
TEST = "BdmaDemoTest"


@pytest.mark.xdist_group(str(CASE))
def test_what_happened_on_the_pins_is_counted():
    check(played(CASE, answered), TEST)
    folder = coverage_folder(CASE.config, CASE.module, CASE.sim, CASE.responder)
    recorded = json.loads((folder / f"{TEST}{SUFFIX}").read_text())["groups"]
    assert {name: item["version"] for name, item in recorded.items()} == {
        group.name: group.version for group in FAMILY.coverage.groups(CASE.config)
    }
    hits = {name: item["hits"] for name, item in recorded.items()}
    assert hits["bdma"]["source memory x destination memory"]["DBB x DBB"] > 0
    assert set(hits["port DBB"]["kind x stream"]) == {"read x BDMA", "write x BDMA"}
    assert sum(hits["port DBB"]["aw waits"].values()) == sum(
        hits["port DBB"]["kind x length"].get(f"write x {n}", 0) for n in range(1, 5)
    )
    assert hits["interrupts"]["pin rises by"].keys() == {"layer"}
    assert "start" not in hits["together"], "BDMA was alone"
    assert "mode" not in hits["rubik"]
