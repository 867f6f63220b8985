"""Knobs of tests: what a suite or a user may set of a test without touching its code."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, TypeVar

from models.nearest import did_you_mean
from tb.environment.config import EnvConfig
from tb.knob_words import read_words
from tb.memory.profile import PROFILES
from tb.runner.jobs.job import KNOBS_VARIABLE

K = TypeVar("K", bound="TestKnobs")
C = TypeVar("C", bound=EnvConfig)
TRUTHS = {"1": True, "0": False, "true": True, "false": False}


@dataclass(frozen=True, kw_only=True)
class TestKnobs:
    """What may be set of every test. A test with more to be set derives a class of its own, and gives an instance.

    A knob is a whole number, a number, a text or True and False, as its default is.

    Attributes:
        profile: how all memories answer, by name (`PROFILES`); empty: as the test says.
        program: file of a program that is played in place of the test's stimulus (docs/regressions.md, 'Minimiser').
        keep_program: file into which the program is written that the test plays, likewise.
    """

    __test__ = False  # pytest: not a test class

    profile: str = ""
    program: str = ""
    keep_program: str = ""

    def __post_init__(self) -> None:
        if self.profile and self.profile not in PROFILES:
            near = did_you_mean(self.profile, PROFILES)
            raise ValueError(f"profile={self.profile}: there are {', '.join(PROFILES)}{near}")

    @property
    def announced(self) -> tuple[str, ...]:
        """Names of rules that what they ask for breaks, beside those that the test announces."""
        return ()

    def applied(self, config: C, ports: tuple[str, ...]) -> C:
        """A test's configuration with what its knobs say of it.

        Args:
            config: as the test makes it.
            ports: names of the memory ports.
        """
        if not self.profile:
            return config
        return replace(config, profiles=dict.fromkeys(ports, PROFILES[self.profile]))


def given_words() -> dict[str, str]:
    """The knobs that the simulation was given, as they are written.

    Raises:
        ValueError: they are written in another way.
    """
    return read_words(os.environ.get(KNOBS_VARIABLE, ""))


def with_words(knobs: K, words: Mapping[str, str], test: str) -> K:
    """Knobs with some of them set.

    Args:
        knobs: those that are set.
        words: values by name.
        test: whose they are, for messages.

    Raises:
        ValueError: there is no such knob, or it cannot have that value.
    """
    names = [item.name for item in fields(knobs)]
    values: dict[str, Any] = {}
    for name, word in words.items():
        if name not in names:
            raise ValueError(f"{test} has no knob {name}: it has {', '.join(names)}{did_you_mean(name, names)}")
        values[name] = _value(word, getattr(knobs, name), f"{test}: {name}={word}")
    try:
        return replace(knobs, **values)
    except ValueError as error:
        raise ValueError(f"{test}: {error}") from error


def _value(word: str, default: object, said: str) -> object:
    """A value of the default's type."""
    try:
        match default:
            case bool():
                return TRUTHS[word.lower()]
            case int():
                return int(word)
            case float():
                return float(word)
            case tuple():
                return tuple(word.split(",")) if word else ()
    except (KeyError, ValueError):
        kinds = {bool: "1 or 0", int: "a whole number", float: "a number"}
        raise ValueError(f"{said}: not {kinds[type(default)]}, such as {default}") from None
    return word
