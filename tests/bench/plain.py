"""The device and its HDL memories without Python: built and run beside the checked simulation."""

import os
import re
import resource
import subprocess
from dataclasses import replace
from pathlib import Path

import numpy as np

from models.nvdla.config import NV_FULL
from tb.memory.commands import Command, knob_words
from tb.memory.hdl.top import with_memories
from tb.memory.profile import PROFILES
from tb.nvdla.design import behavioural, hdl_memories
from tb.nvdla.pins import nvdla_pins
from tb.runner.cache import content_key
from tb.runner.paths import BUILD
from tb.runner.simulator import simulator
from tests.nvdla_designs import MEMORY_BYTES

HERE = Path(__file__).parent
TOP = "plain_nvdla"
ORPHAN_LIMIT_CYCLES = 1000
VERILATOR = ("-O3", "--x-assign", "fast", "--x-initial", "fast", "-Wno-fatal")


def plain_design():
    """The behavioural RTL with memories that log nothing: without a log nothing is checked."""
    memories = replace(hdl_memories(NV_FULL, MEMORY_BYTES), logged=False)
    design = with_memories(behavioural(NV_FULL), nvdla_pins(NV_FULL), memories, BUILD / "generated")
    return replace(design, top=TOP, sources=(*design.sources, HERE / "plain_nvdla.sv"))


def build_plain(sim):
    """The command that runs it; built unless the same contents were built before."""
    design = plain_design()
    main = HERE / "plain_main.cpp"
    folder = BUILD / "bench" / f"{sim}-{content_key([sim], [*design.sources, main])}"
    if sim == "icarus":
        program, words = folder / "plain.vvp", ["iverilog", "-g2012", "-s", TOP, "-o", str(folder / "plain.vvp")]
        words += map(str, design.sources)
    else:
        program = folder / f"V{TOP}"
        words = ["verilator", "--cc", "--exe", "--build", *VERILATOR, "-MAKEFLAGS", "CFG_CXXFLAGS_PCH_I=-include"]
        words += ["--Mdir", str(folder), "--top-module", TOP, *map(str, (*design.waivers, *design.sources, main))]
    if not program.is_file():
        folder.mkdir(parents=True, exist_ok=True)
        env = {**os.environ, **simulator(sim).environment()}
        done = subprocess.run(words, env=env, capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(f"{sim}: the plain bench does not compile\n{done.stdout}{done.stderr}")
    return ["vvp", "-n", str(program)] if sim == "icarus" else [str(program)]


def write_timing(folder, profile):
    """Give both memories of a run a profile; they load nothing, a copy takes as long whatever it copies."""
    for port in NV_FULL.ports.values():
        words = [Command.CONFIGURE, *knob_words(PROFILES[profile]), ORPHAN_LIMIT_CYCLES, Command.SEED, 1, Command.END]
        np.array(words, ">u4").tofile(folder / f"{port.pin_prefix}_memory_commands.bin")


def run_plain(command, folder, *plusargs):
    """Run it in a folder with a program; returns CPU seconds and cycles."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([*command, *plusargs], cwd=folder, capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cycles = int(re.search(r"cycles (\d+)", done.stdout).group(1))
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, cycles
