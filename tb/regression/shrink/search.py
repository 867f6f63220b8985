"""The search for the smallest program that still fails: it changes, and somebody else says what fails."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

from sequences.shrink.options import Change, Option, Options, without_steps
from sequences.shrink.program import Program


class Trials(Protocol):
    """Says which programs fail as they shall."""

    @property
    def over(self) -> bool:
        """Whether no more may be tried."""

    def fail(self, programs: Sequence[Program]) -> list[bool]:
        """Which of some programs fail as they shall; those that are not legal, or not tried any more, do not."""


@dataclass(frozen=True, slots=True)
class Search:
    """Makes a program smaller until no single change helps any more.

    Attributes:
        trials: say what fails.
        kinds: the kinds of options, in the order in which they are tried.
        tell: is told how far it is.
    """

    trials: Trials
    kinds: Sequence[Options]
    tell: Callable[[Program], None]

    def smallest(self, program: Program) -> Program:
        """A program that fails, and of which no part can be left out or be simpler.

        Args:
            program: one that fails.
        """
        while not self.trials.over:
            before = program
            program = self._fewer_steps(program)
            for kind in self.kinds:
                program = self._simpler(program, kind)
            if program == before:
                break
        return program

    def _fewer_steps(self, program: Program) -> Program:
        """Leave steps out: halves, then quarters and so on, the last ones first; a part alone, or all but a part."""
        parts = 2
        while len(program.steps) > 1 and not self.trials.over:
            count = len(program.steps)
            parts = min(parts, count)
            edges = [count * part // parts for part in range(parts + 1)]
            ranges = [range(first, last) for first, last in pairwise(edges)][::-1]
            alone = [[at for at in range(count) if at not in kept] for kept in ranges]
            left_out = [*alone, *map(list, ranges)] if parts > 2 else alone
            tried = [without_steps(program, numbers) for numbers in left_out]
            failing = [one for one, fails in zip(tried, self.trials.fail(tried), strict=True) if fails]
            if failing:
                program, parts = failing[0], 2 if len(failing[0].steps) <= count // 2 else max(parts - 1, 2)
                self.tell(program)
            elif parts == count:
                break
            else:
                parts *= 2
        return program

    def _simpler(self, program: Program, kind: Options) -> Program:
        """Take each option of a kind in its simplest form that still fails; what helped is tried again at once."""
        options = {option.name: option for option in kind(program)}
        while options and not self.trials.over:
            before, done = program, set[str]()
            left = options
            for rank in range(max((len(option.choices) for option in options.values()), default=0)):
                now = [(option, option.choices[rank]) for option in left.values() if rank < len(option.choices)]
                program, won = self._together(program, now)
                done |= won
                left = {name: option for name, option in left.items() if name not in won}
                if not rank:
                    left = self._hopeful(program, left)
            if program == before:
                break
            self.tell(program)
            options = {option.name: option for option in kind(program) if option.name in done}
        return program

    def _hopeful(self, program: Program, options: dict[str, Option]) -> dict[str, Option]:
        """Options without those of which the scouts say that no choice can help but the first, which did not."""
        scouts = [
            (option.name, after)
            for option in options.values()
            for scout in option.scouts
            if (after := scout(program)) is not None
        ]
        fails = self.trials.fail([after for _, after in scouts])
        helped = {name for (name, _), one in zip(scouts, fails, strict=True) if one}
        hopeless = {name for name, _ in scouts} - helped
        return {name: option for name, option in options.items() if name not in hopeless}

    def _together(self, program: Program, changes: Sequence[tuple[Option, Change]]) -> tuple[Program, set[str]]:
        """As many of some changes as go together.

        Returns:
            The program, and the names of the options that helped.
        """
        singles = [(option, change, after) for option, change in changes if (after := change(program)) is not None]
        if not singles:
            return program, set()
        whole = _all_of(program, [change for _, change, _ in singles])
        fails, *each = self.trials.fail([whole, *(after for *_, after in singles)])
        if fails:
            return whole, {option.name for option, *_ in singles}
        helping = [(option, change) for (option, change, _), one in zip(singles, each, strict=True) if one]
        after = self._joined(program, [change for _, change in helping])
        return after, {option.name for option, change in helping if change(after) in (None, after)}

    def _joined(self, program: Program, changes: Sequence[Change]) -> Program:
        """Changes of which each helps by itself, together: halves of them where all are too many."""
        after = _all_of(program, changes)
        if not changes or self.trials.fail([after])[0]:
            return after
        if len(changes) == 1:
            return program
        middle = len(changes) // 2
        return self._joined(self._joined(program, changes[:middle]), changes[middle:])


def _all_of(program: Program, changes: Sequence[Change]) -> Program:
    """A program with all changes that it still takes."""
    for change in changes:
        program = change(program) or program
    return program
