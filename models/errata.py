"""Errata: what a public part is known to do otherwise than its documents say, as data.

A family lists its errata once, in TOML; a hardware configuration names those that its part has. The page, the switch
``ERRATA`` and what failures say of an erratum follow from that list (docs/attach.md, 'Faults of the part').
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from models.nearest import did_you_mean
from models.user_file import read_description

KNOWN, FAIL = "known", "fail"
"""What ``ERRATA`` may say beside ids: expect what the part does, or what its documents say."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Erratum:
    """One fault of a part.

    Attributes:
        id: short and stable, such as ``cdp-saturation``.
        unit: the unit that it is in.
        symptom: what software sees.
        program: the smallest program that shows it.
        software: what software does about it.
        seen: simulated on the part's RTL, or only read in it.
        source: where it is in the part's RTL: ``branch: file:line``, and what is there.
        expected: what is expected with ``ERRATA=fail``; empty: nothing else, for the reason that `open` has.
        open: why ``ERRATA=fail`` changes nothing.
        registers: ``BLOCK.REGISTER``s that read otherwise.
        rule: the rule that is there because of it.
        test: the test that shows it.
        traces: traces that show it, ``configuration/name``, in ``errata`` of the family's folder of recorded layers.
        none: why neither shows it.
        plusarg: what makes our RTL, which is right, do the same.
    """

    id: str
    unit: str
    symptom: str
    program: str
    software: str
    seen: str
    source: tuple[str, ...]
    expected: str = ""
    open: str = ""
    registers: tuple[str, ...] = ()
    rule: str = ""
    test: str = ""
    traces: tuple[str, ...] = ()
    none: str = ""
    plusarg: str = ""


def read_errata(path: Path) -> Mapping[str, Erratum]:
    """The errata of a file, by their ids.

    Raises:
        OSError: the file cannot be read.
        ValueError: it is not TOML, or an erratum has another key or lacks one.
    """
    keys = {item.name for item in fields(Erratum)} - {"id"}
    found = {}
    for name, table in read_description(path).items():
        for key in table:
            if key not in keys:
                raise ValueError(f"{path.name}: {name}.{key}: no such key{did_you_mean(key, keys)}")
        try:
            found[name] = Erratum(id=name, **{key: _frozen(value) for key, value in table.items()})
        except TypeError as error:
            raise ValueError(f"{path.name}: {name}: {error}") from error
    return found


def chosen_errata(text: str, there: Collection[str], all_ids: Collection[str]) -> frozenset[str]:
    """The errata that are to be errors, as ``ERRATA`` says it.

    Args:
        text: `KNOWN` or nothing, `FAIL`, or ids with commas between them.
        there: ids of those that the part has.
        all_ids: of all parts.

    Raises:
        ValueError: an id is that of none.
    """
    if text in ("", KNOWN):
        return frozenset()
    if text == FAIL:
        return frozenset(there)
    names = frozenset(text.replace(",", " ").split())
    for name in sorted(names):
        if name not in all_ids:
            words = (KNOWN, FAIL, *all_ids)
            raise ValueError(f"{name!r} is no erratum: {KNOWN}, {FAIL}, or ids{did_you_mean(name, words)}")
    return names & frozenset(there)


def _frozen(value: Any) -> Any:  # noqa: ANN401 - what `Erratum` takes
    return tuple(value) if isinstance(value, list) else value
