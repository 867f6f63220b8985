"""Which families this checkout has."""

from __future__ import annotations

from importlib import import_module

from models.nearest import did_you_mean
from tb.runner.errors import UserError
from tb.runner.family.family import Family
from tb.runner.paths import ROOT, shown


def family_names() -> list[str]:
    """The families of this checkout."""
    return sorted(path.parent.name for path in (ROOT / "tb").glob("*/family.py"))


def load_family(name: str | None) -> Family:
    """A family by name, or the only one that there is.

    Raises:
        UserError: there is none of that name, or several to choose from.
    """
    names = family_names()
    if name is None and len(names) == 1:
        name = names[0]
    if name not in names:
        wrong = (
            "there are several families" if name is None else f"FAMILY={name}: no such family in {shown(ROOT / 'tb')}"
        )
        raise UserError(f"{wrong}; choose one of {', '.join(names)}{did_you_mean(name or '', names)}")
    family = import_module(f"tb.{name}.family").FAMILY
    if not isinstance(family, Family):
        raise TypeError(f"tb.{name}.family.FAMILY is no Family")
    return family
