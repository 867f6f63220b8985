"""The knobs ``program`` and ``keep_program``: a test plays a program in its stimulus' place, or keeps what it plays."""

from __future__ import annotations

from collections.abc import Awaitable
from pathlib import Path

import numpy as np

from sequences.host import Host
from sequences.shrink.played import play_program
from sequences.shrink.program_file import ProgramFileError, from_text, to_text
from sequences.shrink.shrinking import AnyShrinking
from sequences.shrink.taking import ProgramTaker
from tb.environment.env import DeviceEnv
from tb.environment.knobs import TestKnobs
from tb.runner.paths import class_line
from tb.whole_file import write_whole


class ProgramKnobs:
    """What the two knobs of a test do.

    Args:
        env: the test's environment.
        knobs: the test's.
        announces: names of the rules that it means to break.

    Raises:
        ValueError: the family has no programs.
    """

    def __init__(self, env: DeviceEnv, knobs: TestKnobs, announces: tuple[str, ...]) -> None:
        self._program, self._kept = knobs.program, knobs.keep_program
        self._shrinking: AnyShrinking | None = None
        if not (self._program or self._kept):
            return
        self._shrinking = env.parts.shrinking(env.config)
        if self._shrinking is None:
            raise ValueError(f"{class_line(type(env.parts))} has no shrinking, so its tests have no programs")
        self._taker = ProgramTaker(self._shrinking, announces)
        if self._kept:
            env.checker.listeners.append(self._taker.happened)

    def stimulus(self, host: Host, rng: np.random.Generator) -> Awaitable[None] | None:
        """What is played in place of the test's stimulus; None: nothing.

        Raises:
            ValueError: the file is none, or holds no program.
        """
        if not self._program or self._shrinking is None:
            return None
        try:
            program = from_text(Path(self._program).read_text())
        except (OSError, ProgramFileError) as error:
            raise ValueError(f"program={self._program}: {error}") from error
        return play_program(self._shrinking, program, host, rng)

    def keep(self) -> None:
        """Write what was played."""
        if self._kept:
            write_whole(Path(self._kept), to_text(self._taker.program))
