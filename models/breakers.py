"""Breakers as data: which field of a legal layer changes, and the values to try; or which layer it becomes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar, cast

import numpy as np

from models.rules import Breaker, Case

Subject = TypeVar("Subject")
Config = TypeVar("Config")
Legal = Callable[[Case[Subject, Config]], Subject | None]
"""Makes the legal layer that is changed of the one that a case has; None: the configuration has no such layer."""
Value = Any
"""A number or a name, or a function that finds it for the case of the layer that is changed."""


def itself(case: Case[Subject, Config]) -> Subject:
    """The layer of the case."""
    return case.subject


def sets(path: str, *values: Value, of: Legal[Subject, Config] = itself) -> Breaker[Subject, Config]:
    """Break a rule by the value of one field.

    Args:
        path: names of fields, from the layer down, such as ``input.side.address``.
        values: those to try; one is drawn if there are several.
        of: makes the layer.
    """

    def break_it(case: Case[Subject, Config], rng: np.random.Generator) -> Case[Subject, Config] | None:
        layer = of(case)
        if layer is None:
            return None
        legal = replace(case, subject=layer)
        value = values[rng.integers(len(values))] if len(values) > 1 else values[0]
        return replace(case, subject=with_field(layer, path, value(legal) if callable(value) else value))

    return break_it


def adds(path: str, *steps: Value, of: Legal[Subject, Config] = itself) -> Breaker[Subject, Config]:
    """Break a rule by one field that is more or less than it must be.

    Args:
        path: names of fields, from the layer down.
        steps: how much more to try; one is drawn if there are several.
        of: makes the layer.
    """

    def stepped(step: Value) -> Callable[[Case[Subject, Config]], Value]:
        return lambda legal: field_at(legal.subject, path) + (step(legal) if callable(step) else step)

    return sets(path, *map(stepped, steps), of=of)


def becomes(*layers: Legal[Subject, Config]) -> Breaker[Subject, Config]:
    """Break a rule by a layer that is made anew; which one is drawn if there are several."""

    def break_it(case: Case[Subject, Config], rng: np.random.Generator) -> Case[Subject, Config] | None:
        layer = layers[rng.integers(len(layers))](case)
        return None if layer is None else replace(case, subject=layer)

    return break_it


def cannot(_case: Case[Any, Any], _rng: np.random.Generator) -> None:
    """What breaks no rule: no single layer can, or registers have no value for what would."""


def one_of(*breakers: Breaker[Subject, Config]) -> Breaker[Subject, Config]:
    """Break a rule by one of several breakers, which is drawn; by the next one where that cannot break it."""

    def break_it(case: Case[Subject, Config], rng: np.random.Generator) -> Case[Subject, Config] | None:
        first = int(rng.integers(len(breakers)))
        tried = (breaker(case, rng) for breaker in breakers[first:] + breakers[:first])
        return next((broken for broken in tried if broken is not None), None)

    return break_it


def field_at(item: Any, path: str) -> Any:  # noqa: ANN401 - a field of anything
    """The value of a field; a path leads through a tuple by number."""
    for name in path.split("."):
        item = item[int(name)] if isinstance(item, tuple) else getattr(item, name)
    return item


def with_field(layer: Subject, path: str, value: Value) -> Subject:
    """The layer with another value of a field; a path leads through a tuple by number."""
    name, _, rest = path.partition(".")
    item: Any = layer
    if isinstance(item, tuple):
        number = int(name)
        parts = (*item[:number], with_field(item[number], rest, value) if rest else value, *item[number + 1 :])
        return cast("Subject", parts)
    changed = with_field(getattr(item, name), rest, value) if rest else value
    return cast("Subject", replace(item, **{name: changed}))
