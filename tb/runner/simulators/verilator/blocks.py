"""Building parts of a large design apart: libraries that are kept by content and shared by all tops.

cocotb's runner knows nothing of Verilator's hierarchical blocks, so they are built before it is called, and handed to
it as wrapper modules and libraries.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from tb.runner.cache import locked
from tb.runner.design import Design
from tb.runner.errors import UserError
from tb.runner.progress import Progress
from tb.runner.simulators.process import run_group
from tb.runner.simulators.simulator import LOG_FILE, BuildInputs
from tb.runner.simulators.verilator.block_folders import BlockFolders
from tb.runner.simulators.verilator.block_keys import block_keys
from tb.runner.simulators.verilator.block_plan import PREFIX, BlockPlan, plan_blocks
from tb.runner.simulators.verilator.preprocessed import Preprocessed, preprocess

JOBS = 2
"""Each may take several gigabytes of memory."""

SPLIT = ("--output-split", "20000")
"""Verilator's default: the compiler takes several files at a time, none of which needs much memory."""

_MARKS = "blocks.vlt"


@dataclass(frozen=True, slots=True)
class BlockTools:
    """What blocks are built with; the environment finds Verilator and the compiler.

    Attributes:
        version: Verilator's.
        arguments: options of Verilator.
        make_arguments: variables for its makefiles.
    """

    version: str
    arguments: tuple[str, ...]
    make_arguments: tuple[str, ...]


def build_blocks(
    design: Design,
    tools: BlockTools,
    *,
    folder: Path,
    root: Path,
    progress: Progress,
) -> BuildInputs:
    """Build the blocks of a design that are not kept from before.

    Args:
        design: what is to be built.
        tools: how.
        folder: the top's own folder.
        root: where all blocks are kept.
        progress: shown while it takes time.

    Returns:
        What a top is compiled with in place of its blocks: their wrapper modules, and options.

    Raises:
        UserError: no source has a module that is to be a block.
        CommandFailedError: a block cannot be verilated or compiled; the log is where the top's will be.
    """
    marks = folder / _MARKS
    marks.write_text("`verilator_config\n" + "".join(f'hier_block -module "{block}"\n' for block in design.blocks))
    (folder / f"{PREFIX}_hier.mk").write_text("")  # the top's makefile includes it
    with locked(root / "blocks.lock", progress.tick), (folder / LOG_FILE).open("w") as log:
        text = _preprocessed(design, tools, folder=folder, log=log, progress=progress)
        plan = plan_blocks(
            design,
            (*tools.arguments, *SPLIT),
            marks=marks,
            folder=folder / "plan",
            log=log,
            tick=lambda: progress.tick("planning blocks"),
        )
        keys = block_keys(plan, design, text, (tools.version, *tools.make_arguments), marks)
        folders = BlockFolders(root, keys)
        _build_missing(plan, folders, tools, folder=folder, log=log, progress=progress)
        folders.keep()
    libraries = " ".join(map(str, folders.libraries))
    return BuildInputs(
        sources=(marks, *folders.wrappers),
        arguments=(*plan.top_arguments, "-LDFLAGS", f"-Wl,--start-group {libraries} -Wl,--end-group"),
    )


def _preprocessed(design: Design, tools: BlockTools, *, folder: Path, log: TextIO, progress: Progress) -> Preprocessed:
    text = preprocess(
        design, tools.arguments, folder=folder, log=log, tick=lambda: progress.tick("looking for changed blocks")
    )
    if unknown := [block for block in design.blocks if block not in text.definers]:
        raise UserError(f"blocks: no source has a module {', '.join(unknown)}")
    return text


def _build_missing(
    plan: BlockPlan, folders: BlockFolders, tools: BlockTools, *, folder: Path, log: TextIO, progress: Progress
) -> None:
    missing = [block for name, block in plan.blocks.items() if not folders.is_complete(name)]
    for block in missing:
        folders.prepare(block)
    makefile = folder / "blocks.mk"
    makefile.write_text("".join(folders.makefile(missing, tools.make_arguments)))
    run_group(
        ["make", "-j", str(JOBS), "-f", str(makefile)],
        cwd=folder,
        env=os.environ,
        output=log,
        timeout_s=None,
        tick=lambda: progress.tick(folders.state()),
    )
