"""What of a program is to blame for a broken rule: register writes, and places in memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from models.layer import Claim
from models.memory.place import MemoryPlace
from models.rules import Violation


def located(violation: Violation, claims: Sequence[Claim]) -> Violation:
    """A broken rule with the register write and the places that broke it, and with whose claims it is.

    Args:
        violation: what was found.
        claims: those that break it; the first one leads.
    """
    places = _places_of(violation, claims)
    message = f"{claims[0]}: {violation.message}" + (f", at {', '.join(map(str, places))}" if places else "")
    return replace(violation, message=message, write=_write_of(violation, claims), places=places)


def _write_of(violation: Violation, claims: Sequence[Claim]) -> int:
    """The number of the register write that broke a rule: the latest of those that say so, else the start."""
    writes = [0]
    for full_name in violation.registers:
        block, register = full_name.split(".")
        writes += [claim.writers.get((violation.part, register), 0) for claim in claims if claim.block == block]
    return max(writes) or max(claim.started_by for claim in claims)


def _places_of(violation: Violation, claims: Sequence[Claim]) -> tuple[MemoryPlace, ...]:
    """Where in memory stands what broke a rule."""
    said = [full_name.split(".") for full_name in violation.registers]
    keys = [(claim, (violation.part, name)) for block, name in said for claim in claims if claim.block == block]
    return tuple(claim.places[key] for claim, key in keys if key in claim.places)
