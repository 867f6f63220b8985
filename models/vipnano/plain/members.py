"""What a structure holds beside what a job as numbers says."""

from __future__ import annotations

from dataclasses import dataclass

from models.vipnano.structures.structure import Structure


@dataclass(frozen=True, slots=True)
class Holds:
    """A member of a structure.

    Attributes:
        name: what it is called.
        value: what it holds.
    """

    name: str
    value: int


def others_than(plain: Structure, structure: Structure) -> tuple[Holds, ...]:
    """The members of a structure that do not hold what a plain one does."""
    return tuple(Holds(name, value) for name, value in structure.values.items() if plain.values[name] != value)
