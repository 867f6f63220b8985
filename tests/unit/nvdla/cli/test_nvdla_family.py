"""What NVDLA shows the command line: the modules with its tests, a line for each trace, units and their faults."""

import re
from importlib.util import find_spec
from itertools import product
from pathlib import Path

import pytest

from sequences.nvdla.traces import find
from sequences.nvdla.traces.play import on_model
from sequences.traces.result import Outcome, TraceVerdict
from tb.cli import self_check
from tb.mutation.faults.elaborated import elaborate_correct
from tb.mutation.faults.equivalent import find_equivalents, read_equivalents
from tb.mutation.faults.find import find_faults
from tb.nvdla import family
from tb.nvdla.mutation import ANY_RESPONDER, WITHOUT_MEMORY, blind
from tb.runner.jobs.vectors import unpack_vectors
from tests.simulation import cocotb_tests

RECORDED = ("bdma_every_route", *(f"conv_cells_{part}" for part in range(1, 6)), "rubik_every_mode")


@pytest.mark.parametrize(("config", "names"), [("nv_full", RECORDED), ("tiny", ()), ("nv_small", ())])
def test_recorded_layers_are_those_of_one_configuration(monkeypatch, tmp_path, config, names):
    monkeypatch.setattr(self_check, "unpack_vectors", lambda archives: unpack_vectors(archives, tmp_path))
    traces = family.FAMILY.traces
    assert tuple(check.name for check in self_check._fitting(traces.player, traces.vectors, config)) == names


def test_what_is_found_is_there_and_has_tests():
    modules = family.FAMILY.test_modules("nv_full")
    assert family.FAMILY.sim_modules("nv_full") == ("tests.sim.nvdla.demo",)
    assert family.FAMILY.sim_modules("nv_small") == ("tests.sim.nvdla.demo_bytes",)
    assert set(family.FAMILY.sim_modules("nv_full")) < set(modules)
    assert not set(family.FAMILY.traces.modules) & set(modules)
    for module in (*modules, *family.FAMILY.traces.modules):
        assert find_spec(module)
        assert cocotb_tests(module), module


def test_a_trace_with_many_warnings_has_one_line(monkeypatch):
    verdict = TraceVerdict("one", Outcome.PASS, warnings=("busy", "race", "race"))
    monkeypatch.setattr(find, "read_trace", lambda *_: None)
    monkeypatch.setattr(on_model, "play_on_model", lambda *_, **__: verdict)
    line = family.NvdlaTraces().play_on_model(Path("one"), "nv_full", strict=False)
    assert str(line) == "PASS one warning: busy (and 2 more)"


@pytest.mark.parametrize(
    ("unit", "config"),
    [
        *product(family.FAMILY.mutation.units, ("nv_full", "tiny")),
        *((unit, "nv_small") for unit in family.FAMILY.mutation.units if unit not in ("BDMA", "RBK")),
    ],
)
def test_the_stages_of_every_unit_have_tests_that_are_there(unit, config):
    stages = family.FAMILY.mutation.stages(unit, config)
    there = {f"{name}.{test}" for name in family.FAMILY.test_modules(config) for test in cocotb_tests(name)}
    assert len({stage.name for stage in stages}) == len(stages)
    played = {"hdl": set(), "python": set()}
    for stage in stages:
        matched = {test for test in there if re.match(stage.test_filter, test)}
        assert {*stage.tests, *stage.without} <= there
        assert matched
        if stage.plusargs:
            continue  # played once more with them
        assert not matched & played[stage.memory]
        played[stage.memory] |= matched
    modules = {test.split(".")[3] for test in there - played["hdl"]}
    assert modules <= blind(unit, moved=config != "nv_small", looked_up=config != "nv_small"), (
        "the others see nothing of the unit"
    )
    assert bool(played["python"]) == (unit not in WITHOUT_MEMORY)


def test_modules_that_are_blind_or_take_any_responder_are_there():
    units = family.FAMILY.mutation.units
    named = {*ANY_RESPONDER, *(name for unit in units for name in blind(unit))}
    assert named <= {name.rsplit(".", 1)[-1] for name in family.FAMILY.test_modules("nv_full")}


def test_every_source_of_a_unit_is_in_the_file_list_and_in_one_unit_only():
    plan = family.FAMILY.mutation
    sources = family.FAMILY.design("nv_full").sources
    sources = [path.relative_to(plan.folder) for path in sources if path.is_relative_to(plan.folder)]
    for unit, patterns in plan.units.items():
        assert all(any(path.match(pattern) for path in sources) for pattern in patterns), unit
    for path in sources:
        owners = [unit for unit, patterns in plan.units.items() if any(path.match(pattern) for pattern in patterns)]
        assert len(owners) <= 1, path


@pytest.mark.parametrize("config", ["nv_full", "tiny", "nv_small"])
def test_the_list_of_equivalent_faults_fits_the_rtl(config):
    plan, design = family.FAMILY.mutation, family.FAMILY.design(config)
    entries = read_equivalents(plan.equivalents)
    faults = find_faults(elaborate_correct(design))
    found = find_equivalents(entries, faults, config=config, sim="verilator", path=plan.equivalents)
    assert 0 < len(found) < len(faults) / 10
