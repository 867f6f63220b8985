"""The engine that a user names."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tb.regression.engines.address import EngineAddress
from tb.regression.engines.clusters import open_engine
from tb.regression.engines.engine import Engine
from tb.regression.engines.local import LocalEngine

LOCAL = "local"


def known_engine(name: str) -> str:
    """The name of an engine, which need not be there.

    Raises:
        UserError: there is none of that name, or it has no such option.
    """
    if name != LOCAL:
        EngineAddress.of(name)
    return name


@contextmanager
def found_engine(name: str, jobs: int) -> Iterator[Engine]:
    """An engine by name; at the end all is ended that it plays or has started.

    Args:
        name: ``local``, or the address of a cluster.
        jobs: how many batches it plays at a time, where the cluster does not say that.

    Raises:
        UserError: there is none of that name, packages for it are missing, or its cluster cannot be reached.
    """
    engine: Engine = LocalEngine(jobs) if name == LOCAL else open_engine(EngineAddress.of(name), jobs)
    try:
        yield engine
    finally:
        engine.stop()
