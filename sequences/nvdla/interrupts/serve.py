"""Serving interrupts: status bits are gathered until all that were waited for have come."""

from __future__ import annotations

from collections.abc import Collection

from sequences.host import HangError
from sequences.nvdla.bench import NvdlaBench
from sequences.polling import SPINS


async def serve(bench: NvdlaBench, wanted: Collection[str]) -> None:
    """Wait for status bits and clear each as it is seen; other bits are left to those who wait for them.

    Units end at different times: a bit may come with another one, or long before it.

    Args:
        bench: where to play.
        wanted: names of the fields of GLB.S_INTR_STATUS to wait for.

    Raises:
        HangError: a bit did not come.
    """
    missing = set(wanted)
    while missing:
        missing -= await serve_some(bench, missing)


async def serve_some(bench: NvdlaBench, wanted: Collection[str]) -> set[str]:
    """Wait until any of some status bits comes, clear those that have, and return them.

    Raises:
        HangError: none came.
    """
    status = bench.registers.GLB.S_INTR_STATUS
    for _ in range(SPINS):
        await bench.host.wait_interrupt()
        word = await bench.host.read(status)
        seen = {name for name in wanted if status.fields[name].get(word)}
        if seen:
            await bench.host.write(status, sum(status.fields[name].mask for name in seen))
            return seen
        await bench.host.pause()
    names = ", ".join(sorted(wanted))
    raise HangError(f"the interrupt pin stays high for other reasons, but {names} did not come; read {word:#x}")
