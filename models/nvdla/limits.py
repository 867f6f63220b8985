"""What is refused because it would take too much memory or time (docs/nvdla/traces.md, 'Limits').

All of it together keeps a trace's play below 2 GiB and each of its layers below 10 seconds of a processor. Who needs
more raises a number here: nothing else hangs on it, memory and time grow with it.
"""

from __future__ import annotations

LAYER_ATOMS = 1 << 20
"""Atoms of memory that a layer reads, and that it writes: 32 MiB with atoms of 32 bytes."""
LAYER_PAGES = 1 << 15
"""Pages of memory that these lie in, of 4 KiB: far lines and surfaces take whole ones."""
MEMORY_PAGES = 3 << 15
"""Pages that the memories hold, 384 MiB; a layer that starts when they hold more is refused."""
CONV_ELEMENTS = 1 << 25
"""Elements of a convolution's padded input, of its kernels, and of what is laid out to be multiplied."""
CONV_OUTPUTS = 1 << 24
"""Elements of its output, those of all batches; Winograd's count four times."""
INTEGER_MACS = 1 << 35
"""Integer multiplications, with what it costs to lay operands out and to add up."""
HALF_MACS = 1 << 29
"""FP16 multiplications, likewise."""
POOLED = 1 << 28
"""Elements that PDP compares or adds, along lines and from line to line."""
POOLED_SUMS = 1 << 25
"""Floating-point numbers that it adds, likewise."""

ADVICE = "see docs/nvdla/traces.md, 'Limits'"
"""What to do when one is met, behind every refusal."""


class TooLargeError(ValueError):
    """A layer is too large to be computed."""


def need_at_most(limit: int, count: int, what: str) -> None:
    """Refuse what is too much.

    Args:
        limit: how much may be.
        count: how much there is.
        what: it is, behind "it".

    Raises:
        TooLargeError: there is more.
    """
    if count > limit:
        raise TooLargeError(f"it {what} {count}, at most {limit} can be computed; {ADVICE}")
