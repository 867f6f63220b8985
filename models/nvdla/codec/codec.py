"""From register words to descriptors and back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, TypeVar

from models.nvdla.codec.items import Metadata
from models.nvdla.codec.parts import Part, items_of
from models.nvdla.codec.words import NewWords, SharedField, Words
from models.nvdla.config import HwConfig
from models.registers import Block

D = TypeVar("D")


def decode(of: type[D], words: Words, like: type[Any] | None = None) -> D:
    """The descriptor that words describe.

    Args:
        of: its class.
        words: the words of its blocks, or of some: attributes of the others have their defaults.
        like: a class whose fields of the same names say where registers hold those of `of` that do not.
    """
    found: D = _plan(of, like).decode(words)
    return found


def encode(blocks: Mapping[str, Block], config: HwConfig, layer: object, **names: str) -> dict[str, dict[str, int]]:
    """The words that describe a layer, by block and register name.

    Args:
        blocks: the registers, by block.
        config: the hardware configuration.
        layer: a descriptor.
        names: what is put in for what stands in braces, of a part alone.

    Raises:
        ValueError: a field cannot hold its attribute.
    """
    words = NewWords(blocks, config, defaultdict(dict))
    plan = _plan(type(layer))
    (plan.named(names) if names else plan).encode(words, layer)
    return words.values


def shared_fields(of: type[Any]) -> tuple[SharedField, ...]:
    """What the blocks of a layer must agree on."""
    return tuple(_plan(of).shared(()))


_PLANS: dict[tuple[type[Any], type[Any] | None], Part] = {}
"""Of each class what there is to decode, by the class and the one whose fields say it."""


def _plan(of: type[Any], like: type[Any] | None = None) -> Part:
    if (of, like) not in _PLANS:
        _PLANS[of, like] = Part(of, items_of(of, {} if like is None else _given(of, like)))
    return _PLANS[of, like]


def _given(of: type[Any], like: type[Any]) -> Mapping[str, Metadata]:
    """Metadata of fields that have none, from those of the same names."""
    theirs = {field.name: field.metadata for field in fields(like)}
    return {field.name: theirs[field.name] for field in fields(of) if not field.metadata}
