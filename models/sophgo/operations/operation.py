"""What a word does, as the device asks for it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.arrays.flags import Flags
from models.sophgo.config import SophgoConfig
from models.sophgo.operations.operand import Operand
from models.sophgo.words.word import Word

Values = NDArray[Any]


class Operation(ABC):
    """A word with its operands; whatever a word does derives from it.

    Attributes:
        inputs: what it reads.
        outputs: what it writes, each element once.
        reach: what it may read besides, as its input says.

    Args:
        word: the word.
        config: the hardware configuration.

    Raises:
        MemberError: a member has a value with which the device refuses the word.
    """

    inputs: tuple[Operand, ...]
    outputs: tuple[Operand, ...]
    reach: tuple[Operand, ...] = ()

    def __init__(self, word: Word, config: SophgoConfig) -> None:
        self.word, self.config = word, config

    @abstractmethod
    def compute(self, *values: Values) -> Sequence[Values]:
        """What the outputs hold, of what the inputs hold, and those that `more_inputs` has named.

        Returns:
            Each in its operand's shape; where it hangs on the input how much is written, only so many first elements.
        """

    def more_inputs(self, *values: Values) -> tuple[Operand, ...]:  # noqa: ARG002 - most know at once what they read
        """What it reads because of what it has read."""
        return ()

    def known(self, *flags: Flags) -> Sequence[Flags]:
        """Which elements of the outputs are known where some of the inputs are not: all or none by itself."""
        known = all(flag.all() for flag in flags)
        return [np.full(output.addresses.shape, known) for output in self.outputs]
