"""How Verilator would build a design in hierarchical blocks: its plan, without carrying it out."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from tb.runner.design import Design
from tb.runner.simulators.process import run_group

PREFIX = "Vtop"
_ARGUMENTS_FILE = "{prefix}__hierMkArgs.f"
_BLOCK = re.compile(r"^--hierarchical-block (\w+),(\w+)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class PlannedBlock:
    """A block to be built apart.

    Attributes:
        name: Verilator's name for it: the module's, with a suffix where there are several sets of parameters.
        module: the module.
        children: names of the blocks below it, whose wrappers its sources need.
        arguments: what Verilator is to be called with, one or more words a line; folders and wrappers are left out.
    """

    name: str
    module: str
    children: tuple[str, ...]
    arguments: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BlockPlan:
    """The blocks of a design.

    Attributes:
        blocks: by name.
        top_arguments: what tells Verilator of them when it compiles the top.
    """

    blocks: Mapping[str, PlannedBlock]
    top_arguments: tuple[str, ...]


def plan_blocks(
    design: Design,
    arguments: Sequence[str],
    *,
    marks: Path,
    folder: Path,
    log: TextIO,
    tick: Callable[[], None],
) -> BlockPlan:
    """Let Verilator read a design and plan.

    Args:
        design: with `Design.blocks`.
        arguments: options of the simulator.
        marks: the configuration file that names the blocks.
        folder: a new folder for the plan.
        log: gets Verilator's output.
        tick: called several times a second.

    Raises:
        CommandFailedError: Verilator cannot read the design.
    """
    folder.mkdir(parents=True)
    command = ["verilator", "--cc", "--hierarchical", "--top-module", design.top]
    command += ["--prefix", PREFIX, "-Mdir", str(folder), *arguments]
    command += [f"-D{name}={value}" for name, value in design.defines.items()]
    command += [f"-I{include}" for include in design.includes]
    command += [f"-G{name}={value}" for name, value in design.parameters.items()]
    command += [str(path) for path in (marks, *design.waivers, *design.sources)]
    # Verilator starts $MAKE to carry the plan out
    run_group(command, cwd=folder, env={**os.environ, "MAKE": "true"}, output=log, timeout_s=None, tick=tick)
    top = (folder / _ARGUMENTS_FILE.format(prefix=PREFIX)).read_text()
    modules = {name: module for module, name in _BLOCK.findall(top)}
    blocks = {name: _block(name, module, folder) for name, module in modules.items()}
    words = [word for name, module in modules.items() for word in ("--hierarchical-block", f"{module},{name}")]
    return BlockPlan(blocks, tuple(words))


def _block(name: str, module: str, folder: Path) -> PlannedBlock:
    wrapper = re.compile(rf"{re.escape(str(folder))}/V(\w+)/\1\.sv")
    children, arguments = [], []
    for line in (folder / _ARGUMENTS_FILE.format(prefix=f"V{name}")).read_text().splitlines():
        if child := wrapper.fullmatch(line.strip()):
            children.append(child.group(1))
        elif not line.startswith("-Mdir "):
            arguments.append(line.strip())
    return PlannedBlock(name, module, tuple(children), tuple(arguments))
