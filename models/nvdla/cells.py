"""Cells: kinds of layers of one unit, by which random tests draw, coverage counts and layers are recorded.

A cell says some aspects of a layer and leaves the others open, so a layer may be in several cells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, TypeVar

from models.nvdla.aims import NO_AIM, Aim
from models.nvdla.config import HwConfig

Wanted = Mapping[str, str]
"""Aspects that are asked for, by name."""
Illegal = Sequence[tuple[Wanted, str]]
"""Aspects that no legal layer has, each with the rule or the reason."""
ZERO, POSITIVE, NEGATIVE = SIGNS = ("zero", "positive", "negative")
"""Of a number."""


def sign_of(number: int) -> str:
    """Which of `SIGNS` it has."""
    return ZERO if number == 0 else NEGATIVE if number < 0 else POSITIVE


@dataclass(frozen=True, slots=True)
class AspectCell:
    """Some aspects of a layer.

    Attributes:
        wanted: what the aspects are, by name.
        illegal: the rule that forbids it, or why there can be none; empty: it is legal.
        aim: what its values are meant to meet.
    """

    SELF_EXPLAINING: ClassVar[tuple[str, ...]] = (
        "precision", "formats", "mode", "way", "method", "numbers", "arrangement",
    )  # fmt: skip
    """Aspects of which the value says all, as it does of sources of operands."""

    wanted: Mapping[str, str] = field(hash=False)
    illegal: str = ""
    aim: Aim = NO_AIM

    @property
    def name(self) -> str:
        """Its aspects in one word."""
        named = [self._named(name, value) for name, value in self.wanted.items()]
        return "_".join(word for word in (*named, "" if self.aim is NO_AIM else self.aim.value) if word).lower()

    def _named(self, name: str, value: str) -> str:
        """An aspect in one word; none: it goes without saying."""
        if name in self.SELF_EXPLAINING or name.endswith("-source"):
            return value
        return f"{value}-byte" if name.endswith("-bytes") else f"{name}-{value}"

    def holds(self, aspects: Mapping[str, str]) -> bool:
        """Whether a layer of such aspects is in it, as far as they tell: not what its values meet."""
        return all(aspects[name] == value for name, value in self.wanted.items())


Cell = TypeVar("Cell", bound=AspectCell)


def legal(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """Those that a layer can be in."""
    return tuple(cell for cell in cells if not cell.illegal)


def holding(cells: Iterable[Cell], aspects: Mapping[str, str]) -> tuple[Cell, ...]:
    """Those that a layer of such aspects is in: of those that its registers tell, not its values."""
    return tuple(cell for cell in cells if cell.aim is NO_AIM and not cell.illegal and cell.holds(aspects))


def why_not(
    wanted: Wanted,
    config: HwConfig,
    unit: str,
    illegal: Illegal,
    features: Callable[[Wanted], Iterable[str]] = lambda _: (),
) -> str:
    """Why no layer of such aspects can be: the rule or the reason; empty: one can.

    Args:
        wanted: the aspects.
        config: the hardware configuration.
        unit: what plays such layers.
        illegal: aspects that no legal layer of it has, whatever the configuration.
        features: those that a configuration needs for them.
    """
    for aspects, why in illegal:
        if aspects.items() <= wanted.items():
            return why
    lacking = [name for name in features(wanted) if name not in config.features]
    lacking = lacking if unit in config.units else [unit]
    if lacking:
        return f"the configuration lacks {lacking[0]}"
    rams = {value for name, value in wanted.items() if name.endswith("-ram")}
    return "" if rams <= config.ports.keys() else "absent-memory"


def together(cells: Sequence[AspectCell], possible: Callable[[Wanted], bool]) -> list[AspectCell]:
    """Fewer cells, each of which is in several of the given ones at once: a layer of each is in all of those.

    Args:
        cells: of one unit.
        possible: whether a legal layer has such aspects.
    """
    found: list[AspectCell] = []
    for cell in cells:
        fitting = [number for number, other in enumerate(found) if _agree(cell, other) and possible(_both(cell, other))]
        if not fitting:
            found.append(cell)
            continue
        number = min(fitting, key=lambda number: len(found[number].wanted))
        other = found[number]
        found[number] = AspectCell(_both(cell, other), aim=other.aim if cell.aim is NO_AIM else cell.aim)
    return found


def _both(one: AspectCell, other: AspectCell) -> dict[str, str]:
    return {**other.wanted, **one.wanted}


def _agree(one: AspectCell, other: AspectCell) -> bool:
    """Whether nothing that one asks for is something else in the other."""
    if NO_AIM not in (one.aim, other.aim) and one.aim is not other.aim:
        return False
    return all(other.wanted.get(name, value) == value for name, value in one.wanted.items())
