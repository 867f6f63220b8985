"""BM1684 without time: calls of its kernel interface, by name, one after the other."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from models.nearest import did_you_mean
from models.sophgo.bm1684.copies import COPIES, Function
from models.sophgo.bm1684.memories import Arguments, CallError, Memories
from models.sophgo.bm1684.packed import ARITHMETIC

CALLS: Mapping[str, Function] = MappingProxyType({**COPIES, **ARITHMETIC})
"""What it does, by the names of the kernel interface."""


class Bm1684(Memories):
    """The memories of a BM1684, and what calls do to them.

    >>> chip = Bm1684()
    >>> chip.call("okk_gdma_8bit_set_C_local", 0, 5, (1, 2, 1, 3), None)
    >>> chip.local[:4].tolist()
    [5, 5, 5, 0]
    """

    def call(self, name: str, *arguments: object) -> None:
        """Call a function of the kernel interface.

        Args:
            name: its name.
            arguments: as ``okk.h`` has them; shapes and strides as four numbers, None for a null pointer.

        Raises:
            CallError: there is none of that name here, it takes other arguments, or it does not do what is asked.
        """
        if name not in CALLS:
            raise CallError(f"{name} is not here{did_you_mean(name, CALLS)}")
        function = CALLS[name]
        if len(arguments) != len(function.parameters):
            raise CallError(f"{name} takes {', '.join(function.parameters)}: {len(arguments)} are given")
        try:
            function.call(self, Arguments(dict(zip(function.parameters, arguments, strict=True))))
        except CallError as error:
            raise CallError(f"{name}: {error}") from error
