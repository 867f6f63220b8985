"""The links that are tapped at both ends."""

from __future__ import annotations

from collections.abc import Iterator

from models.nvdla.config import HwConfig
from models.nvdla.config.names import READ_STREAMS, WRITE_STREAMS
from tb.borders.carriers.wires import Wire
from tb.nvdla.borders.carriers.cbuf import UNIT
from tb.nvdla.borders.pipeline import HALVES, MEMORY, borders


def wires(config: HwConfig) -> tuple[Wire, ...]:
    """Those of a configuration, and of the borders those, too, that are tapped at one end: nobody looks at these."""
    return (
        *(_wire(of.tap, of.giver, of.taker, f"{of.tap}_taken", some=of.taker == UNIT) for of in borders(config)),
        *(_wire("csc_cmac_data", "CSC", f"CMAC_{half}", f"csc_cmac_data_taken_{half.lower()}") for half in HALVES),
        _wire("cacc_csc", "CACC", "CSC", "cacc_csc_taken"),
        _wire("sdp_pdp_given", "SDP", "PDP", "sdp_pdp"),
        *_of_memory(config),
    )


def _wire(given: str, giver: str, taker: str, taken: str, *, some: bool = False) -> Wire:
    return Wire(given, giver, taker, (given,), (taken,), some)


def _of_memory(config: HwConfig) -> Iterator[Wire]:
    """The words of units, at the unit and at the memory interfaces."""
    for does, streams in (("read", READ_STREAMS), ("write", WRITE_STREAMS)):
        for number, (stream, block) in enumerate(streams.items()):
            names = tuple(f"memory_{does}_words_{ram * len(streams) + number}" for ram in range(len(config.ports)))
            name = f"{stream.lower()}_{does}"
            sides = (MEMORY, names), (block, (name,))
            (giver, given), (taker, taken) = sides if does == "read" else sides[::-1]
            yield Wire(name, giver, taker, given, taken, registers=True)
