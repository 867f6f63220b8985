"""What is wrong with a test's class before it is played: parts that nobody calls, or that replace those that check."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import TypeVar

from models.nearest import did_you_mean
from tb.environment.config import EnvConfig
from tb.runner.paths import class_line

WRITE_STIMULUS = "write async def stimulus(self, bench)"
Config = TypeVar("Config", bound=EnvConfig)
_PHASES = ("build_phase", "run_phase", "report_phase")


def complaint_of(test: type, base: type) -> str:
    """What keeps a test from being played and checked; empty if nothing does.

    Args:
        test: the class.
        base: the base of all tests, whose phases it may add to and not replace.
    """
    for phase in _PHASES:
        method = getattr(test, phase)
        if method is not getattr(base, phase) and not _calls_super(method):
            what = "in stimulus what the test does" if phase == "run_phase" else f"super().{phase}() in it"
            return f"{class_line(test)}.{phase} replaces that of {base.__name__}, which checks: write {what}"
    if getattr(test, "stimulus", None) is getattr(base, "stimulus", None):
        own = [name for kind in test.__mro__ if kind is not base and issubclass(kind, base) for name in vars(kind)]
        return f"{class_line(test)} has no stimulus: {WRITE_STIMULUS}{did_you_mean('stimulus', own)}"
    return wrong_signature(test)


def wrong_signature(test: type) -> str:
    """What is wrong with the parameters of its stimulus; empty if nothing is."""
    try:
        inspect.signature(test.stimulus).bind(None, None)  # type: ignore[attr-defined] # it has one
    except TypeError:
        return f"{class_line(test)}.stimulus does not take a bench, and nothing else: {WRITE_STIMULUS}"
    return ""


def checked_config(test: type, config: object, wanted: type[Config]) -> Config:
    """What a test's `configure` returned.

    Args:
        test: the class.
        config: what it returned.
        wanted: the kind of configuration that its family has.

    Raises:
        TypeError: it is no configuration.
    """
    if not isinstance(config, wanted):
        write = f"write return {wanted.__name__}(seed=self.seed) with what shall differ"
        raise TypeError(f"{class_line(test)}.configure returned {config!r}: {write}")
    return config


def _calls_super(method: Callable[..., object]) -> bool:
    code = getattr(inspect.unwrap(method), "__code__", None)
    return code is None or "super" in code.co_names or method.__name__ in code.co_names
