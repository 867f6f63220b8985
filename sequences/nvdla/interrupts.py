"""Serving interrupts: status bits are gathered until all that were waited for have come."""

from __future__ import annotations

from collections.abc import Collection

from sequences.host import HangError
from sequences.nvdla.stage import NvdlaStage
from sequences.polling import SPINS


async def serve(stage: NvdlaStage, wanted: Collection[str]) -> None:
    """Wait for status bits and clear each as it is seen; other bits are left to those who wait for them.

    Units end at different times: a bit may come with another one, or long before it.

    Args:
        stage: where to play.
        wanted: names of the fields of GLB.S_INTR_STATUS to wait for.

    Raises:
        HangError: a bit did not come.
    """
    status = stage.registers.GLB.S_INTR_STATUS
    missing = set(wanted)
    for _ in range(SPINS):
        await stage.host.wait_interrupt()
        word = await stage.host.read(status)
        seen = {name for name in missing if status.fields[name].get(word)}
        if seen:
            await stage.host.write(status, sum(status.fields[name].mask for name in seen))
        else:
            await stage.host.pause()
        missing -= seen
        if not missing:
            return
    names = ", ".join(sorted(missing))
    raise HangError(f"the interrupt pin stays high for other reasons, but {names} did not come; read {word:#x}")
