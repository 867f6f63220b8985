"""Words one by one on plain arrays: what an operation does, without a device around it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping

import numpy as np

from models.memory.sparse import Bytes
from models.sophgo.config import SophgoConfig
from models.sophgo.config.hardware import DDR, LOCAL
from models.sophgo.layouts.tensors import decode, encode
from models.sophgo.operations.operand import Operand
from models.sophgo.operations.operation import Operation, Values


class Memories(ABC):
    """What words read and write."""

    @abstractmethod
    def read(self, operand: Operand) -> Values:
        """The elements of an operand."""

    @abstractmethod
    def write(self, operand: Operand, values: Values) -> None:
        """Put values where an operand has its first elements."""

    def play(self, operation: Operation) -> None:
        """Do what a word does."""
        values = [self.read(operand) for operand in operation.inputs]
        values += [self.read(operand) for operand in operation.more_inputs(*values)]
        results = operation.compute(*values)
        for operand, result in zip(operation.outputs, results, strict=True):
            self.write(operand, result)


class Images(Memories):
    """Memories as arrays.

    Attributes:
        config: the hardware configuration.
        bytes: by the memory's name, what it holds from its first byte on.
    """

    def __init__(self, config: SophgoConfig, local: Bytes, ddr: Bytes) -> None:
        self.config, self.bytes = config, {LOCAL: local, DDR: ddr}
        self._first: Mapping[str, int] = {LOCAL: 0, DDR: config.ddr_base}

    def read(self, operand: Operand) -> Values:
        """The elements of an operand."""
        return decode(self.bytes[operand.memory], operand.addresses - self._first[operand.memory], operand.dtype)

    def write(self, operand: Operand, values: Values) -> None:
        """Put values where an operand has its first elements."""
        flat = np.ascontiguousarray(values).astype(operand.dtype, copy=False).ravel()
        where = operand.addresses.ravel()[: flat.size] - self._first[operand.memory]
        encode(flat, where, self.bytes[operand.memory])
