"""The names that a plan may use: a family's tests, coverage items, rules, planted faults, units."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from models.nearest import did_you_mean
from tb.runner.family.family import Family
from tb.runner.family.test_modules import module_body, tests_of
from tb.runner.paths import ROOT

KINDS: Mapping[str, str] = {
    "tests": "test",
    "coverage": "item of coverage",
    "rules": "rule",
    "faults": "fault planted by hand",
    "mutants": "unit into which faults are planted",
}
"""Of each kind of proof what one of its names is called."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanNames:
    """What there is to prove a point.

    Attributes:
        tests: each test's full name by its short one: the last part of its module, a point, the class.
        items: the names of each covergroup's points and crosses.
        rules: names of rules.
        faults: names of faults that are planted by hand.
        units: the units into which ``make mutate`` plants faults.
    """

    tests: Mapping[str, str]
    items: Mapping[str, tuple[str, ...]]
    rules: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()
    units: tuple[str, ...] = ()

    @property
    def modules(self) -> tuple[str, ...]:
        """The modules with tests, without their packages."""
        return tuple(dict.fromkeys(name.partition(".")[0] for name in self.tests))

    def found(self, kind: str, name: str) -> tuple[str, ...]:
        """What a name of a plan means: short names of tests, ``group.item``, or the names themselves; none: nothing.

        Args:
            kind: one of `KINDS`.
            name: it may have ``*`` for any letters. That of a module or a group stands for all in it.
        """
        whole = f"{name}.*" if kind in ("tests", "coverage") and "." not in name else name
        return tuple(one for one in self._known(kind) if fnmatchcase(one, whole))

    def hint(self, kind: str, name: str) -> str:
        """The end of a message about a name that means nothing."""
        more: Mapping[str, tuple[str, ...]] = {"tests": self.modules, "coverage": tuple(self.items)}
        return did_you_mean(name, (*self._known(kind), *more.get(kind, ())))

    def _known(self, kind: str) -> tuple[str, ...]:
        known: Mapping[str, Callable[[], tuple[str, ...]]] = {
            "tests": lambda: tuple(self.tests),
            "coverage": lambda: tuple(f"{group}.{item}" for group, items in self.items.items() for item in items),
            "rules": lambda: self.rules,
            "faults": lambda: self.faults,
            "mutants": lambda: self.units,
        }
        return known[kind]()


def names_of(family: Family) -> PlanNames:
    """The names that a family's plan may use, of all its configurations together.

    Raises:
        OSError: a module with tests cannot be read.
    """
    tests = dict.fromkeys(name for config in family.configs for name in family.tests(config, attached=False))
    for module in family.traces.modules if family.traces else ():
        tests |= dict.fromkeys(f"{module}.{name}" for name in tests_of(ROOT / f"{module.replace('.', '/')}.py"))
    planted = family.plan.planted if family.plan else None
    return PlanNames(
        tests={".".join(name.split(".")[-2:]): name for name in tests},
        items=_items(family),
        rules=tuple(rule.name for rule in family.rules()) if family.rules else (),
        faults=planted_names(planted) if planted else (),
        units=tuple(family.mutation.units) if family.mutation else (),
    )


def _items(family: Family) -> dict[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}
    for config in family.configs if family.coverage else ():
        for group in family.coverage.groups(config) if family.coverage else ():
            found.setdefault(group.name, {}).update(dict.fromkeys(item.name for item in group.items))
    return {group: tuple(items) for group, items in found.items()}


def planted_names(folder: Path) -> tuple[str, ...]:
    """The names of the faults that the modules of a folder plant by hand; they are tests: read, not imported."""
    return tuple(dict.fromkeys(_planted(folder)))


def _planted(folder: Path) -> Iterator[str]:
    for path in sorted(folder.rglob("*.py")):
        for statement in module_body(path):
            for node in ast.walk(statement):
                if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("Fault"):
                    values = (keyword.value for keyword in node.keywords if keyword.arg == "name")
                    yield from (str(value.value) for value in values if isinstance(value, ast.Constant))
