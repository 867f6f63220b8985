"""Commands that run something again, to be pasted into a shell."""

from __future__ import annotations

import shlex
from collections.abc import Mapping


def make_command(target: str, variables: Mapping[str, object]) -> str:
    """A call of make.

    Args:
        target: of make.
        variables: values by name; those that are None or empty are left out.
    """
    # The shell takes the quotes, make makes one dollar of two.
    given = {name: str(value).replace("$", "$$") for name, value in variables.items() if value not in (None, "")}
    return " ".join([f"make {target}", *(f"{name}={shlex.quote(value)}" for name, value in given.items())])
