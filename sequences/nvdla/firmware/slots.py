"""Programming the BDMA: operations gathered into slots, launched as a group, waited for (guide 'BDMA programming')."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from models.nvdla.bdma.block import STALL_REGISTERS
from models.nvdla.bdma.descriptor import UNIT, BdmaCopy, encode_copy
from models.nvdla.interrupts import done_bits
from sequences.nvdla.firmware.serve import serve
from sequences.nvdla.target import NvdlaTarget
from sequences.polling import poll


async def gather(target: NvdlaTarget, copies: Sequence[BdmaCopy], *, look: bool = True) -> None:
    """Write operations into the BDMA's slots.

    Args:
        target: where to play.
        copies: the operations.
        look: wait until a slot is free for each; else whoever calls knows, or does not mind.
    """
    await gather_words(target, [encode_copy(target.registers.BDMA, copy, target.config) for copy in copies], look=look)


async def gather_words(target: NvdlaTarget, operations: Sequence[Mapping[str, int]], *, look: bool = True) -> None:
    """The same, of operations as register values by register name."""
    block, host = target.registers.BDMA, target.host
    for words in operations:
        if look:
            await _wait_for_slot(target)
        for name, word in words.items():
            await host.write(block.registers[name], word)
        await host.write(block.CFG_OP, block.CFG_OP.encode(EN="ENABLE"))


async def _wait_for_slot(target: NvdlaTarget) -> None:
    """Return when a slot is free for certain.

    The count lags behind the last CFG_OP: where it shows the last free slot, that may be taken already, and what is
    gathered beyond is dropped but counted (seen on the real part). So it is looked at again.

    Raises:
        HangError: no slot became free.
    """
    status = target.registers.BDMA.STATUS
    if status.FREE_SLOT.get(await target.host.read(status)) > 1:
        return
    await target.host.pause()

    async def free() -> bool:
        return bool(status.FREE_SLOT.get(await target.host.read(status)))

    await poll(target.host, free, "no BDMA slot became free")


async def launch(target: NvdlaTarget, group: int) -> None:
    """Launch the gathered operations as a group."""
    block = target.registers.BDMA
    if group == 0:
        await target.host.write(block.CFG_LAUNCH0, block.CFG_LAUNCH0.encode(GRP0_LAUNCH="YES"))
    else:
        await target.host.write(block.CFG_LAUNCH1, block.CFG_LAUNCH1.encode(GRP1_LAUNCH="YES"))


async def serve_groups(target: NvdlaTarget, *groups: int) -> None:
    """Wait for the interrupts of groups and read the unit's statuses."""
    await serve(target, [bit for group in groups for bit in done_bits(UNIT, group)])
    block = target.registers.BDMA
    await target.host.read(block.STATUS)
    for group in groups:
        for name in STALL_REGISTERS[group]:
            await target.host.read(block.registers[name])


async def count_stalls(target: NvdlaTarget, *, enable: bool) -> None:
    """Switch the stall counters on or off."""
    register = target.registers.BDMA.CFG_STATUS
    await target.host.write(register, register.encode(STALL_COUNT_EN="YES" if enable else "NO"))
