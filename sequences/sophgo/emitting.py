"""Operations become the words of a kernel."""

from __future__ import annotations

from typing import Any

import numpy as np

from models.sophgo.config import SophgoConfig
from models.sophgo.layouts.strides import Shape
from models.sophgo.words.word import Word
from sequences.sophgo.operations.operation import Chain, Tensor, TensorOperation
from sequences.sophgo.queues import Queues
from sequences.sophgo.tensors.local import LocalRoom, LocalTensor


class KernelWords:
    """Collects the words of a kernel; an `Emitter`.

    Args:
        config: the hardware configuration.
        lanes: where there is room for what operations leave in local memory.
        parallel: as of `Queues`.
    """

    def __init__(self, config: SophgoConfig, lanes: LocalRoom, *, parallel: bool = True) -> None:
        self.config, self._lanes = config, lanes
        self._queues = Queues(config, parallel=parallel)
        self._taken: list[int] = []

    def take(self, item: TensorOperation | Chain | Word) -> None:
        """The words of an operation, of all operations of a chain, or a word.

        Raises:
            ValueError: it is none, or cannot be done.
        """
        if isinstance(item, Word):
            self.word(item)
            return
        if not isinstance(item, TensorOperation | Chain):
            raise ValueError(f"{type(item).__name__} is no operation: write CopyIn(x) >> CopyOut(y), for example")
        result: Tensor | None = None
        for operation in item.operations:
            given = operation.source if operation.source is not None else result
            if given is None:
                raise ValueError(
                    f"{type(operation).__name__} takes nothing: give it a source, or chain it behind others"
                )
            result = operation.emit(self, given)

    def finished(self) -> list[Word]:
        """All words; what they leave in local memory but in tensors of the user's is given to others."""
        for address in self._taken:
            self._lanes.free(address)
        self._taken.clear()
        return self._queues.words

    def word(self, word: Word) -> None:
        """One word more."""
        self._queues.add(word)

    def local(self, shape: Shape, dtype: np.dtype[Any], layout: str = "aligned", lane: int = 0) -> LocalTensor:
        """Room for a tensor until all words are there."""
        tensor = self._lanes.tensor(shape, dtype, layout, lane)
        self._taken.append(tensor.address)
        return tensor

    def room(self, size_bytes: int, lane: int = 0) -> int:
        """Likewise for bytes of each lane."""
        self._taken.append(self._lanes.take(size_bytes, lane))
        return self._taken[-1]
