"""Register accesses back to back: reads and writes of all blocks, several of them waiting for their answers."""

from __future__ import annotations

from sequences.draw import chance
from sequences.host import Access
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.registers.sweep import WORD_MASK, is_plain


async def random_bursts(bench: NvdlaBench, bursts: int, accesses: int = 24) -> None:
    """Draw plain registers of any block; read them, and write them, posted and not.

    Args:
        bench: where to play.
        bursts: how many times.
        accesses: of one burst, at most.
    """
    rng, plain = bench.rng, [register for register in bench.registers if is_plain(register)]
    touched: set[int] = set()
    for _ in range(bursts):
        reads = float(rng.choice([0.3, 0.7, 1.0]))
        some = [plain[at] for at in rng.integers(0, len(plain), int(rng.integers(2, accesses + 1)))]
        drawn = [
            Access(register)
            if chance(rng, reads)
            else Access(register, int(rng.integers(WORD_MASK, endpoint=True)), posted=chance(rng, 0.5))
            for register in some
        ]
        touched.update(register.address for register in some)
        await bench.host.access(drawn)
    await bench.host.access([Access(register, register.reset) for register in plain if register.address in touched])
    await bench.host.access([Access(register) for register in plain if register.address in touched])
