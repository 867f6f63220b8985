"""The device and its HDL memories without Python: built and run beside the checked simulation."""

import ctypes
import subprocess
import time
from dataclasses import replace
from pathlib import Path

import numpy as np

from models.nvdla.config import NV_FULL
from tb.memory.hdl.commands import Command, knob_words
from tb.memory.profile import PROFILES
from tb.nvdla.design import hdl_memories
from tb.nvdla.pins import nvdla_pins
from tb.reports.console import make_console
from tb.reports.progress import LineProgress
from tb.runner.cache import content_key
from tb.runner.design import include_files
from tb.runner.memory_top import with_memories
from tb.runner.paths import BUILD
from tb.runner.simulators.environment import job_environment
from tb.runner.simulators.known import simulator
from tb.runner.simulators.verilator.block_plan import PREFIX
from tb.runner.simulators.verilator.simulator import MAKE_ARGUMENTS, RUNTIME_OPTIMISATION
from tests.bench.nvdla.names import LOADS
from tests.designs import MEMORY_BYTES

HERE = Path(__file__).parent
TOP = "plain_nvdla"
MAIN = HERE / "plain_main.cpp"
MAKE = (*MAKE_ARGUMENTS, RUNTIME_OPTIMISATION)
ORPHAN_LIMIT_CYCLES = 1000
BEGIN, END = "begin", "end"
"""What a plain run says where measuring begins and where it ends; then it waits for an answer."""


def plain_design(inner, config):
    """A design with memories that log nothing, for without a log nothing is checked, below a top without Python."""
    memories = replace(hdl_memories(config, MEMORY_BYTES), logged=False)
    design = with_memories(inner, nvdla_pins(config), memories, BUILD / "generated")
    top = BUILD / "generated" / f"{TOP}-{design.top}.sv"
    lines = (HERE / "plain_nvdla.sv").read_text().replace("NV_nvdla_and_memories", design.top).splitlines()
    absent = [port.pin_prefix for name, port in NV_FULL.ports.items() if name not in config.ports]
    top.write_text("\n".join(line for line in lines if not any(f"{prefix}_memory" in line for prefix in absent)))
    return replace(design, name=TOP, top=TOP, sources=(*design.sources, top))


def build_plain(sim, inner, config):
    """The command that runs the device and its memories."""
    return build_bare(sim, plain_design(inner, config))


def build_bare(sim, design):
    """The command that runs a design without Python; built as checked runs are, unless it was built before.

    Its top has the pins of plain_nvdla.sv, and says `begin` and `end` as that does.
    """
    tool = simulator(sim)
    words = _verilog_words(sim, design)
    identity = [tool.version(), *tool.build_arguments(waves=False), *MAKE, *words, *design.blocks]
    files = [*design.sources, *design.waivers, *include_files(design), MAIN]
    folder = BUILD / sim / f"{design.name}-{content_key(identity, files)}"
    program = folder / design.top
    if not program.is_file():
        folder.mkdir(parents=True, exist_ok=True)
        with job_environment(tool.environment()):
            command = (_icarus if sim == "icarus" else _verilator)(tool, design, folder, words)
            done = subprocess.run([*command, "-o", program], capture_output=True, text=True, check=False)
        if done.returncode:
            raise RuntimeError(f"{sim}: the plain bench does not compile\n{done.stdout}{done.stderr}")
    return ["vvp", "-n", program] if sim == "icarus" else [program]


def _icarus(_tool, design, _folder, words):
    return ["iverilog", "-g2012", "-s", design.top, *words, *design.sources]


def _verilator(tool, design, folder, words):
    progress = LineProgress(make_console())
    progress.start(f"building {design.name}")
    blocks = tool.built_apart(design, folder, progress=progress)
    command = ["verilator", "--cc", "--exe", "--build", "--prefix", PREFIX, "--Mdir", folder]
    command += ["--top-module", design.top]
    command += [word for argument in MAKE for word in ("-MAKEFLAGS", argument)]
    command += [*tool.build_arguments(waves=False), "-Wno-fatal", *words, *blocks.arguments]
    return [*command, *design.waivers, *blocks.sources, *design.sources, MAIN]


def _verilog_words(sim, design):
    defines = [f"-D{name}={value}" for name, value in design.defines.items()]
    return [*defines, *(f"-I{path}" for path in design.includes), *design.arguments.get(sim, ())]


def write_commands(folder, config, profile):
    """Give the memories of a run a profile, and what they hold in the checked run that left its files there."""
    for port in config.ports.values():
        words = [Command.CONFIGURE, *knob_words(PROFILES[profile]), ORPHAN_LIMIT_CYCLES, Command.SEED, 1]
        loads = folder / LOADS.format(port.pin_prefix)
        content = [np.array(words, ">u4").tobytes(), loads.read_bytes(), np.array([Command.END], ">u4").tobytes()]
        (folder / f"{port.pin_prefix}_memory_commands.bin").write_bytes(b"".join(content))


def run_plain(command, folder, *plusargs):
    """Run it in a folder with a program; returns the CPU seconds of what is measured, and its cycles."""
    arguments = [*command, *plusargs]
    with subprocess.Popen(arguments, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        begin_s, _ = _at_line(process, BEGIN)
        end_s, rest = _at_line(process, END)
    return end_s - begin_s, int(rest)


def _at_line(process, word):
    """The CPU seconds of a process when it has written a line, and what the line says; lets it go on."""
    for line in process.stdout:
        if line.startswith(word):
            now_s = time.clock_gettime(_processor_clock(process.pid))
            process.stdin.write("\n")
            process.stdin.flush()
            return now_s, line.removeprefix(word).strip()
    raise RuntimeError(f"the plain bench ended without saying {word!r}")


def _processor_clock(pid):
    """The clock of another process; of its own, the checked side reads the same."""
    clock = ctypes.c_int()
    ctypes.CDLL(None).clock_getcpuclockid(pid, ctypes.byref(clock))
    return clock.value
