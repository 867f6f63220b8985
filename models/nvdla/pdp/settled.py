"""What of PDP layers is settled: of the others the part makes something, or never comes to an end."""

from __future__ import annotations

from collections.abc import Iterator

from models.nvdla.config import HwConfig
from models.nvdla.pdp.descriptor import METHODS, Pdp
from models.nvdla.pdp.pool import window_of
from models.nvdla.pdp.pooling.line_buffer import widest
from models.nvdla.pdp.pooling.window import KERNEL_AT_MOST
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES


def need_settled(pdp: Pdp, config: HwConfig) -> None:
    """Make sure that a layer can be computed.

    Raises:
        ValueError: something is a reserved value, or the part makes nothing settled of it.
    """
    for find in (_modes, _windows, _sizes):
        for problem in find(pdp):
            raise ValueError(problem)
    if (columns := max(pdp.columns)) > widest(pdp.y, config):
        raise ValueError(f"{columns} columns of output do not fit into its line buffer")


def _modes(pdp: Pdp) -> Iterator[str]:
    if pdp.precision not in ELEMENT_BYTES or pdp.method not in METHODS:
        yield f"{pdp.method} of precision {pdp.precision} is reserved"
    if pdp.flying and pdp.strips.split:
        yield f"what SDP hands on is split into {pdp.strips.count} strips"


def _windows(pdp: Pdp) -> Iterator[str]:
    for name, window, _size, _made in pdp.axes:
        if window.kernel > KERNEL_AT_MOST:
            yield f"a kernel's {name} of {window.kernel} is more than {KERNEL_AT_MOST}"
        if max(window.before, window.after) >= window.kernel:
            yield f"windows lie in the padding alone along its {name}"


def _sizes(pdp: Pdp) -> Iterator[str]:
    """Where inputs make another number of outputs than registers say."""
    if (made := pdp.y.outputs(pdp.height)) != pdp.out_height:
        yield f"{pdp.height} lines make {made} lines of output, not {pdp.out_height}"
    if (made := sum(pdp.columns)) != pdp.out_width:
        yield f"its strips have {made} columns of output, not {pdp.out_width}"
    for number, strip in enumerate(pdp.cut):
        if (made := window_of(pdp, strip).outputs(strip.width)) != strip.outputs:
            where = f"strip {number}: " if pdp.strips.split else ""
            yield f"{where}{strip.width} columns make {made} columns of output, not {strip.outputs}"
