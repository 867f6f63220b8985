"""Which of all that was found is the cause, and what is said of it.

What units that carry and compute nothing do wrong is certain, as they are held against themselves. Next is what differs
from the reference, then what is missing, if the design stood still, and in the end what the first error is about.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from models.derivation import derivation_lines
from models.layer import Layer
from tb.borders.carriers.wrong import Inside, Wrong
from tb.borders.divergence.divergence import Divergence
from tb.borders.divergence.subjects import Subjects
from tb.findings import Finding

ALL_RIGHT = (
    "taps: all that passed the borders between units is right; what is wrong lies elsewhere: in addresses, between the "
    "last border and memory, or in registers and interrupts"
)
THE_UNIT = "so the unit that is wrong: "
CUT_OFF = frozenset({"error-limit", "stimulus", "not-modelled"})
"""Kinds of errors that end a test while the design is at work: what is missing then may be on its way."""
SPURIOUS = "extra-interrupt"


@dataclass(frozen=True, slots=True)
class Divergences:
    """The first border of each kind; None: there is none.

    Attributes:
        differs: something else passed than must.
        held_up: a layer did not end, and this is where it stands.
        ended_short: a layer ended without all of its transfers.
    """

    differs: Divergence | None
    held_up: Divergence | None
    ended_short: Divergence | None


def verdict(
    errors: Sequence[Finding], inside: Inside, divergences: Divergences, wrong: Sequence[Wrong], subjects: Subjects
) -> Divergence | tuple[str, ...]:
    """The cause: a border between units, or lines that say what else it is.

    Args:
        errors: of the test, the first one first.
        inside: what is known of the design.
        divergences: what was found at the borders.
        wrong: what was found at the carriers, as `wrong_carriers` has it.
        subjects: what errors are about.
    """
    if certain := next((item for item in wrong if not item.missing), None):
        return _wrong_lines(certain)
    for error in errors:
        if unit := subjects.of_pins(error):
            return (f"a rule of the pins is broken: {error.message}", f"{THE_UNIT}{unit}")
    cut_off = any(error.kind in CUT_OFF for error in errors)
    if divergences.differs is None and wrong and not cut_off:
        return _wrong_lines(wrong[0])
    divergence = divergences.differs or (None if cut_off else divergences.held_up) or divergences.ended_short
    return divergence or _spoken(errors[0], inside, subjects)


def finding_of(divergence: Divergence, errors: Sequence[Finding]) -> Finding:
    """The error to say it at: the first of the layer, or of one that it feeds."""
    layer: Layer | None = divergence.look.layer
    while layer is not None:
        for finding in errors:
            if f"{layer} " in finding.message:
                return finding
        layer = layer.taken_by
    return errors[0]


def divergence_lines(divergence: Divergence, finding: Finding) -> tuple[str, ...]:
    """What is said of a border, at an error."""
    look, why = divergence.look, f" ({divergence.why})" if divergence.why else ""
    differs = "differs" if look.difference else "is short"
    return (
        f"first border that {differs}: {look.border.text} ({look.border.tap}) of {look.layer}, {divergence.what}",
        f"{THE_UNIT}{divergence.unit}{why}",
        *_derivation(divergence, finding),
    )


def _derivation(divergence: Divergence, finding: Finding) -> tuple[str, ...]:
    """How the reference came to the border's first wrong element, where the error speaks of another byte."""
    place = divergence.look.place
    if place is None or f"{place[1]:#x}" in finding.message:
        return ()
    lines = derivation_lines(divergence.look.layer.derivation_of(*place))
    return (f"the reference device came to {place[1]:#x}, the first at the border, like this:", *lines) if lines else ()


def _wrong_lines(wrong: Wrong) -> tuple[str, ...]:
    """What is said of a unit that carries and computes nothing."""
    did = "does not give what it took" if wrong.missing else "gives something else than it took"
    return (f"{wrong.unit}, {did}: {wrong.what}, at {wrong.time_ns:,.0f} ns", f"{THE_UNIT}{wrong.unit}")


def _spoken(error: Finding, inside: Inside, subjects: Subjects) -> tuple[str, ...]:
    """What is said where all borders agree."""
    time_ns = inside.start_ns + error.time_ns
    if error.kind == SPURIOUS and (unit := subjects.raised_last(inside, time_ns)):
        return (ALL_RIGHT, f"{THE_UNIT}{unit} (it raised its interrupt last before that)")
    unit = (
        subjects.writer_at(error.message, time_ns, inside.seen)
        or subjects.of_id(error.message)
        or subjects.spoken_of(error.message)
    )
    return (ALL_RIGHT, f"{THE_UNIT}{unit} (the error is about it)") if unit else (ALL_RIGHT,)
