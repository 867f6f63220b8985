"""Icarus Verilog."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from cocotb_tools.runner import Icarus

from tb.runner.design import Design
from tb.runner.errors import UserError
from tb.runner.simulators.simulator import GroupRunner, Simulator

PROGRAM = "sim.vvp"
"""What cocotb's runner calls it."""
_FILE_NAMES = b"\n:file_names"


class IcarusRunner(GroupRunner, Icarus):
    """cocotb's Icarus runner in process groups."""


class IcarusSimulator(Simulator):
    """Icarus Verilog 11 or newer, from the system's package manager.

    It needs no arguments: the runner itself asks for SystemVerilog 2012 and adds a module that dumps waves, and Python
    reaches every signal anyway.
    """

    name = "icarus"
    runner = IcarusRunner

    def version(self) -> str:
        """What ``iverilog -V`` says."""
        if shutil.which("iverilog") is None or shutil.which("vvp") is None:
            raise UserError(
                "Icarus Verilog is missing: apt-get install iverilog, or use SIM=verilator, which needs no root"
            )
        text = subprocess.run(["iverilog", "-V"], capture_output=True, text=True, check=False).stdout
        found = re.search(r"version (\S+)", text)
        return found.group(1) if found else "unknown"

    def is_whole(self, design: Design, folder: Path) -> bool:  # noqa: ARG002
        """Whether the program has its last part, a list of files that tells its length: Icarus looks at no error."""
        program = folder / PROGRAM
        if not program.is_file():
            return False
        _, found, end = program.read_bytes().rpartition(_FILE_NAMES)
        count, _, names = end.partition(b";\n")
        return bool(found) and count.strip().isdigit() and names.count(b'";\n') == int(count)

    def wave_file(self, run_dir: Path) -> Path:
        """An FST file."""
        return run_dir / "waves.fst"

    def wave_arguments(self, path: Path) -> Mapping[str, Sequence[str]]:
        """The plusarg that the runner's dumping module reads."""
        return {"plusargs": [f"+dumpfile_path={path}"]}
