"""DMA_matrix: matrices between local memory and others (docs/sophgo/README.md, 'Matrix transfers')."""

from __future__ import annotations

from dataclasses import replace

from models.sophgo.config import SophgoConfig
from models.sophgo.layouts.matrices import matrix_elements
from models.sophgo.layouts.strides import Shape, Strides
from models.sophgo.operations.gdma.moves import Move
from models.sophgo.operations.gdma.sides import address_of, element_type, enabled, is_local, placed
from models.sophgo.operations.operand import Operand, UndefinedError, size_of
from models.sophgo.operations.operation import Operation
from models.sophgo.words.word import Word


def matrix(word: Word, config: SophgoConfig) -> Operation:
    """A copy of a matrix, transposed or not.

    Raises:
        MemberError: a size or a format is wrong.
        UndefinedError: not one of the two sides is in local memory, or one is in none.
    """
    sides = {is_local(word, config, side): side for side in ("src", "dst")}
    if len(sides) == 1:
        where = "both" if True in sides else "none"
        raise UndefinedError("matrix-sides", f"{where} of the two sides of a matrix are in local memory")
    local, plain = sides[True], sides[False]
    rows, columns = size_of(word, f"{plain}_hsize"), size_of(word, f"{plain}_wsize")
    lines = _plain(word, config, plain, rows, columns)
    is_turned = word.function == "transpose"
    inner = rows if is_turned else columns
    placed_matrix = _local(word, config, local, columns if is_turned else rows, inner)
    if is_turned:
        lines = replace(lines, addresses=lines.addresses.T)
    source, destination = (placed_matrix, lines) if local == "src" else (lines, placed_matrix)
    chosen = enabled(word, config, destination)
    return Move(word, config, source, destination, chosen)


def _plain(word: Word, config: SophgoConfig, side: str, rows: int, columns: int) -> Operand:
    """The side that is not in local memory: rows, `hstride` elements apart."""
    step = word[f"{side}_hstride"] if word["stride_enable"] else columns
    shape, strides = Shape(1, 1, rows, columns), Strides(0, 0, step, 1)
    whole = placed(config, side, address_of(word, side), shape, element_type(word), strides=strides)
    return replace(whole, addresses=whole.addresses[0, 0])


def _local(word: Word, config: SophgoConfig, side: str, rows: int, columns: int) -> Operand:
    """The side in local memory: rows of channels of `wsize` elements."""
    width = size_of(word, f"{side}_wsize")
    shape = Shape(rows, -(-columns // width), 1, width)
    strides = None
    if word["stride_enable"]:
        strides = Strides(word[f"{side}_nstride"], word[f"{side}_cstride"], 0, 1)
    whole = placed(config, side, address_of(word, side), shape, element_type(word), strides=strides)
    return replace(whole, addresses=matrix_elements(whole.addresses, columns))
