"""What differs between simulators."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, TextIO

from cocotb_tools.runner import PathLike, Runner

from tb.code_coverage.counted import Counted
from tb.code_coverage.made_of import MissedSignal
from tb.runner.design import Design
from tb.runner.paths import ROOT
from tb.runner.progress import Progress
from tb.runner.simulators.environment import MODULES_VARIABLE
from tb.runner.simulators.process import run_group

TIMESCALE = ("1ns", "1ps")
LOG_FILE = "build.log"


@dataclass(frozen=True, slots=True)
class BuildInputs:
    """What a build, or a part of one, takes beside the design's sources.

    Attributes:
        sources: files that come before them.
        arguments: options of the simulator.
    """

    sources: tuple[Path, ...] = ()
    arguments: tuple[str, ...] = ()


class GroupRunner(Runner):
    """cocotb's runner, with each command in a process group that is killed as a whole.

    Mixed in before a simulator's own class.
    """

    def __init__(self, tick: Callable[[], None], timeout_s: float | None = None) -> None:
        super().__init__()
        self.log.disabled = True  # what it tells is in our own messages and logs
        self._tick = tick
        self._timeout_s = timeout_s

    def _set_env_common(self) -> None:
        super()._set_env_common()
        folders = (str(ROOT), self.env["PYTHONPATH"], os.environ.get(MODULES_VARIABLE, ""))
        self.env["PYTHONPATH"] = os.pathsep.join(filter(None, folders))

    def _execute_cmds(self, cmds: Sequence[list[str]], cwd: PathLike, stdout: TextIO | None = None) -> None:
        for command in cmds:
            self._run(command, Path(cwd), stdout)

    def _run(self, command: Sequence[str], cwd: Path, output: TextIO | None) -> None:
        run_group(command, cwd=cwd, env=self.env, output=output, timeout_s=self._timeout_s, tick=self._tick)


class Simulator(ABC):
    """A simulator that the runner can use.

    Attributes:
        name: what the user calls it.
        runner: cocotb's runner that serves it.
        sources: files of ours that go into every build.
        counts: whether it can count which code is reached.
    """

    name: ClassVar[str]
    runner: ClassVar[type[GroupRunner]]
    sources: ClassVar[tuple[Path, ...]] = ()
    counts: ClassVar[bool] = False

    @abstractmethod
    def version(self) -> str:
        """The version that is installed.

        Raises:
            UserError: it is missing or too old; the text says how to get it.
        """

    def environment(self) -> Mapping[str, str]:
        """Variables that it needs to build and to run."""
        return {}

    def build_arguments(self, *, waves: bool, counted: Counted = Counted.NOTHING) -> tuple[str, ...]:  # noqa: ARG002
        """Options for building beside the design's own."""
        return ()

    def prepare(
        self,
        design: Design,
        folder: Path,  # noqa: ARG002
        *,
        waves: bool,
        counted: Counted = Counted.NOTHING,
        progress: Progress,  # noqa: ARG002
    ) -> BuildInputs:
        """Make what a build needs beside the design's own sources; generated files are put into `folder`.

        Raises:
            CommandFailedError: a part that is built apart does not compile.
        """
        arguments = self.build_arguments(waves=waves, counted=counted)
        return BuildInputs(arguments=(*arguments, *design.arguments.get(self.name, ())))

    def missed_signals(self, design: Design, folder: Path) -> tuple[MissedSignal, ...]:  # noqa: ARG002
        """Signals of which it counts no bits though it is to.

        Args:
            design: the design.
            folder: where it was built.
        """
        return ()

    @abstractmethod
    def is_whole(self, design: Design, folder: Path) -> bool:
        """Whether the program of a design that was built into a folder was written to its end."""

    @abstractmethod
    def wave_file(self, run_dir: Path) -> Path:
        """Where a run with waves puts them."""

    @abstractmethod
    def wave_arguments(self, path: Path) -> Mapping[str, Sequence[str]]:
        """Arguments of the runner's ``test`` that put the waves there."""
