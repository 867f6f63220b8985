"""Where the blocks of a design are built and kept, and how make builds those that are missing."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from tb.runner.cache import COMPLETE, drop_old_builds
from tb.runner.simulators.verilator.block_plan import PlannedBlock

_ARGUMENTS = "arguments.f"


class BlockFolders:
    """The folders of a design's blocks, one for each; a complete one holds a wrapper module and a library.

    Args:
        root: where all blocks are kept.
        keys: what each block hangs on, by its name.
    """

    def __init__(self, root: Path, keys: Mapping[str, str]) -> None:
        self._root = root
        self._folders = {name: root / f"{name}-{key}" for name, key in keys.items()}

    @property
    def wrappers(self) -> tuple[Path, ...]:
        """The modules that stand for the blocks in a top."""
        return tuple(self.wrapper(name) for name in self._folders)

    @property
    def libraries(self) -> tuple[Path, ...]:
        """What a top is linked with."""
        return tuple(folder / f"lib{name}.a" for name, folder in self._folders.items())

    def wrapper(self, name: str) -> Path:
        """The module that stands for a block."""
        return self._folders[name] / f"{name}.sv"

    def is_complete(self, name: str) -> bool:
        """Whether a block was built to its end."""
        return (self._folders[name] / COMPLETE).is_file()

    def prepare(self, block: PlannedBlock) -> None:
        """Throw away what is left of a block, and write what Verilator is to be called with."""
        folder = self._folders[block.name]
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        wrappers = [str(self.wrapper(child)) for child in block.children]
        # of two modules of a name Verilator takes the first, without a word: a wrapper stands before what it stands for
        (folder / _ARGUMENTS).write_text("\n".join([*wrappers, *block.arguments, f"-Mdir {folder}", ""]))

    def makefile(self, missing: Sequence[PlannedBlock], make_arguments: Sequence[str]) -> Iterator[str]:
        """How each block is verilated, compiled, and stripped of all that a top does not need."""
        yield f"all: {' '.join(str(self._folders[block.name] / COMPLETE) for block in missing)}\n"
        for block in missing:
            name, folder, wrapper = block.name, self._folders[block.name], self.wrapper(block.name)
            yield f"{wrapper}: {' '.join(str(self.wrapper(child)) for child in block.children)}\n"
            yield f"\tverilator -f {folder / _ARGUMENTS}\n"
            yield f"{folder / COMPLETE}: {wrapper}\n"
            yield f"\t$(MAKE) -C {folder} -f V{name}.mk {' '.join(make_arguments)}\n"
            yield f"\tfind {folder} -type f ! -name {name}.sv ! -name lib{name}.a -delete\n\ttouch $@\n"

    def keep(self) -> None:
        """Mark all as used, so that they stay longest; older versions of them may go."""
        for name, folder in self._folders.items():
            (folder / COMPLETE).touch()
            drop_old_builds(self._root, name)

    def state(self) -> str:
        """How far the blocks are, in words."""
        missing = [name for name in self._folders if not self.is_complete(name)]
        # one that has begun has more in its folder than its arguments
        busy = [name for name in missing if len(list(self._folders[name].iterdir())) > 1]
        text = f"{len(self._folders) - len(missing)} of {len(self._folders)} blocks"
        return f"{text}, now {', '.join(busy)}" if busy else text
