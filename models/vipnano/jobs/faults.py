"""Why a job hangs (docs/vipnano/README.md, 'Jobs')."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from models.vipnano.structures.structure import Structure, refusal


class FaultKind(StrEnum):
    """What is wrong."""

    NOT_EXECUTED = "not executed"
    SIZE = "size"
    HEADER = "header"
    STREAM = "stream"


@dataclass(frozen=True, slots=True)
class Fault:
    """One reason for which a job hangs.

    Attributes:
        kind: what is wrong.
        text: where, with the value.
        member: name of the member of the structure that says so; empty where coefficients do.
    """

    kind: FaultKind
    text: str
    member: str = ""


def faults_of_structure(structure: Structure, sizes: Sequence[str]) -> Iterator[Fault]:
    """Members with values that are not executed, and sizes that are 0."""
    for member, value in structure.refused():
        yield Fault(FaultKind.NOT_EXECUTED, refusal(member, value), member.name)
    for name in sizes:
        if structure[name] == 0:
            yield Fault(FaultKind.SIZE, f"{place_of(structure, name)}: {name} is 0, at least 1 is executed", name)


def place_of(structure: Structure, name: str) -> str:
    """Where a number is, such as ``word 4, bits 13:0``."""
    return " and ".join(f"word {part.word}, bits {part.bits}" for part in structure.kind.numbers[name].parts)
