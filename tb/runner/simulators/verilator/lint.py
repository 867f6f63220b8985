"""Verilator as a linter: all its warnings on a design, but for those that the design waives."""

from __future__ import annotations

import os
import subprocess

from tb.runner.design import Design
from tb.runner.simulators.verilator.simulator import VerilatorSimulator


def lint(design: Design) -> str:
    """What ``verilator --lint-only -Wall`` complains about.

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
