"""The engine that a user names."""

from __future__ import annotations

from tb.regression.engines.engine import Engine
from tb.regression.engines.local import LocalEngine
from tb.runner.errors import UserError, printable

LOCAL = "local"


def find_engine(name: str, jobs: int) -> Engine:
    """An engine by name.

    Args:
        name: ``local``.
        jobs: how many batches it plays at a time.

    Raises:
        UserError: there is none of that name.
    """
    if name == LOCAL:
        return LocalEngine(jobs)
    raise UserError(f"ENGINE={printable(name)}: no such engine; choose {LOCAL}")
