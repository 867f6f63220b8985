"""Software on AXI4-Lite that goes on before it is answered, takes answers late, and writes parts of registers."""

from dataclasses import replace
from itertools import count

from models.registers import WORD_BYTES
from sequences.host import Access
from tb.register_bus.item import RegisterItem
from tb.seeds import generator
from tests.sim.agent_parts import ItemsSequence


def hasty(part, **pace):
    """A register bus that has several accesses outstanding, at this pace."""
    return replace(part, config=replace(part.config, max_outstanding=4, overlap=True, **pace))


def late_pace(seed):
    """Answers are taken late, and a write's address and data are sent apart."""
    rng = generator(seed, "pace")
    waits = ("bready_waits", "rready_waits", "gap_cycles")
    late = {name: (int(rng.choice((0, 0, 1, 2, 5))) for _ in count()) for name in waits}
    return late | {"data_lag_cycles": (int(rng.integers(-3, 4)) for _ in count())}


def drawn_access(rng, written, read):
    """An access to one of the registers that are written, or read, meanwhile."""
    if rng.integers(2):
        return Access(written[rng.integers(len(written))], int(rng.integers(1 << 32)), posted=False)
    return Access(read[rng.integers(len(read))])


async def write_bytes(env, register, word, strobe):
    """Write bytes of a register, and read it."""
    write = RegisterItem(register.address, write=True, data=word, strobe=strobe, posted=False)
    await ItemsSequence(write, RegisterItem(register.address, write=False)).start(env.register_bus.sequencer)


async def write_any_bytes(env, rng, registers):
    """Write each set of bytes of each register, and read it: without its lowest byte first."""
    for register in registers:
        for strobe in sorted(range(1 << WORD_BYTES), key=lambda strobe: strobe & 1):
            await write_bytes(env, register, int(rng.integers(1 << 32)), strobe)
