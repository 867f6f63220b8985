"""Options with an environment variable as their default, and readers of values whose errors name the variable."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

SWITCH = {"1": True, "0": False, "": False}
_Number = TypeVar("_Number", int, float)


def add_option(
    parser: argparse.ArgumentParser,
    name: str,
    text: str,
    *,
    variable: str = "",
    default: str | None = None,
    kind: Callable[[str], object] = str,
    metavar: str | None = None,
) -> None:
    """An option whose default is an environment variable.

    Args:
        parser: gets it.
        name: without the dashes in front.
        text: what its help says.
        variable: the variable, if it is not called like the option.
        default: where the variable is not there or empty; `kind` reads it too.
        kind: reads a value.
        metavar: what the help calls the value.
    """
    value = os.environ.get(variable or variable_of(name)) or default
    parser.add_argument(f"--{name}", type=kind, default=value, metavar=metavar, help=text)


def add_switch(parser: argparse.ArgumentParser, name: str, text: str, default: bool | None = False) -> None:
    """An option that is on or off, by itself or as ``<name>=1`` in the environment."""
    variable = variable_of(name)

    def read(value: str) -> bool:
        if value not in SWITCH:
            raise argparse.ArgumentTypeError(
                f"{variable}={value}: neither 1 nor 0; write {variable}=1, or leave it out"
            )
        return SWITCH[value]

    given = os.environ.get(variable) or default
    parser.add_argument(f"--{name}", nargs="?", const=True, type=read, default=given, help=text)


def variable_of(name: str) -> str:
    """The environment variable that is called like an option."""
    return name.upper().replace("-", "_")


def one_of(variable: str, *values: str) -> Callable[[str], str]:
    """What reads a variable that is one of a few words."""

    def read(text: str) -> str:
        if text not in values:
            raise argparse.ArgumentTypeError(f"{variable}={text}: choose one of {', '.join(values)}")
        return text

    return read


def number(
    variable: str, kind: Callable[[str], _Number], fits: Callable[[_Number], bool], wanted: str
) -> Callable[[str], _Number]:
    """What reads a variable that is a number.

    Args:
        variable: its name, for the message.
        kind: what sort of number.
        fits: whether it may be that one.
        wanted: what it may be, in words.
    """

    def read(text: str) -> _Number:
        with suppress(ValueError):
            if fits(value := kind(text)):
                return value
        raise argparse.ArgumentTypeError(f"{variable}={text}: not {wanted}")

    return read
