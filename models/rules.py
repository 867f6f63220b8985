"""Rules of an architecture: what each says, where it stands, what breaks it (docs/architecture.md, 'Legal and likely').

A family lists its rules once; checks of descriptors, the lint of register programs, the list in the docs and one
negative test a rule all follow from that list.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import numpy as np

from models.memory.place import MemoryPlace

Subject = TypeVar("Subject")
Config = TypeVar("Config")


@dataclass(frozen=True, slots=True)
class RuleContext(Generic[Config]):
    """What a rule may look at beside the layer itself.

    Attributes:
        config: the hardware configuration.
        in_flight: descriptors of the layers that run when it starts, oldest first, each with its instance.
        instance: the one that it starts as.
        unserved: streams that memory may never serve, and why: port, ``read`` or ``write``, AXI id.
        before: the descriptor of the layer that its stage started before it, none after reset; None: nobody told.
    """

    config: Config
    in_flight: tuple[tuple[Any, str], ...] = ()
    instance: str = ""
    unserved: Mapping[tuple[str, str, int], str] = field(default_factory=dict)
    before: tuple[Any, ...] | None = None


@dataclass(frozen=True, slots=True)
class Broken:
    """What a rule found wrong.

    Attributes:
        message: what is wrong, with the values.
        registers: names of the registers that say so, ``BLOCK.REGISTER``, or of what stands in memory for a block to
            take; none: the start itself is wrong.
        part: which part of the layer, such as an entry of a queue.
    """

    message: str
    registers: tuple[str, ...] = ()
    part: int = 0


@dataclass(frozen=True, slots=True)
class Case(Generic[Subject, Config]):
    """A layer about to start, legal or not: what a breaker is given and makes.

    Attributes:
        subject: the descriptor.
        context: what is around it.
    """

    subject: Subject
    context: RuleContext[Config]


Finder = Callable[[Subject, RuleContext[Config]], Iterator[Broken]]
Breaker = Callable[[Case[Subject, Config], np.random.Generator], Case[Subject, Config] | None]


@dataclass(frozen=True, slots=True)
class Rule(Generic[Subject, Config]):
    """One rule.

    Attributes:
        name: short and stable, such as ``copy-line-stride``.
        of: the kind of descriptor that it is about.
        text: what it says, one sentence.
        section: where that stands.
        find: yields what breaks it.
        break_it: makes a case that breaks it of one that is legal; what it needs is drawn. None: on this
            configuration nothing can break it.
    """

    name: str
    of: type[Subject]
    text: str
    section: str
    find: Finder[Subject, Config]
    break_it: Breaker[Subject, Config]


class RuleList(Collection[Rule[Subject, Config]], Generic[Subject, Config]):
    """Rules about one kind of descriptor, in the order in which they stand: each is its finder with a name in front.

    Args:
        of: the kind of descriptor.
    """

    def __init__(self, of: type[Subject]) -> None:
        self._of = of
        self._rules: list[Rule[Subject, Config]] = []

    def __iter__(self) -> Iterator[Rule[Subject, Config]]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)

    def __contains__(self, rule: object) -> bool:
        return rule in self._rules

    def rule(
        self, name: str, text: str, section: str, break_it: Breaker[Subject, Config]
    ) -> Callable[[Finder[Subject, Config]], Finder[Subject, Config]]:
        """Make a rule of the finder that follows; arguments are attributes of `Rule`."""

        def add(find: Finder[Subject, Config]) -> Finder[Subject, Config]:
            self._rules.append(Rule(name, self._of, text, section, find, break_it))
            return find

        return add


@dataclass(frozen=True, slots=True)
class Violation:
    """A broken rule.

    Attributes:
        rule: the rule's name.
        message: what is wrong, with the values.
        section: where the rule stands.
        registers: names of the registers that say so; none: the start itself is wrong.
        part: which part of the layer, such as an entry of a queue.
        write: number of the register write that broke it, counted from 1; 0 where no program was played.
        places: where in memory stands what says so.
    """

    rule: str
    message: str
    section: str
    registers: tuple[str, ...] = ()
    part: int = 0
    write: int = 0
    places: tuple[MemoryPlace, ...] = ()

    def __str__(self) -> str:
        return f"{self.message} [{self.rule}: {self.section}]"


def check(rules: Iterable[Rule[Any, Config]], subject: object, context: RuleContext[Config]) -> Iterator[Violation]:
    """The rules that a descriptor breaks."""
    for rule in rules:
        if isinstance(subject, rule.of):
            for broken in rule.find(subject, context):
                yield Violation(rule.name, broken.message, rule.section, broken.registers, broken.part)
