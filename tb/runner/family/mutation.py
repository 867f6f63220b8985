"""What a family says of faults to be planted into its RTL: which files are a unit, which tests look for them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialStage:
    """Tests that are played in one simulation, until the first of them fails.

    Attributes:
        name: short, as reports have it.
        tests: each as ``module.name``.
        memory: what answers the memory ports, ``hdl`` or ``python``.
        whole_modules: modules all of whose tests are played, but for those of `without`.
        without: tests of them that an earlier stage has played.
        plusargs: arguments that the RTL asks for, each with its leading plus.
    """

    name: str
    tests: tuple[str, ...] = ()
    memory: str
    whole_modules: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    plusargs: tuple[str, ...] = ()

    @property
    def modules(self) -> tuple[str, ...]:
        """The modules with its tests."""
        return tuple(dict.fromkeys((*(test.rpartition(".")[0] for test in self.tests), *self.whole_modules)))

    @property
    def test_filter(self) -> str:
        """A regular expression that matches its tests and no others."""
        played = [re.escape(test) for test in self.tests]
        played += [rf"{re.escape(module)}\.\w+" for module in self.whole_modules]
        left_out = "|".join(map(re.escape, self.without))
        return (f"^(?!(?:{left_out})$)" if left_out else "^") + f"(?:{'|'.join(played)})$"


@dataclass(frozen=True, slots=True, kw_only=True)
class MutationPlan:
    """Where faults are planted and what is to catch them.

    Attributes:
        folder: what the patterns of `units` start from.
        units: by unit, its source files as patterns of paths.
        stages: the stages of a unit in a configuration, from quick to slow.
        equivalents: the list of faults that change nothing that anybody can see.
    """

    folder: Path
    units: Mapping[str, tuple[str, ...]]
    stages: Callable[[str, str], tuple[TrialStage, ...]]
    equivalents: Path

    def unit_of(self, path: Path) -> str | None:
        """The unit that a file belongs to; None: it is of none."""
        if not path.is_relative_to(self.folder):
            return None
        own = path.relative_to(self.folder)
        return next((unit for unit, patterns in self.units.items() if any(map(own.match, patterns))), None)
