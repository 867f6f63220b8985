"""A run that failed becomes the smallest program that fails as it did, and a test that plays it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from sequences.shrink.options import all_options, without_steps
from sequences.shrink.played import in_one_play, problem_of, trimmed
from sequences.shrink.program import Program
from sequences.shrink.program_file import from_text, to_text
from sequences.shrink.shrinking import AnyShrinking, Named
from sequences.shrink.written_test import WrittenTitle, written_test
from tb.regression.plan.run import Run
from tb.regression.shrink.rounds import Rounds
from tb.regression.shrink.search import Search
from tb.regression.shrink.trace_replay import fails_as_trace
from tb.regression.shrink.trials import PROFILE, SimulatedTrials
from tb.regression.signature import signature_of
from tb.regression.store.result import RunResult
from tb.runner.errors import UserError
from tb.whole_file import write_whole

KEEP = "keep_program"
KEPT_FILE, PROGRAM_FILE, TEST_MODULE, TRACE_FOLDER = "played.json", "program.json", "shrunk", "trace"
OTHER_SEEDS = (1, 2, 3)
"""Seeds with which the written test is tried where that of the run does not do: its name is another one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """How large a program is.

    Attributes:
        layers: how many layers it has.
        registers: how many register words, or words of descriptors, are not 0.
        loaded_bytes: bytes that it loads.
    """

    layers: int
    registers: int
    loaded_bytes: int

    @classmethod
    def of(cls, shrinking: AnyShrinking, program: Program) -> Size:
        """That of a program."""
        program = trimmed(shrinking, program)
        return cls(
            layers=sum(len(step.layers) for step in program.steps),
            registers=sum(shrinking.registers(step.layers) for step in program.steps),
            loaded_bytes=sum(len(item.data) for step in program.steps for item in step.data),
        )

    def __str__(self) -> str:
        return f"{self.layers} layer(s), {self.registers} words that are not 0, {self.loaded_bytes} bytes loaded"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shrunk:
    """What became of a run.

    Attributes:
        run: plays the program in place of the test's stimulus.
        signature: how it fails.
        error: what is said first of the program that is left.
        before: how large the program was; `after` how large it is.
        played: how many programs were played.
        refused: how many were not, since they are not legal.
        over: whether as many were played as may be: it may become smaller yet.
        test: the written test's file.
        test_run: plays it; None: it does not fail as the run did.
        trace: folder of the trace; None: the family has none.
        trace_fails: whether it fails too.
    """

    run: Run
    signature: str
    error: str
    before: Size
    after: Size
    played: int
    refused: int
    over: bool
    test: Path
    test_run: Run | None
    trace: Path | None
    trace_fails: bool


class Shrinker:
    """Makes runs smaller.

    Args:
        shrinking: the family's strategies.
        folder: where all of it goes.
        rounds: makes what plays runs, given a folder of the user's tests or none.
        tests: folder of the tests that fail, if they are the user's.
        most: how many programs may be played.
        tell: is told how far it is.
    """

    def __init__(
        self,
        shrinking: AnyShrinking,
        folder: Path,
        *,
        rounds: Callable[[Path | None], Rounds],
        tests: Path | None,
        most: int,
        tell: Callable[[str], None],
    ) -> None:
        self._shrinking, self._folder, self._most, self._tell = shrinking, folder, most, tell
        self._rounds, self._play = rounds, rounds(tests)

    def shrink(self, run: Run) -> Shrunk:
        """Make a run smaller.

        Raises:
            UserError: it does not fail, not each time in the same way, or not by its layers alone.
        """
        try:
            return self._shrunk(run)
        finally:
            self._play.close()

    def _shrunk(self, run: Run) -> Shrunk:
        program, signature = self._kept(run)
        programs = self._folder / "programs"
        trials = SimulatedTrials(self._shrinking, run, signature, rounds=self._play, folder=programs, most=self._most)
        begun = self._begun(program, trials)
        before = Size.of(self._shrinking, program)
        self._tell(f"{before}: fails with {signature}")

        def tell(now: Program) -> None:
            self._tell(f"{trials.played} runs: {Size.of(self._shrinking, now)}")

        smallest = Search(trials, all_options(self._shrinking), tell).smallest(begun)
        self._play.close()
        write_whole(self._folder / PROGRAM_FILE, to_text(smallest))
        error = trials.said_of(smallest)
        test, test_run = self._written(run, smallest, signature, error)
        trace = self._trace(run, smallest)
        return Shrunk(
            run=trials.run_of(smallest, self._folder / PROGRAM_FILE),
            signature=signature,
            error=error,
            before=before,
            after=Size.of(self._shrinking, smallest),
            played=trials.played,
            refused=trials.refused,
            over=trials.over,
            test=test,
            test_run=test_run,
            trace=trace,
            trace_fails=trace is not None and fails_as_trace(trace, run.setting, run.seed, "shrunk-trace"),
        )

    def _kept(self, run: Run) -> tuple[Program, str]:
        """What a run plays, and how it fails."""
        name = f"{run.test.rpartition('.')[2]}, seed {run.seed}"
        file = self._folder / KEPT_FILE
        keeping = replace(run, knobs=tuple(sorted((*run.knobs, (KEEP, str(file))))))
        plain, kept = self._play.play([run, keeping])
        if plain.passed:
            raise UserError(f"{name}: passes; there is nothing to make smaller")
        if kept.passed or signature_of(kept) != signature_of(plain):
            raise UserError(f"{name}: fails, and not each time in the same way: {_how(plain)}, then {_how(kept)}")
        if not file.is_file():
            raise UserError(f"{name}: does not come to its end, so nobody knows what it played: {_how(plain)}")
        program = from_text(file.read_text())
        if not program.steps:
            raise UserError(f"{name}: fails before any layer starts: {_how(plain)}")
        return program, signature_of(plain)

    def _begun(self, program: Program, trials: SimulatedTrials) -> Program:
        """The first form of what was played that fails by itself: all of it, else a layer or two."""
        whole, count = in_one_play(self._shrinking, program), len(program.steps)
        plain, *others = ([replace(form, way=way) for form in (whole, program)] for way in self._shrinking.ways)
        parts = [[at] for at in range(count)] + [[at, at + 1] for at in range(count - 1)]
        few = [without_steps(whole, [at for at in range(count) if at not in part]) for part in reversed(parts)]
        for tried in (plain, [form for forms in others for form in forms], few):
            for form, fails in zip(tried, trials.fail(tried), strict=True):
                if fails:
                    return form
        problem = problem_of(self._shrinking, program)
        why = f"they are not legal by themselves: {problem}" if problem else trials.other(plain)
        raise UserError(f"what the test plays beside its layers matters, since these alone do not fail so: {why}")

    def _written(self, run: Run, program: Program, signature: str, error: str) -> tuple[Path, Run | None]:
        """The program as a test: from the family's base test if it fails so too, else from the test that failed."""
        module, _, name = run.test.rpartition(".")
        knobs = {key: value for key, value in run.knobs if key == PROFILE}
        folder = self._folder / "test"
        text = (f"What is left of {name} with seed {run.seed}; it fails with", error)
        for base in (None, Named(module, name)):
            title = WrittenTitle(name=f"Shrunk{name}", text=text, base=base, knobs=knobs)
            file = folder / f"{TEST_MODULE}{'_again' if base else ''}.py"
            write_whole(file, written_test(self._shrinking, program, title))
            seeds = dict.fromkeys((run.seed, *OTHER_SEEDS))
            runs = [replace(run, test=f"{file.stem}.Shrunk{name}", seed=seed, knobs=()) for seed in seeds]
            played = self._rounds(folder)  # a module is imported only once by a simulation
            try:
                results = played.play(runs)
            finally:
                played.close()
            for one, result in zip(runs, results, strict=True):
                if not result.passed and signature_of(result) == signature:
                    return file, one
        return file, None

    def _trace(self, run: Run, program: Program) -> Path | None:
        folder = self._folder / TRACE_FOLDER
        title = f"what is left of {run.test.rpartition('.')[2]}, seed {run.seed}"
        return folder if self._shrinking.trace(program, folder, title) else None


def _how(result: RunResult) -> str:
    return "it passes" if result.passed else result.first_line
