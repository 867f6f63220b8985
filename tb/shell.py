"""The environment that the command line is started in."""

from __future__ import annotations

import os

MEANT_EMPTY = ("OBJCACHE",)
"""Variables that say something by being empty: here, no cache of compilers."""


def drop_empty_variables() -> None:
    """Let a variable that is set but empty count as not set; numpy and others take the empty text for a number."""
    for name in [name for name, value in os.environ.items() if not value and name not in MEANT_EMPTY]:
        del os.environ[name]
