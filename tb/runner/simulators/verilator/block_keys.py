"""What the library of a block hangs on: the key under which it is kept."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from tb.runner.cache import content_key
from tb.runner.design import Design, include_files
from tb.runner.simulators.verilator.block_plan import BlockPlan, PlannedBlock
from tb.runner.simulators.verilator.module_names import concerns
from tb.runner.simulators.verilator.preprocessed import Element, Preprocessed

_SEARCHED_SUFFIXES = (".v", ".sv")


def block_keys(
    plan: BlockPlan, design: Design, text: Preprocessed, tools: Sequence[str], marks: Path
) -> dict[str, str]:
    """A key for each block over all that it depends on, the blocks below it among them.

    What a top adds behind the design's own sources changes none: the same libraries serve them all.

    Args:
        plan: the blocks.
        design: the design that they are parts of.
        text: what its modules say.
        tools: what they are built with.
        marks: the configuration file that names the blocks.
    """
    sources = {str(path) for path in design.sources}
    found_by_name = _found_by_name(design)
    # the blocks below are among the options; what else is marked does not matter
    unkeyed = [f'"{path}"' for path in (marks, *design.waivers)]

    def key(block: PlannedBlock) -> str:
        needed = text.needed(block.module)
        flags = [_without(line, unkeyed) for line in block.arguments if line not in sources]
        files = [path for path in design.waivers if _concerns(path, needed)]
        if any(word in found_by_name for element in needed for word in element.words - text.definers.keys()):
            # Verilator reads these files later, so what they say, and what they need, is not known here
            files += [*design.sources, *include_files(design)]
        return content_key([*tools, *flags, text.reaching(block.module), *(element.text for element in needed)], files)

    return {name: key(block) for name, block in plan.blocks.items()}


def _found_by_name(design: Design) -> set[str]:
    """The modules that no source needs to have, for Verilator looks for files of their names in include folders."""
    found = {path for folder in design.includes for path in folder.glob("*") if path.suffix in _SEARCHED_SUFFIXES}
    return {path.stem for path in found - set(design.sources)}


def _concerns(waiver: Path, needed: Sequence[Element]) -> bool:
    files = {file for element in needed for file in element.files}
    return concerns(waiver, sorted(files), [name for element in needed for name in element.names])


def _without(text: str, words: Iterable[str]) -> str:
    for word in words:
        text = text.replace(word, "")
    return " ".join(text.split())
