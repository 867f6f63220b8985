"""What breaks the rules of where SDP reads and writes: a small legal layer with one thing wrong."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from models.nvdla.sdp.descriptor import Sdp
from models.nvdla.sdp.operators.settings import MEMORY, XSettings
from models.nvdla.sdp.rules.breakers import (
    SdpCase,
    batches,
    changed,
    from_memory,
    legal,
    operands,
    side_of,
    small,
    with_side,
)

PLACES = ("output", "input", "operands")


def line_stride(case: SdpCase, rng: np.random.Generator) -> SdpCase:
    """Lines that overlap."""
    sdp, which = _reading(case, small(case)), _place(rng)
    side, atom = side_of(sdp, which), case.context.config.atom_bytes
    return changed(case, with_side(sdp, which, replace(side, line_stride_bytes=side.line_stride_bytes - atom)))


def surface_stride(case: SdpCase, rng: np.random.Generator) -> SdpCase:
    """Surfaces that overlap."""
    sdp, which = _reading(case, small(case)), _place(rng)
    side, atom = side_of(sdp, which), case.context.config.atom_bytes
    return changed(case, with_side(sdp, which, replace(side, surface_stride_bytes=side.surface_stride_bytes - atom)))


def point(case: SdpCase, rng: np.random.Generator) -> SdpCase:
    """A pixel whose line stride or surface stride is not a pixel's size."""
    config, subject = case.context.config, case.subject
    sdp = _reading(case, legal(config, subject.destination.ram, subject.precision, height=1, width=1))
    which, name = _place(rng), str(rng.choice(("line_stride_bytes", "surface_stride_bytes")))
    side = side_of(sdp, which)
    return changed(case, with_side(sdp, which, replace(side, **{name: 2 * getattr(side, name)})))


def address_range(case: SdpCase, rng: np.random.Generator) -> SdpCase:
    """Something that ends behind the last address."""
    config, sdp = case.context.config, _reading(case, small(case))
    last = (1 << config.port(sdp.destination.ram).address_bits) - config.atom_bytes
    which = _place(rng)
    return changed(case, with_side(sdp, which, replace(side_of(sdp, which), address=last)))


def batch_alignment(case: SdpCase, rng: np.random.Generator) -> SdpCase:
    """An address or a stride of an odd number of atoms."""
    atom, sdp = case.context.config.atom_bytes, batches(case)
    way = rng.integers(5)
    if way == 0:
        return changed(case, replace(sdp, batch_stride_bytes=sdp.batch_stride_bytes + atom))
    if way == 1:
        x1 = XSettings(
            bypass=False,
            alu_bypass=False,
            alu_source=MEMORY,
            operands=operands(case, sdp, "ALU", per_element=False),
        )
        side = side_of(sdp := replace(sdp, x1=x1), "operands")
        return changed(case, with_side(sdp, "operands", replace(side, address=side.address + atom)))
    name = ("address", "line_stride_bytes", "surface_stride_bytes")[way - 2]
    return changed(
        case, with_side(sdp, "output", replace(sdp.destination, **{name: getattr(sdp.destination, name) + atom}))
    )


def batch_stride(case: SdpCase, _: np.random.Generator) -> SdpCase:
    """Cubes that overlap by two atoms."""
    sdp, config = batches(case), case.context.config
    return changed(case, replace(sdp, batch_stride_bytes=sdp.layout(config).size_bytes - 2 * config.atom_bytes))


def _reading(case: SdpCase, sdp: Sdp) -> Sdp:
    """The layer with its input in memory, and an operand of X1 for each element."""
    x1 = XSettings(bypass=False, alu_bypass=False, alu_source=MEMORY, operands=operands(case, sdp, "ALU"))
    return from_memory(case, replace(sdp, x1=x1))


def _place(rng: np.random.Generator) -> str:
    return PLACES[rng.integers(len(PLACES))]
