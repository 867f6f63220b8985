"""Parts that a device family may have, found by the names of their modules."""

from __future__ import annotations

import importlib
from typing import Any


def optional_part(module: str, member: str) -> Any | None:  # noqa: ANN401 - who looks for it says what it is
    """A member of a family's module; None where the family has no such module.

    Args:
        module: with its packages, such as ``models.<family>.register_behaviours``.
        member: what it must have.

    Raises:
        ModuleNotFoundError: it is there, and imports something that is not.
        ValueError: it is there without the member.
    """
    try:
        found = importlib.import_module(module)
    except ModuleNotFoundError as error:
        if f"{module}.".startswith(f"{error.name}."):
            return None
        raise
    if not hasattr(found, member):
        raise ValueError(f"{module} has no {member}, which is looked for there")
    return getattr(found, member)
