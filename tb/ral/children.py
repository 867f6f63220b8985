"""Parts of the register model as attributes, with errors that help."""

from __future__ import annotations

from typing import Any


def child(holder: object, table: str, description: str, name: str, elsewhere: str = "is no part of it") -> Any:  # noqa: ANN401
    """A part by its name.

    Args:
        holder: whose part it is.
        table: the holder's attribute with its parts by name.
        description: the holder's attribute with its description, whose own errors propose the nearest names.
        name: the part.
        elsewhere: what to say of a part that is described but is not the holder's.

    Raises:
        AttributeError: there is no such part.
    """
    # Not getattr: pyuvm asks for attributes before the holder has any.
    own = vars(holder)
    if name in own.get(table, {}):
        return own[table][name]
    if description in own and not name.startswith("_"):
        getattr(own[description], name)
        raise AttributeError(f"{name} {elsewhere}")
    raise AttributeError(name)
