"""Which operation a word is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from models.sophgo.config import SophgoConfig
from models.sophgo.operations.gdma.choices import Gather, Nonzero, Select
from models.sophgo.operations.gdma.matrices import matrix
from models.sophgo.operations.gdma.moves import broadcast, copy, turned
from models.sophgo.operations.operation import Operation
from models.sophgo.operations.tiu.arithmetic import Arithmetic, Mac
from models.sophgo.operations.tiu.convolution import Convolution, RequantisedConvolution
from models.sophgo.operations.tiu.matrices import MatrixProduct
from models.sophgo.operations.tiu.pooling import AveragePooling, Depthwise, Pooling
from models.sophgo.operations.tiu.requantisation import Requantisation
from models.sophgo.operations.tiu.transposes import Broadcast, Transpose
from models.sophgo.words.word import Word

OPERATIONS: Mapping[str, Callable[[Word, SophgoConfig], Operation]] = MappingProxyType(
    {
        "DMA_tensor": copy,
        "DMA_tensor.transpose": turned,
        "DMA_tensor.broadcast": broadcast,
        "DMA_cw_transpose": turned,
        "DMA_matrix": matrix,
        "DMA_gather": Gather,
        "DMA_masked_select": Select,
        "DMA_nonzero": Nonzero,
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


def operation_of(word: Word, config: SophgoConfig) -> Operation:
    """The operation of a word that is executed.

    Raises:
        MemberError: a member has a value with which the device refuses the word.
        UndefinedError: the device takes the word, and nobody knows what comes of it.
    """
    kind = word.kind.name
    operation = OPERATIONS.get(f"{kind}.{word.function}", OPERATIONS.get(kind))
    assert operation is not None, word
    return operation(word, config)
