"""Which operation a word is."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from models.sophgo.config import HwConfig
from models.sophgo.operations.operation import Operation
from models.sophgo.operations.tiu.arithmetic import Arithmetic, Mac
from models.sophgo.operations.tiu.convolution import Convolution, RequantisedConvolution
from models.sophgo.operations.tiu.matrices import MatrixProduct
from models.sophgo.operations.tiu.pooling import AveragePooling, Depthwise, Pooling
from models.sophgo.operations.tiu.requantisation import Requantisation
from models.sophgo.operations.tiu.transposes import Broadcast, Transpose
from models.sophgo.words.word import Word

OPERATIONS: Mapping[str, type[Operation]] = MappingProxyType(
    {
        "sAR": Arithmetic,
        "sAR.mac": Mac,
        "sCONV": RequantisedConvolution,
        "sCONV.normal": Convolution,
        "sMM": MatrixProduct,
        "sPorD": Depthwise,
        "sPorD.average": AveragePooling,
        "sPorD.maximum": Pooling,
        "sRQ": Requantisation,
        "sTRANS": Transpose,
        "sTRANS.local_broadcast": Broadcast,
    }
)
"""By kind of word, or by word where one function differs from the others."""


def operation_of(word: Word, config: HwConfig) -> Operation:
    """The operation of a word that is executed.

    Raises:
        MemberError: a member has a value with which the device refuses the word.
    """
    kind = word.kind.name
    operation = OPERATIONS.get(f"{kind}.{word.function}", OPERATIONS.get(kind))
    assert operation is not None, word
    return operation(word, config)
