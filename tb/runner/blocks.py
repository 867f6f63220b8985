"""Building parts of a large design apart: libraries that are kept by content and shared by all tops.

cocotb's runner knows nothing of Verilator's hierarchical blocks, so they are built before it is called, and handed to
it as wrapper modules and libraries.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tb.runner.block_plan import PREFIX, BlockPlan, PlannedBlock, plan_blocks
from tb.runner.cache import COMPLETE, content_key, drop_old, locked
from tb.runner.design import Design, include_files
from tb.runner.errors import UserError
from tb.runner.module_names import NamesOfFile, concerns, needed_files, read_names
from tb.runner.process import run_group
from tb.runner.progress import Progress
from tb.runner.simulator import LOG_FILE

JOBS = 2
"""Each may take several gigabytes of memory."""

SPLIT = ("--output-split", "20000")
"""Verilator's default: the compiler takes several files at a time, none of which needs much memory."""

_MARKS = "blocks.vlt"
_ARGUMENTS = "arguments.f"


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


@dataclass(frozen=True, slots=True)
class BlockLibraries:
    """What a top is compiled with in place of its blocks.

    Attributes:
        sources: the wrapper modules; they come before the design's own sources.
        arguments: options of Verilator.
    """

    sources: tuple[Path, ...] = ()
    arguments: tuple[str, ...] = ()


def build_blocks(
    design: Design,
    tools: BlockTools,
    *,
    folder: Path,
    root: Path,
    progress: Progress,
) -> BlockLibraries:
    """Build the blocks of a design that are not kept from before.

    Args:
        design: what is to be built.
        tools: how.
        folder: the top's own folder.
        root: where all blocks are kept.
        progress: shown while it takes time.

    Raises:
        UserError: no source has a module that is to be a block.
        CommandFailedError: a block cannot be verilated or compiled; the log is where the top's will be.
    """
    names = read_names(design.sources)
    known = {module for found in names.values() for module in found.modules}
    if unknown := [block for block in design.blocks if block not in known]:
        raise UserError(f"blocks: no source has a module {', '.join(unknown)}")
    marks = folder / _MARKS
    marks.write_text("`verilator_config\n" + "".join(f'hier_block -module "{block}"\n' for block in design.blocks))
    (folder / f"{PREFIX}_hier.mk").write_text("")  # the top's makefile includes it
    with locked(root / "blocks.lock", progress.tick), (folder / LOG_FILE).open("w") as log:
        plan = plan_blocks(
            design,
            (*tools.arguments, *SPLIT),
            marks=marks,
            folder=folder / "plan",
            log=log,
            tick=lambda: progress.tick("planning blocks"),
        )
        keys = _keys(plan, design, names, (tools.version, *tools.make_arguments), marks)
        folders = {name: root / f"{name}-{key}" for name, key in keys.items()}
        missing = [block for name, block in plan.blocks.items() if not _is_complete(folders[name])]
        for block in missing:
            _prepare(block, folders)
        makefile = folder / "blocks.mk"
        makefile.write_text("".join(_makefile(missing, folders, tools.make_arguments)))
        run_group(
            ["make", "-j", str(JOBS), "-f", str(makefile)],
            cwd=folder,
            env=os.environ,
            output=log,
            timeout_s=None,
            tick=lambda: progress.tick(_state(folders)),
        )
        for name, path in folders.items():
            (path / COMPLETE).touch()
            drop_old(root, name)
    libraries = " ".join(str(path / f"lib{name}.a") for name, path in folders.items())
    return BlockLibraries(
        sources=(marks, *(_wrapper(folders, name) for name in folders)),
        arguments=(*plan.top_arguments, "-LDFLAGS", f"-Wl,--start-group {libraries} -Wl,--end-group"),
    )


def _keys(
    plan: BlockPlan, design: Design, names: Mapping[Path, NamesOfFile], tools: Sequence[str], marks: Path
) -> dict[str, str]:
    """A key for each block over all that it depends on, the blocks below it among them.

    What a top adds behind the design's own sources changes none: the same libraries serve them all.
    """
    order = list(names)
    included = list(include_files(design))
    sources = {str(path) for path in order}
    # the blocks below are among the options; what else is marked does not matter
    unkeyed = [f'"{path}"' for path in (marks, *design.waivers)]

    def key(block: PlannedBlock) -> str:
        needed = needed_files(block.module, names)
        flags = [_without(line, unkeyed) for line in block.arguments if line not in sources]
        before = order[: order.index(needed[-1]) + 1]  # macros last till they are defined anew
        waivers = [path for path in design.waivers if concerns(path, needed, names)]
        return content_key([*tools, *flags, *(names[path].directives for path in before)], included + waivers + needed)

    return {name: key(block) for name, block in plan.blocks.items()}


def _without(text: str, words: Iterable[str]) -> str:
    for word in words:
        text = text.replace(word, "")
    return " ".join(text.split())


def _prepare(block: PlannedBlock, folders: Mapping[str, Path]) -> None:
    """Throw away what is left of a block, and write what Verilator is to be called with."""
    path = folders[block.name]
    shutil.rmtree(path, ignore_errors=True)
    path.mkdir(parents=True)
    wrappers = [str(_wrapper(folders, child)) for child in block.children]
    (path / _ARGUMENTS).write_text("\n".join([*block.arguments, *wrappers, f"-Mdir {path}", ""]))


def _makefile(
    missing: Sequence[PlannedBlock], folders: Mapping[str, Path], make_arguments: Sequence[str]
) -> Iterator[str]:
    """How each block is verilated, compiled, and stripped of all that a top does not need."""
    yield f"all: {' '.join(str(folders[block.name] / COMPLETE) for block in missing)}\n"
    for block in missing:
        name, path, wrapper = block.name, folders[block.name], _wrapper(folders, block.name)
        yield f"{wrapper}: {' '.join(str(_wrapper(folders, child)) for child in block.children)}\n"
        yield f"\tverilator -f {path / _ARGUMENTS}\n"
        yield f"{path / COMPLETE}: {wrapper}\n"
        yield f"\t$(MAKE) -C {path} -f V{name}.mk {' '.join(make_arguments)}\n"
        yield f"\tfind {path} -type f ! -name {name}.sv ! -name lib{name}.a -delete\n\ttouch $@\n"


def _wrapper(folders: Mapping[str, Path], name: str) -> Path:
    return folders[name] / f"{name}.sv"


def _is_complete(folder: Path) -> bool:
    return (folder / COMPLETE).is_file()


def _state(folders: Mapping[str, Path]) -> str:
    """How far the blocks are, in words."""
    open_blocks = [name for name, path in folders.items() if not _is_complete(path)]
    # one that has begun has more in its folder than its arguments
    busy = [name for name in open_blocks if len(list(folders[name].iterdir())) > 1]
    text = f"{len(folders) - len(open_blocks)} of {len(folders)} blocks"
    return f"{text}, now {', '.join(busy)}" if busy else text
