"""Code coverage of mini's behavioural RTL: what Verilator counts, as the bench leaves it."""

import pytest

from tb.code_coverage.annotated import Origin, annotated
from tb.code_coverage.counted import Counted
from tb.code_coverage.merge import merge_code
from tb.code_coverage.points import Kind
from tb.code_coverage.recorded import runs_of
from tb.mini.family import FAMILY
from tb.runner.jobs.job import CONFIG_VARIABLE
from tb.runner.paths import ROOT
from tests.designs import answered
from tests.simulation import play

CONFIG = FAMILY.configs[0]
VECTOR, MASK = "rtl_stubs/mini/vector/mini_vector.sv", "rtl_stubs/mini/ring/mini_registers.sv"


@pytest.mark.long
def test_each_test_leaves_what_it_has_reached(tmp_path):
    record = tmp_path / "code.jsonl"
    env = {CONFIG_VARIABLE: CONFIG}
    design = answered(FAMILY, "hdl", CONFIG)
    result = play(design, "tests.sim.mini.registers", "verilator", env=env, counted=Counted.CODE, code=record)
    assert result.passed
    runs = list(runs_of(record))
    assert [run.test for run in runs] == [one.name for one in result.records]
    assert len({run.points for run in runs}) == 1

    said = []
    code = merge_code([record], lambda what, why: said.append(f"{what}: {why}"), ROOT)
    assert not said
    files = {file.file: file for file in annotated(code)}
    assert {Origin.RTL, Origin.GENERATED, Origin.BENCH} == {file.origin for file in files.values()}
    assert {item.kind for item in files[VECTOR].items} == {Kind.LINE, Kind.BRANCH, Kind.EXPRESSION}
    assert any(item.hits for item in files[MASK].items if item.kind is Kind.BRANCH)
    unreached = [item for item in files[VECTOR].items if item.kind is Kind.LINE and not item.hits]
    assert unreached  # registers alone compute nothing
