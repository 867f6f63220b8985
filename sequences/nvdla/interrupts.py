"""Serving interrupts: status bits are gathered until all that were waited for have come."""

from __future__ import annotations

from collections.abc import Collection

from sequences.nvdla.stage import NvdlaStage


async def serve(stage: NvdlaStage, wanted: Collection[str]) -> None:
    """Wait for status bits and clear each as it is seen.

    Units end at different times: a bit may come with another one, or long before it.

    Args:
        stage: where to play.
        wanted: names of the fields of GLB.S_INTR_STATUS to wait for.

    Raises:
        HangError: a bit did not come.
    """
    status = stage.registers.GLB.S_INTR_STATUS
    missing = set(wanted)
    while missing:
        await stage.host.wait_interrupt()
        word = await stage.host.read(status)
        seen = {name for name in missing if status.fields[name].get(word)}
        if word:
            await stage.host.write(status, word)
        missing -= seen
        if not seen:
            await stage.host.pause()
