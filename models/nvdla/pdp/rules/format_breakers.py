"""What breaks the rules of PDP's numbers and places: a small legal layer with one thing wrong."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from models.nvdla.pdp.descriptor import Pdp
from models.nvdla.pdp.pooling.window import PAD_BITS, RECIPROCAL_ONE, PadValues
from models.nvdla.pdp.rules.breakers import PdpCase, changed, legal, small
from models.nvdla.surfaces.layout import ELEMENT_BYTES
from models.nvdla.surfaces.side import Side

RESERVED = "0x3"
INTEGERS = tuple(PAD_BITS)
PAD_LARGEST = (1 << 18) - 1
"""The largest number that a register of what padded elements add holds."""


def reserved(case: PdpCase, rng: np.random.Generator) -> PdpCase:
    """A precision or a method that does not exist."""
    pdp = small(case)
    return changed(case, replace(pdp, precision=RESERVED) if rng.integers(2) else replace(pdp, method=RESERVED))


def missing_precision(case: PdpCase, rng: np.random.Generator) -> PdpCase | None:
    """A precision that the configuration lacks."""
    missing = sorted(set(ELEMENT_BYTES) - set(case.context.config.precisions))
    if not missing:
        return None
    return changed(case, legal(case.context.config, case.subject.destination.ram, str(rng.choice(missing))))


def pad_values(case: PdpCase, rng: np.random.Generator) -> PdpCase:
    """A number that so many padded elements cannot add up to."""
    pdp = _of_integers(case, rng)
    limits = [1 << bits - 1 for bits in PAD_BITS[pdp.precision]]
    place = int(rng.choice([place for place, limit in enumerate(limits) if limit <= PAD_LARGEST]))
    values = list(pdp.average.pads.values[1:])
    values[place] = limits[place]
    return changed(case, replace(pdp, average=replace(pdp.average, pads=PadValues.of(values))))


def reciprocals(case: PdpCase, rng: np.random.Generator) -> PdpCase:
    """A reciprocal of a smaller kernel."""
    pdp = _of_integers(case, rng)
    wide = replace(pdp.average, recip_width=RECIPROCAL_ONE)
    high = replace(pdp.average, recip_height=RECIPROCAL_ONE)
    return changed(case, replace(pdp, average=wide if rng.integers(2) else high))


def line_stride(case: PdpCase, rng: np.random.Generator) -> PdpCase:
    """Lines that overlap."""
    pdp, of_input = small(case), bool(rng.integers(2))
    stride = ((pdp.width if of_input else pdp.out_width) - 1) * case.context.config.atom_bytes
    side = replace(_side(pdp, of_input=of_input), line_stride_bytes=stride)
    return changed(case, _moved(pdp, side, of_input=of_input))


def surface_stride(case: PdpCase, rng: np.random.Generator) -> PdpCase:
    """Surfaces that overlap."""
    pdp, of_input = small(case), bool(rng.integers(2))
    side = _side(pdp, of_input=of_input)
    side = replace(side, surface_stride_bytes=side.line_stride_bytes)
    return changed(case, _moved(pdp, side, of_input=of_input))


def address_range(case: PdpCase, rng: np.random.Generator) -> PdpCase:
    """Something that ends behind the last address."""
    config, pdp, of_input = case.context.config, small(case), bool(rng.integers(2))
    last = (1 << config.port(pdp.destination.ram).address_bits) - config.atom_bytes
    return changed(case, _moved(pdp, replace(_side(pdp, of_input=of_input), address=last), of_input=of_input))


def overlap(case: PdpCase, _: np.random.Generator) -> PdpCase:
    """An output that begins where the input does."""
    pdp = small(case)
    assert pdp.source is not None
    return changed(case, replace(pdp, destination=replace(pdp.destination, address=pdp.source.address)))


def _of_integers(case: PdpCase, rng: np.random.Generator) -> Pdp:
    """An average of integers that the configuration has."""
    there = [name for name in INTEGERS if name in case.context.config.precisions]
    return legal(case.context.config, case.subject.destination.ram, str(rng.choice(there)))


def _side(pdp: Pdp, *, of_input: bool) -> Side:
    """Where the input or the output lies."""
    assert pdp.source is not None
    return pdp.source if of_input else pdp.destination


def _moved(pdp: Pdp, side: Side, *, of_input: bool) -> Pdp:
    """The layer with its input or its output somewhere else."""
    return replace(pdp, source=side) if of_input else replace(pdp, destination=side)
