"""Words as coverage samples them: when they start, by kind."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from models.events import Started
from models.sophgo.kernels.program import Step
from models.sophgo.words.word import Word
from tb.coverage.covergroup import Covergroup
from tb.coverage.sampler import Sampler, Subscriptions

Of = Callable[[Word], int | str | None]
BITS = {0: "8", 3: "16", 4: "32"}
"""Of an element, by `*_prec`."""
LAYOUTS = {0: "aligned", 1: "compact", 3: "strides"}
"""What ``*_str`` chooses."""
CONSTANT = "constant"


class KindSampler(Sampler):
    """Counts words of some kinds.

    Args:
        group: the covergroup, whose coverpoints are sampled of words.
        kinds: those.
    """

    def __init__(self, group: Covergroup, kinds: Iterable[str]) -> None:
        self._kinds = frozenset(kinds)
        super().__init__(group)

    @property
    def subscriptions(self) -> Subscriptions:
        """Words that start."""
        return {Started: self._started}

    def _started(self, event: Started) -> None:
        step = event.layer.descriptor
        if isinstance(step, Step) and step.word.kind.name in self._kinds:
            self.sample(step.word)


def bits(member: str) -> Of:
    """How many bits an operand's elements have."""
    return lambda word: BITS[word[member]]


def said(member: str) -> Of:
    """What a member says."""
    return lambda word: word[member]


def where(kinds: Iterable[str], of: Of) -> Of:
    """The same of words of some functions, or kinds and functions."""
    found = frozenset(kinds)
    return lambda word: of(word) if found & {word.function, word.kind.name} else None


def signs(word: Word) -> str:
    """The signs of both operands."""
    return "".join("us"[word[f"opd{index}_sign"]] for index in (0, 1))


def layout(name: str) -> Of:
    """The layout of an operand, or that it is constant."""
    return lambda word: CONSTANT if word.values.get(f"{name}_const") else LAYOUTS[word[f"{name}_str"]]
