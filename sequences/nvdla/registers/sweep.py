"""Sequences over the whole register map, generated from its description; the reference predicts every read."""

from __future__ import annotations

from collections.abc import AsyncIterator

from models.nvdla.groups import GROUPS
from models.registers import WORD_BYTES, Behaviour, Block, ReadKind, Register
from sequences.draw import chance
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.firmware.groups import select

WORD_MASK = 0xFFFF_FFFF

# Patterns in which any two bits differ at least once, each with its complement: bit n of pattern k is bit k of n.
PATTERNS = tuple(
    pattern ^ invert
    for pattern in (0x0000_0000, 0xAAAA_AAAA, 0xCCCC_CCCC, 0xF0F0_F0F0, 0xFF00_FF00, 0xFFFF_0000)
    for invert in (0, WORD_MASK)
)


async def read_all(bench: NvdlaBench, *blocks: str) -> None:
    """Read every register, grouped ones in both groups.

    Args:
        bench: where to play.
        blocks: names of the blocks to read; all if none is given.
    """
    chosen = [item for item in bench.registers if not blocks or item.block in blocks]
    async for register, _ in _visit(bench, chosen):
        await bench.host.read(register)


async def bit_bash(bench: NvdlaBench, blocks: list[str] | None = None) -> None:
    """Write patterns that tell any two bits apart into every plain register and read each back; then restore it.

    Writes are posted and non-posted, as drawn.

    Args:
        bench: where to play.
        blocks: names of the blocks to visit; None visits all.
    """
    plain = [item for item in bench.registers if is_plain(item) and (blocks is None or item.block in blocks)]
    async for register, _ in _visit(bench, plain):
        for pattern in PATTERNS:
            await bench.host.write(register, pattern, posted=chance(bench.rng, 0.5))
            await bench.host.read(register)
        await bench.host.write(register, register.reset)


async def address_walk(bench: NvdlaBench) -> None:
    """Write a value of its own into every plain register, then read them all: no two share an address."""
    plain = [item for item in bench.registers if is_plain(item) and item.block not in ("MCIF", "CVIF")]
    async for register, group in _visit(bench, plain):
        await bench.host.write(register, _own_value(register, group))
    async for register, _ in _visit(bench, plain):
        await bench.host.read(register)
    async for register, _ in _visit(bench, plain):
        await bench.host.write(register, register.reset)


async def write_read_only(bench: NvdlaBench) -> None:
    """Write all ones to what cannot be written: it must stay as it is, and a non-posted write is answered."""
    fixed = [item for item in bench.registers if item.behaviour is Behaviour.READ_ONLY or not item.implemented]
    async for register, _ in _visit(bench, fixed):
        await bench.host.read(register)
        await bench.host.write(register, WORD_MASK, posted=False)
        await bench.host.read(register)


async def unmapped(bench: NvdlaBench) -> None:
    """Read and write where no register is: behind each block's last register, and behind the last window."""
    for block in bench.registers.blocks.values():
        last = max(register.address for register in block)
        for address in (last + WORD_BYTES, block.base + block.size - WORD_BYTES):
            await _poke(bench, address)
    end = max(block.base + block.size for block in bench.registers.blocks.values())
    top = WORD_BYTES << bench.config.csb_address_bits
    for address in (end, end + bench.config.block_bytes, top - WORD_BYTES):
        await _poke(bench, address)


async def absent(bench: NvdlaBench) -> None:
    """Read and write where blocks would be that the configuration lacks: reads give 0, everything is answered."""
    for base in bench.config.absent_bases.values():
        for address in (base, base + WORD_BYTES, base + bench.config.block_bytes - WORD_BYTES):
            await _poke(bench, address)


async def pointers(bench: NvdlaBench) -> None:
    """Move the producer pointer of every block and look at both groups' statuses, with nothing running."""
    for block in bench.registers.blocks.values():
        if not _grouped(block):
            continue
        for producer in (1, 0, 1, 0):
            await bench.host.write(block.S_POINTER, WORD_MASK if producer else 0)
            for register in (block.S_POINTER, block.S_STATUS, block.D_OP_ENABLE):
                await bench.host.read(register)


async def interrupt_orders(bench: NvdlaBench, rounds: int = 60) -> None:
    """Set, clear, mask and unmask status bits in every order, single ones and several, and look after each step."""
    glb, host = bench.registers.GLB, bench.host
    names = list(glb.S_INTR_STATUS.fields)
    for step in range(rounds):
        count = 1 if step < len(names) else int(bench.rng.integers(1, len(names) + 1))
        chosen = [names[step]] if step < len(names) else list(bench.rng.choice(names, count, replace=False))
        bits = sum(glb.S_INTR_STATUS.fields[name].mask for name in chosen)
        actions = [(glb.S_INTR_SET, bits), (glb.S_INTR_STATUS, bits), (glb.S_INTR_MASK, bits), (glb.S_INTR_MASK, 0)]
        for at in bench.rng.permutation(len(actions)):
            register, word = actions[at]
            await host.write(register, word, posted=chance(bench.rng, 0.5))
            for shown in (glb.S_INTR_STATUS, glb.S_INTR_MASK, glb.S_INTR_SET):
                await host.read(shown)
    await host.write(glb.S_INTR_MASK, 0)
    await host.write(glb.S_INTR_STATUS, glb.S_INTR_STATUS.write_mask, posted=False)


async def _visit(bench: NvdlaBench, chosen: list[Register]) -> AsyncIterator[tuple[Register, int]]:
    """Registers one after the other, those of groups in each group, the producer pointer moved in front."""
    for block in bench.registers.blocks.values():
        mine = [register for register in chosen if register.block == block.name]
        for register in mine:
            if not register.grouped:
                yield register, 0
        grouped = [register for register in mine if register.grouped]
        for group in GROUPS if grouped else ():
            await select(bench, block, group)
            for register in grouped:
                yield register, group
        if grouped:
            await bench.host.write(block.S_POINTER, block.S_POINTER.reset)


async def _poke(bench: NvdlaBench, address: int) -> None:
    await bench.host.read(address)
    await bench.host.write(address, WORD_MASK, posted=False)
    await bench.host.write(address, WORD_MASK)
    await bench.host.read(address)


def is_plain(register: Register) -> bool:
    """What holds what is written and does nothing else."""
    return register.behaviour is Behaviour.PLAIN and register.read is ReadKind.STATIC and register.implemented


def _grouped(block: Block) -> bool:
    return any(register.grouped for register in block)


def _own_value(register: Register, group: int) -> int:
    """A value that no other register and no other group gets, as far as their bits allow."""
    return (register.address * 0x9E37_79B1 + group * 0x7FEB_352D) & WORD_MASK
