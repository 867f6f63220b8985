"""What is legal of PDP's numbers, and of where it reads and writes."""

from __future__ import annotations

from collections.abc import Iterator

from models.breakers import one_of, sets
from models.nvdla.config import HwConfig
from models.nvdla.pdp.descriptor import METHODS, Pdp
from models.nvdla.pdp.pooling.window import PAD_BITS, RECIPROCAL_ONE, PadValues
from models.nvdla.pdp.registers import DESTINATION, READER, SOURCE, UNIT
from models.nvdla.pdp.rules.shared import FORMAT_LIMITS, GUIDE, LEGAL_PAGE, Context, broken, small
from models.nvdla.surfaces.ruled_side import RuledSide
from models.nvdla.surfaces.rules import (
    ADDRESS_RANGE,
    LINE_STRIDE,
    SURFACE_STRIDE,
    SurfaceRules,
    add_absent_precision,
    add_overlap,
    in_precision,
)
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES, ceil_div
from models.rules import Breaker, Broken, RuleList

RESERVED = "0x3"
PAD_LARGEST = (1 << 18) - 1
"""The largest number that a register of what padded elements add holds."""


FORMAT_RULES = RuleList[Pdp, HwConfig](Pdp)


@FORMAT_RULES.rule(
    "pdp-reserved",
    "Neither the precision nor the method is a reserved value.",
    GUIDE,
    one_of(sets("method", RESERVED, of=small), sets("precision", RESERVED, of=small)),
)
def _reserved(pdp: Pdp, _: Context) -> Iterator[Broken]:
    if pdp.precision not in ELEMENT_BYTES:
        yield broken(f"INPUT_DATA is the reserved value {pdp.precision}", "D_DATA_FORMAT")
    if pdp.method not in METHODS:
        yield broken(f"POOLING_METHOD is the reserved value {pdp.method}", "D_OPERATION_MODE_CFG")


add_absent_precision(
    FORMAT_RULES,
    "pdp-absent-precision",
    "PDP reads and writes precisions that the configuration has.",
    register=f"{UNIT}.D_DATA_FORMAT",
    precisions=lambda pdp: (pdp.precision,),
    small=small,
)


def _too_large_pads(precision: str) -> Breaker[Pdp, HwConfig]:
    """A number that so many padded elements cannot add up to, and that its register holds."""
    limits = zip(PadValues.__dataclass_fields__, (1 << bits - 1 for bits in PAD_BITS[precision]), strict=True)
    return one_of(
        *(
            sets(f"average.pads.{name}", limit, of=in_precision(small, precision))
            for name, limit in limits
            if limit <= PAD_LARGEST
        )
    )


def _too_large_reciprocals(precision: str) -> Breaker[Pdp, HwConfig]:
    """A reciprocal of a smaller kernel."""
    return one_of(
        *(
            sets(f"average.{name}", RECIPROCAL_ONE, of=in_precision(small, precision))
            for name in ("recip_height", "recip_width")
        )
    )


@FORMAT_RULES.rule(
    "pdp-pad-value",
    "In an average of integers PAD_VALUE_nX is n times a number of the precision, with its sign.",
    LEGAL_PAGE,
    one_of(*map(_too_large_pads, PAD_BITS)),
)
def _pad_values(pdp: Pdp, _: Context) -> Iterator[Broken]:
    bits = PAD_BITS.get(pdp.precision)
    if bits is None or not pdp.averages or not (pdp.x.needs_pads or pdp.y.needs_pads):
        return
    for count, width in enumerate(bits, 1):
        value, limit = pdp.average.pads.values[count], 1 << width - 1
        if not -limit <= value < limit:
            text = (
                f"PAD_VALUE_{count}X {value} is not {count} times a number of {pdp.precision}: {width} bits hold those"
            )
            yield broken(text, f"D_POOLING_PADDING_VALUE_{count}_CFG")


@FORMAT_RULES.rule(
    "pdp-reciprocal",
    "In an average of integers a reciprocal is at most 65536 divided by the kernel's size, rounded up.",
    LEGAL_PAGE,
    one_of(*map(_too_large_reciprocals, PAD_BITS)),
)
def _reciprocals(pdp: Pdp, _: Context) -> Iterator[Broken]:
    if not pdp.averages or pdp.precision not in PAD_BITS:
        return
    for side, kernel, value in (
        ("WIDTH", pdp.x.kernel, pdp.average.recip_width),
        ("HEIGHT", pdp.y.kernel, pdp.average.recip_height),
    ):
        if value > (most := ceil_div(RECIPROCAL_ONE, kernel)):
            text = f"RECIP_KERNEL_{side} {value} is more than 65536 / {kernel}, at most {most}"
            yield broken(text, f"D_RECIP_KERNEL_{side}", "D_POOLING_KERNEL_CFG")


def _sides(pdp: Pdp, config: HwConfig) -> Iterator[RuledSide]:
    """What it reads and writes; nothing where its elements have no size, which is a rule of its own."""
    if pdp.precision not in ELEMENT_BYTES:
        return
    surfaces = ceil_div(pdp.channels, pdp.reading.lanes(config))
    if pdp.source is not None:
        yield RuledSide(
            place="source",
            block=READER,
            registers=SOURCE,
            side=pdp.source,
            surfaces=surfaces,
            lines=pdp.height,
            line_bytes=pdp.width * config.atom_bytes,
            width="D_DATA_CUBE_IN_WIDTH",
            height="D_DATA_CUBE_IN_HEIGHT",
        )
    yield RuledSide(
        place="destination",
        block=UNIT,
        registers=DESTINATION,
        side=pdp.destination,
        surfaces=surfaces,
        lines=pdp.out_height,
        line_bytes=pdp.out_width * config.atom_bytes,
        width="D_DATA_CUBE_OUT_WIDTH",
        height="D_DATA_CUBE_OUT_HEIGHT",
    )


_SURFACES = SurfaceRules(rules=FORMAT_RULES, unit="pdp", sides=_sides, small=small)
_SURFACES.add(LINE_STRIDE, FORMAT_LIMITS)
_SURFACES.add(SURFACE_STRIDE, FORMAT_LIMITS)
_SURFACES.add(ADDRESS_RANGE, GUIDE)
add_overlap(
    FORMAT_RULES,
    "pdp-overlap",
    "A layer does not write what it reads: it reads lines again, and ahead of what it writes.",
    LEGAL_PAGE,
    registers=(f"{READER}.{SOURCE.address_low}", f"{UNIT}.{DESTINATION.address_low}"),
    small=small,
)
