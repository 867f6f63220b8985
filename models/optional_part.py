"""Parts that a device family may have, found by the names of their modules."""

from __future__ import annotations

import importlib
from types import ModuleType


def optional_part(name: str) -> ModuleType | None:
    """A module of a family; None where the family has none of that name.

    Args:
        name: with its packages, such as ``models.<family>.register_behaviours``.

    Raises:
        ModuleNotFoundError: it is there, and imports something that is not.
    """
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if f"{name}.".startswith(f"{error.name}."):
            return None
        raise
