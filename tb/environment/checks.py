"""Whether what a test chooses of its environment is of the kinds that it should be."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import numpy as np

from models.nearest import did_you_mean
from sequences.arguments import need_kind
from tb.memory.profile import MemoryProfile


def need_from(name: str, value: object, least: int) -> None:
    """Make sure of a whole number that is not too small.

    Raises:
        ValueError: it is something else.
    """
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < least:
        raise ValueError(f"{name} is {value!r}: write a whole number from {least} on")


def need_rules(announced: Collection[str], known: Collection[str]) -> None:
    """Make sure that what a test announces are names of rules.

    Args:
        announced: what it announces.
        known: the names of all rules.

    Raises:
        ValueError: a name is that of none.
    """
    if isinstance(announced, str):
        raise ValueError(f"announces is a single word: write ({announced!r},)")
    for name in announced:
        if name not in known:
            raise ValueError(
                f"announces has {name!r}, and no rule is called so: make docs lists them" + did_you_mean(name, known)
            )


def need_profiles(owner: str, profiles: object, hardware: str, ports: Collection[str], known: Collection[str]) -> None:
    """Make sure of the timing of memories; a port that another configuration has may be named.

    Args:
        owner: what has them, for the message.
        profiles: timing by port name.
        hardware: name of the hardware configuration.
        ports: its ports.
        known: the ports of all configurations.

    Raises:
        ValueError: no configuration has such a port, or its timing is none.
    """
    if not isinstance(profiles, Mapping):
        port = next(iter(ports))
        raise ValueError(f"{owner}: profiles is of type {type(profiles).__name__}: write {{{port!r}: profile}}")
    for port, profile in profiles.items():
        if port not in known:
            raise ValueError(
                f"{owner}: profiles has {port!r}, and no port is called so; {hardware} has {', '.join(ports)}"
                f"{did_you_mean(port, ports)}"
            )
        need_kind(f"{owner}: profile of {port}", profile, MemoryProfile, "MemoryProfile(...) of tb.memory.profile")
