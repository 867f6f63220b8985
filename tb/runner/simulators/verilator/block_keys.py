"""What the library of a block hangs on: the key under which it is kept."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from tb.runner.cache import content_key
from tb.runner.design import Design, include_files
from tb.runner.simulators.verilator.block_plan import BlockPlan, PlannedBlock
from tb.runner.simulators.verilator.module_names import NamesOfFile, concerns, needed_files


def block_keys(
    plan: BlockPlan, design: Design, names: Mapping[Path, NamesOfFile], tools: Sequence[str], marks: Path
) -> dict[str, str]:
    """A key for each block over all that it depends on, the blocks below it among them.

    What a top adds behind the design's own sources changes none: the same libraries serve them all.

    Args:
        plan: the blocks.
        design: the design that they are parts of.
        names: the modules in each of its sources, in their order.
        tools: what they are built with.
        marks: the configuration file that names the blocks.
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
