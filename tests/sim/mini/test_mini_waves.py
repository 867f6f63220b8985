"""Views of waves that a simulation wrote: on a fault, with taps, on our RTL and on RTL that is attached.

Signals are called otherwise on each simulator, so what a view names is held against the very file.
"""

import json
import os
import re
import shutil
import subprocess
from dataclasses import replace

import pytest
import pywellen

from tb.mini.family import FAMILY
from tb.runner.attach.attached import read_attached
from tb.runner.jobs.job import CONFIG_VARIABLE
from tb.runner.link_taps import with_taps
from tb.runner.under_test import with_memory
from tb.waves.hierarchy import read_hierarchy
from tb.waves.write import views_of_run
from tests.simulation import play

CONFIG = FAMILY.configs[0]
DEMO, RANDOM, TWO_OF_IT = "tests.sim.mini.demo", "tests.sim.mini.random", r"\.(RandomMini|FaultyMini)Test$"
SOUND = "below ? 8'h80 : result[7:0]"
"""What VECTOR writes."""
NAMES = """
[pins]
irq_done = "their_interrupt"

[taps.vector_scratch]
valid = "vector.vector_scratch[24]"
done = "retire"
place = "vector.vector_scratch[23:8]"
value = "vector.vector_scratch[7:0]"
"""


def faulty(folder):
    """The RTL with a fault in a unit, its files in a folder."""
    design = with_taps(FAMILY.design(CONFIG))
    sources = []
    for source in design.sources:
        text = source.read_text()
        if source.name == "mini_vector.sv":
            assert SOUND in text
            text = text.replace(SOUND, f"{SOUND} ^ 8'd1")
        copy = folder / source.name
        copy.write_text(text)
        sources.append(copy)
    return replace(design, name=f"{design.name}-waves", sources=tuple(sources))


def played(design, sim, module, test_filter=None):
    design = with_memory(design, "hdl", family=FAMILY, config=CONFIG, memory_mb=1)
    env = {CONFIG_VARIABLE: CONFIG}
    return play(design, module, sim, env=env, waves=True, taps=True, test_filter=test_filter)


@pytest.fixture(scope="module", params=["icarus", pytest.param("verilator", marks=pytest.mark.long)])
def run(request, tmp_path_factory):
    """A run in which two tests failed, and the lines of its two views."""
    result = played(faulty(tmp_path_factory.mktemp("rtl")), request.param, RANDOM, TWO_OF_IT)
    assert [record.passed for record in result.records] == [False, False]
    assert views_of_run(result, FAMILY, CONFIG, None) == ""
    return result


def lines_of(result, suffix):
    return result.wave.with_suffix(suffix).read_text().splitlines()


def named(result):
    """Every signal that either view names."""
    save = " ".join(
        line.partition("} ")[2] for line in lines_of(result, ".gtkw") if line.startswith(("+", "#"))
    ).split()
    commands = [line.split()[1] for line in lines_of(result, ".sucl") if line.startswith("variable_add")]
    return {re.sub(r"\[[\d:]+\]$", "", re.sub(r"^\(\d+\)", "", name)) for name in save}, set(commands)


def test_every_signal_is_in_the_file(run):
    there = {re.sub(r"\[\d+\]$", "", s.path) for ss in read_hierarchy(run.wave).scopes.values() for s in ss.values()}
    for names in named(run):
        assert len(names) > 60
        assert names - there == set()


def test_the_unit_that_is_wrong_is_open_with_its_links(run):
    titles = [line[1:] for line in lines_of(run, ".gtkw") if re.match(r"-\w", line)]
    assert "VECTOR to the scratch memory (vector_scratch)" in titles
    assert titles.index("VECTOR to the scratch memory (vector_scratch)") < titles.index("registers (AXI4-Lite)")
    assert "VECTOR module" in titles
    top = "mini_and_memories.dut.vector"
    assert f"scope_add_as_group {top}" in lines_of(run, ".sucl")


def test_the_cursor_is_where_the_waves_have_the_wrong_data(run):
    """The second test's times count from its own reset: only with that added does its marker meet a write."""
    wave = pywellen.Waveform(str(run.wave))
    pins = {found.full_name: found.signal for found in wave.all_vars()}
    markers = [int(line.split()[2]) for line in lines_of(run, ".sucl") if line.startswith("marker_set")]
    assert len(markers) == 2
    assert markers[1] > 1000 * (run.records[0].origin_ns + run.records[0].sim_time_ns)
    for at in markers:
        taken = [pins[f"mini_and_memories.m_axi_{name}"].value_at(at - 1) for name in ("wvalid", "wready")]
        assert taken == [1, 1], at


def test_gtkwave_shows_every_row(run, tmp_path):
    if not all(map(shutil.which, ("gtkwave", "xvfb-run"))):
        pytest.skip("no gtkwave, or no xvfb-run")
    script, said = tmp_path / "count.tcl", tmp_path / "count"
    script.write_text(f"set f [open {said} w]\nputs $f [gtkwave::getTotalNumTraces]\nclose $f\nexit\n")
    save = run.wave.with_suffix(".gtkw")
    command = ["xvfb-run", "-a", "gtkwave", "--script", script, save]
    subprocess.run(command, check=False, capture_output=True, timeout=120, env={**os.environ, "HOME": str(tmp_path)})
    assert int(said.read_text()) == sum(line.startswith(("+", "#", "-")) for line in lines_of(run, ".gtkw"))


@pytest.mark.parametrize("sim", ["icarus", pytest.param("verilator", marks=pytest.mark.long)])
def test_attached_rtl_has_its_own_names(tmp_path, sim):
    design = faulty(tmp_path)
    for file in ("mini.sv", "mini_ring.sv"):
        path = tmp_path / file
        path.write_text(path.read_text().replace("irq_done", "their_interrupt"))
    attach = tmp_path / "mine.toml"
    values = {"top": design.top, "sources": [str(path) for path in design.sources if path.name != "link_tap.sv"]}
    attach.write_text("".join(f"{key} = {json.dumps(value)}\n" for key, value in values.items()) + NAMES)
    attached = read_attached(attach, FAMILY.pins(CONFIG), tmp_path / "build", links=FAMILY.tap_links(CONFIG))
    result = played(attached.design(tmp_path / "build", taps=True), sim, DEMO)
    assert views_of_run(result, FAMILY, CONFIG, attach) == ""
    save = lines_of(result, ".gtkw")
    below = "mini_with_bench_pins_and_memories.dut.dut"
    assert f"+{{their_interrupt}} {below}.their_interrupt" in save
    users = f"+{{vector.vector_scratch}} {below}.vector.vector_scratch[24:0]"
    taps = "+{payload} mini_with_bench_pins_and_memories.dut.vector_scratch_tap.payload[23:0]"
    assert (users if sim == "icarus" else taps) in save  # Verilator's file has the members of the structure
