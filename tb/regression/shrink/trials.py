"""Plays programs to see whether they fail as they shall: each only once, none that is not legal, at most so many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from sequences.shrink.played import problem_of, trimmed
from sequences.shrink.program import Program
from sequences.shrink.program_file import key_of, to_text
from sequences.shrink.shrinking import AnyShrinking
from tb.regression.plan.run import Run
from tb.regression.shrink.rounds import Rounds
from tb.regression.signature import signature_of
from tb.regression.store.result import RunResult
from tb.whole_file import write_whole

PROGRAM, PROFILE = "program", "profile"
"""Knobs of every test."""


class SimulatedTrials:
    """Trials on a simulator.

    Attributes:
        played: how many programs were played.
        refused: how many were not, since they are not legal.

    Args:
        shrinking: the family's strategies.
        run: the run that failed.
        signature: what its failure is.
        rounds: play runs.
        folder: where programs are written.
        most: how many may be played.
    """

    def __init__(
        self, shrinking: AnyShrinking, run: Run, signature: str, *, rounds: Rounds, folder: Path, most: int
    ) -> None:
        self._shrinking, self._run, self._signature = shrinking, run, signature
        self._rounds, self._folder, self._most = rounds, folder, most
        self._known: dict[str, bool] = {}
        self._results: dict[str, RunResult] = {}
        self.played = self.refused = 0

    @property
    def over(self) -> bool:
        """Whether as many were played as may be."""
        return self.played >= self._most

    def fail(self, programs: Sequence[Program]) -> list[bool]:
        """Which of some programs fail as the run did; what is more than may be played does not."""
        new: dict[str, Program] = {}
        keys = [self._key(program, new) for program in programs]
        chosen = dict(list(new.items())[: self._most - self.played])
        self.played += len(chosen)
        runs = {key: self.run_of(program) for key, program in chosen.items()}
        for key, result in zip(runs, self._rounds.play(list(runs.values())), strict=True):
            self._results[key] = result
            self._known[key] = not result.passed and signature_of(result) == self._signature
        return [self._known.get(key, False) for key in keys]

    def other(self, programs: Sequence[Program]) -> str:
        """What some programs did that did not fail as the run did: the first that was played."""
        for program in programs:
            result = self._results.get(self._key(program, {}))
            if result is not None:
                return "they pass" if result.passed else f"they fail with {result.first_line}"
        return "none was played"

    def said_of(self, program: Program) -> str:
        """What is said first of a program that failed: what is wrong, and the kind of that."""
        result = self._results[self._key(program, {})]
        error = result.first_error
        return f"{error.message} ({error.kind})" if error else result.first_line

    def run_of(self, program: Program, file: Path | None = None) -> Run:
        """The run that plays a program in place of the test's stimulus; without a file it is written for it."""
        file = file or self._folder / f"{key_of(program)}.json"
        if not file.is_file():
            write_whole(file, to_text(program))
        knobs = {name: value for name, value in self._run.knobs if not (name == PROFILE and program.profile)}
        knobs |= {PROGRAM: str(file)} | ({PROFILE: program.profile} if program.profile else {})
        return replace(self._run, knobs=tuple(sorted(knobs.items())))

    def _key(self, program: Program, new: dict[str, Program]) -> str:
        """What tells a program from others; it is new if nothing is known of it and it is legal."""
        try:
            program = trimmed(self._shrinking, program)
        except (ValueError, OverflowError):
            self.refused += 1
            return ""
        key = key_of(program)
        if key in self._known or key in new or self.over:
            return key
        if problem_of(self._shrinking, program):
            self.refused += 1
            self._known[key] = False
        else:
            new[key] = program
        return key
