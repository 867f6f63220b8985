"""Runs played on the reference device alone, by a process for each configuration; what is known is not played again."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Protocol

from tb.regression.close.foreseen import Foreseen
from tb.regression.plan.run import Run
from tb.runner.jobs.job import CONFIG_VARIABLE
from tb.runner.paths import ROOT
from tb.whole_file import append_line, complete_lines

PLAYER = "tb.environment.device_player"
KNOWN_FILE, LOG_FILE = "foreseen.jsonl", "device.log"


class Foresight(Protocol):
    """Says what runs cover without a simulator."""

    @property
    def spent_s(self) -> float:
        """A processor's time that all of that took, in earlier calls too."""

    def foresee(self, run: Run) -> Foreseen:
        """What a run's stimulus covers on the reference device alone."""


class DevicePlayers:
    """The processes.

    Attributes:
        spent_s: a processor's time that they took, in earlier calls too.

    Args:
        folder: where what they said is kept.
        tests: folder of the user's tests; None: they are npuvm's own.
    """

    def __init__(self, folder: Path, tests: Path | None = None) -> None:
        self._folder, self._words = folder, [str(tests)] if tests else []
        self._processes: dict[str, subprocess.Popen[str]] = {}
        self._known: dict[str, Foreseen] = {}
        folder.mkdir(parents=True, exist_ok=True)
        for line in complete_lines(folder / KNOWN_FILE):
            with suppress(ValueError):
                foreseen = Foreseen.from_line(line)
                self._known[foreseen.id] = foreseen
        self.spent_s = sum(foreseen.cpu_s for foreseen in self._known.values())

    def __enter__(self) -> DevicePlayers:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for process in self._processes.values():
            process.kill()
            process.wait()

    def foresee(self, run: Run) -> Foreseen:
        """What a run's stimulus covers; simulators and responders are all one to it."""
        plain = replace(run, setting=replace(run.setting, sim="", memory="", attach=None, plusargs=()))
        if plain.id not in self._known:
            self._known[plain.id] = self._ask(plain)
            self.spent_s += self._known[plain.id].cpu_s
        return self._known[plain.id]

    def _ask(self, run: Run) -> Foreseen:
        config = run.setting.config
        process = self._processes.get(config) or self._start(config)
        assert process.stdin is not None, "it was started with one"
        assert process.stdout is not None, "it was started with one"
        try:
            print(json.dumps(run.to_json()), file=process.stdin, flush=True)
            foreseen = Foreseen.from_line(process.stdout.readline())
        except (OSError, ValueError):
            process.kill()
            del self._processes[config]
            # not kept: whoever ended it, such as a machine without memory, may not do so in a later call
            return Foreseen(id=run.id, problem=f"the process that played it ended with {process.wait()}")
        append_line(self._folder / KNOWN_FILE, foreseen.to_line())
        return foreseen

    def _start(self, config: str) -> subprocess.Popen[str]:
        with (self._folder / LOG_FILE).open("a") as log:
            self._processes[config] = subprocess.Popen(
                [sys.executable, "-m", PLAYER, *self._words],
                cwd=ROOT,
                env={**os.environ, CONFIG_VARIABLE: config},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                start_new_session=True,  # Ctrl-C on the console reaches only us, and we end it
            )
        return self._processes[config]
