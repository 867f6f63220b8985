"""Numbers on their way through SDP, from what comes in to what leaves: what each part makes of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import fields

import numpy as np

from models.arrays.flags import Flags
from models.layer import Layer
from models.numbers.bits import Wide
from models.numbers.rounding import shift_saturate
from models.nvdla.numbers.floats import half_from_single
from models.nvdla.sdp.derivation import SdpDerivation
from models.nvdla.sdp.descriptor import Sdp
from models.nvdla.sdp.operators.operands import Operand, OperandPair
from models.nvdla.sdp.operators.operators import work
from models.nvdla.sdp.operators.settings import OperatorSettings
from models.nvdla.sdp.pointwise import CONVERTED_BITS, Pointwise, ReadOperands
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES
from tb.nvdla.coverage.numbers.outcomes import limited, rounded
from tb.nvdla.coverage.sdp.steps import Passing, Seen, classes_of, steps_of

GIVES, CONVERTED, CLAMPED = "gives", "converted", "clamped"
FLOAT = "FP16"
HALF_MOST = 65504
"""The largest finite FP16."""


def classes_seen(layer: Layer) -> Mapping[str, list[str]]:
    """The classes of numbers that a layer's parts met, by what was looked at."""
    found: dict[str, list[str]] = defaultdict(list)
    for what, label in _seen(layer):
        found[what].append(label)
    return found


def _seen(layer: Layer) -> Seen:
    sdp = layer.descriptor
    assert isinstance(sdp, Sdp)
    pointwise = Pointwise.of(sdp)
    values, operands = entering(layer, pointwise)
    for name, settings in sdp.operators:
        if settings.bypass:
            continue
        given = settings.operands
        passing = Passing(
            values=values,
            operands=getattr(operands, name),
            operand_format=f"INT{8 * given.element_bytes}" if given and not pointwise.floating else FLOAT,
            floating=pointwise.floating,
            nan_to_zero=sdp.nan_to_zero,
        )
        yield from ((f"{name.upper()} {what}", label) for what, label in steps_of(passing, settings))
        values = passed(pointwise, name, values, operands)
        yield from ((f"{name.upper()} {GIVES}", label) for label in classes_of(values, floating=pointwise.floating))
    if not (sdp.y.lut or sdp.y.compares):
        yield from _converted(pointwise, values)


def entering(layer: Layer, pointwise: Pointwise) -> tuple[Wide, ReadOperands]:
    """What comes into a layer, as X1 takes it, with what is read for each element: those of which all is known."""
    assert isinstance(layer.derivation, SdpDerivation)
    found = layer.derivation.entering
    known, pairs = found.known, found.pairs
    values = np.broadcast_to(found.source.values, known.shape)[known]
    return pointwise.enter(values), ReadOperands(
        **{item.name: _chosen(getattr(pairs, item.name), known) for item in fields(pairs)}
    )


def passed(pointwise: Pointwise, name: str, values: Wide, operands: ReadOperands) -> Wide:
    """What an operator gives, Y before it looks anything up."""
    operator: OperatorSettings = getattr(pointwise, name)
    pair = getattr(operands, name)
    return work(operator, values, pair, floating=pointwise.floating, nan_to_zero=pointwise.nan_to_zero)


def _chosen(pair: OperandPair, known: Flags) -> OperandPair:
    def chosen(operands: Operand | None) -> Operand | None:
        return None if operands is None else np.broadcast_to(operands, known.shape)[known]

    return OperandPair(chosen(pair.alu), chosen(pair.mul))


def _converted(pointwise: Pointwise, values: Wide) -> Seen:
    """What the output convertor does with what no table gave."""
    made = pointwise.out_precision
    if not pointwise.floating:
        scaled = pointwise.scaled(values)
        yield from ((CONVERTED, label) for label in rounded(scaled, pointwise.shift, CONVERTED_BITS))
        values = shift_saturate(scaled, pointwise.shift, CONVERTED_BITS)
    elif made != FLOAT:
        halves = half_from_single(values.astype(np.uint32)).view(np.float16)
        values = halves[~np.isnan(halves)].clip(-HALF_MOST, HALF_MOST).astype(np.int64)
    if made != FLOAT:
        yield from ((CLAMPED, label) for label in limited(values, 8 * ELEMENT_BYTES[made]))
