"""The behaviours that registers of a family have, by the names that its register description uses."""

from __future__ import annotations

from collections.abc import Mapping

from models.optional_part import optional_part
from models.registers import Behaviour

_ANY_FAMILYS = (
    Behaviour.PLAIN,
    Behaviour.READ_ONLY,
    Behaviour.WRITE_ONE_TO_CLEAR,
    Behaviour.TRIGGER,
    Behaviour.PULSE,
)


def behaviours_of(family: str) -> Mapping[str, Behaviour]:
    """Those that any family may use, and those of the family itself.

    Args:
        family: the device family. Its own behaviours are ``BEHAVIOURS`` in ``models/<family>/register_behaviours.py``;
            a family that has none has no such module.

    Raises:
        ValueError: the module has no ``BEHAVIOURS``.
    """
    own: Mapping[str, Behaviour] | None = optional_part(f"models.{family}.register_behaviours", "BEHAVIOURS")
    return {behaviour.name: behaviour for behaviour in _ANY_FAMILYS} | dict(own or {})
