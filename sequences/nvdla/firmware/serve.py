"""Serving interrupts: status bits are gathered until all that were waited for have come."""

from __future__ import annotations

from collections.abc import Collection

from sequences.host import HangError
from sequences.nvdla.target import NvdlaTarget
from sequences.polling import SPINS


async def serve(target: NvdlaTarget, wanted: Collection[str]) -> None:
    """Wait for status bits and clear each as it is seen; other bits are left to those who wait for them.

    Units end at different times: a bit may come with another one, or long before it.

    Args:
        target: where to play.
        wanted: names of the fields of GLB.S_INTR_STATUS to wait for.

    Raises:
        HangError: a bit did not come.
    """
    missing = set(wanted)
    while missing:
        missing -= await serve_some(target, missing)


async def serve_some(target: NvdlaTarget, wanted: Collection[str], *, polling: bool = False) -> set[str]:
    """Wait until any of some status bits comes, clear those that have, and return them.

    Args:
        target: where to play.
        wanted: names of the fields of GLB.S_INTR_STATUS.
        polling: look at the status again and again, whatever the pin shows.

    Raises:
        HangError: none came.
    """
    status = target.registers.GLB.S_INTR_STATUS
    for _ in range(SPINS):
        if not polling:
            await target.host.wait_interrupt()
        word = await target.host.read(status)
        seen = {name for name in wanted if status.fields[name].get(word)}
        if seen:
            await target.host.write(status, sum(status.fields[name].mask for name in seen))
            return seen
        await target.host.pause()
    names = ", ".join(sorted(wanted))
    why = "in all the looks" if polling else "but the interrupt pin stays high for other reasons"
    complaint = f"{names} did not come {why}; read {word:#x}"
    raise HangError(complaint + target.host.why_waiting())
