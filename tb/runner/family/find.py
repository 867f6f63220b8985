"""Which families this checkout has, which one is meant, and which ones offer a part."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from importlib import import_module
from typing import TypeVar

from models.nearest import did_you_mean
from tb.runner.errors import UserError
from tb.runner.family.family import Family
from tb.runner.family.mutation import MutationPlan
from tb.runner.family.parts import CoverageParts, SuiteParts, TapParts
from tb.runner.family.shape import told_from, wrong_shape
from tb.runner.family.traces import Explain, TraceParts
from tb.runner.paths import ROOT, shown

SETTINGS = ROOT / "pyproject.toml"
"""In its table ``tool.npuvm``, ``families`` says which one is meant where none is named."""
LACKING = re.compile(r"(?P<part>\w+)\.__init__\(\) (?:missing|got an unexpected) .*?(?P<member>'.*)")
PARTS: Mapping[str, type] = {
    part.__name__: part for part in (Family, TraceParts, Explain, CoverageParts, TapParts, SuiteParts, MutationPlan)
}
_Part = TypeVar("_Part")


def family_names() -> list[str]:
    """The families of this checkout."""
    return sorted(path.parent.name for path in (ROOT / "tb").glob("*/family.py"))


def default_family() -> str | None:
    """The family that is meant where none is named: the first of the settings that is there, else the only one."""
    names = family_names()
    settings = tomllib.loads(SETTINGS.read_text())["tool"]["npuvm"]["families"]
    known = [name for name in settings if name in names]
    return known[0] if known else names[0] if len(names) == 1 else None


def load_family(name: str | None) -> Family:
    """A family by name, or the one that is meant without.

    Raises:
        UserError: there is none of that name, there are several to choose from, or a part of it is missing or wrong.
    """
    names = family_names()
    name = name or default_family()
    if name not in names:
        several = (
            "there are several families, FAMILY names one" if names else f"there is no family in {shown(ROOT / 'tb')}"
        )
        wrong = several if name is None else f"FAMILY={name}: no such family in {shown(ROOT / 'tb')}"
        choice = f"; choose one of {', '.join(names)}{did_you_mean(name or '', names)}" if names else ""
        raise UserError(f"{wrong}{choice}")
    where = shown(ROOT / "tb" / name / "family.py")
    family = _imported(name, where)
    if wrong := wrong_shape(family, Family, "FAMILY"):
        raise UserError(f"{where}: {wrong}")
    assert isinstance(family, Family)
    return family


def chosen_families(name: str | None) -> list[Family]:
    """One family, or all of them.

    Args:
        name: of the one; None: all.

    Raises:
        UserError: as `load_family`.
    """
    return [load_family(one) for one in ([name] if name else family_names())]


def need(family: Family, part: Callable[[Family], _Part | None], what: str) -> _Part:
    """A part that a family may lack.

    Args:
        family: that is to have it.
        part: takes it from a family.
        what: it is, in words.

    Raises:
        UserError: the family has none, with those that have.
    """
    found = part(family)
    if found is None:
        raise not_offered(family.name, what, [other.name for other in sound_families() if part(other) is not None])
    return found


def not_offered(family: str, what: str, others: list[str]) -> UserError:
    """The error of a part that a family lacks.

    Args:
        family: its name.
        what: the part, in words.
        others: names of the families that have it.
    """
    have = f"families that have: {', '.join(others)}" if others else "no family has"
    return UserError(f"FAMILY={family} has no {what}; {have}")


def offers() -> dict[str, dict[str, Family]]:
    """The subcommands that only some families have: by name, the families that offer it, the default one first."""
    found: dict[str, dict[str, Family]] = {}
    default = default_family()
    for family in sorted(sound_families(), key=lambda family: family.name != default):
        for name in family.commands:
            found.setdefault(name, {})[family.name] = family
    return found


def sound_families() -> Iterator[Family]:
    """The families that can be loaded; who means another one learns why it cannot."""
    for name in family_names():
        with suppress(UserError):
            yield load_family(name)


def _imported(name: str, where: str) -> object:
    """What a family's module calls ``FAMILY``.

    Raises:
        UserError: it has none, a module that it needs is not there, or it leaves out what a part needs.
    """
    try:
        return import_module(f"tb.{name}.family").FAMILY
    except (ImportError, AttributeError) as error:
        if isinstance(error, AttributeError) and error.name != "FAMILY":
            raise
        raise UserError(f"{where}: {error}; FAMILY is to be a {told_from(Family)}") from error
    except TypeError as error:
        lacking = LACKING.match(str(error))
        if not lacking or lacking["part"] not in PARTS:
            raise
        raise UserError(
            f"{where}: wrong or missing in a {told_from(PARTS[lacking['part']])}: {lacking['member']}"
        ) from error
