"""Accesses to the registers of VIPNano that meet, whose answers wait, or that write a part of a register."""

from dataclasses import replace
from itertools import count

import pyuvm

from models.registers import WORD_BYTES
from models.vipnano.registers import registers
from sequences.host import Access
from tb.register_bus.item import RegisterItem
from tb.seeds import generator
from tb.vipnano.env import VipnanoBaseTest, VipnanoEnv, VipnanoEnvFamily
from tests.sim.agent_parts import ItemsSequence

ROUNDS, ACCESSES = 12, 12


class HastyVipnanoFamily(VipnanoEnvFamily):
    """Software that goes on before it is answered, takes answers late, and sends a write's address and data apart."""

    def register_bus(self, config, around):
        part = super().register_bus(config, around)
        rng = generator(config.seed, "pace")
        waits = ("bready_waits", "rready_waits", "gap_cycles")
        late = {name: (int(rng.choice((0, 0, 1, 2, 5))) for _ in count()) for name in waits}
        lag = (int(rng.integers(-3, 4)) for _ in count())
        return replace(part, config=replace(part.config, max_outstanding=4, overlap=True, data_lag_cycles=lag, **late))


class HastyVipnanoEnv(VipnanoEnv):
    """Has it."""

    family = HastyVipnanoFamily


@pyuvm.test()
class VipnanoAccessesTest(VipnanoBaseTest):
    """Reads among writes of other registers, of the same block too: an answer that waits stays what it is."""

    env_type = HastyVipnanoEnv

    async def stimulus(self, bench):
        described, rng = registers(bench.config), bench.rng
        every = [*described.GL, described.HOST.INTR_MASK]
        for number in range(ROUNDS):
            written, read = every[number % 2 :: 2], [described.HOST.ID, *every[1 - number % 2 :: 2]]
            if number % 3 == 2:
                written, read = [described.HOST.INTR_MASK], [described.HOST.ID]
            accesses = []
            for _ in range(ACCESSES):
                if rng.integers(2):
                    target = written[rng.integers(len(written))]
                    accesses.append(Access(target, int(rng.integers(1 << 32)), posted=False))
                else:
                    accesses.append(Access(read[rng.integers(len(read))]))
            await bench.host.access(accesses)
            await bench.host.access([Access(register) for register in every])


@pyuvm.test()
class PartialVipnanoAccessesTest(VipnanoBaseTest):
    """Writes of any bytes of a register leave the others as they are; in INTR_STATUS they clear nothing."""

    async def stimulus(self, bench):
        host, described = bench.host, registers(bench.config)
        for number in range(0, 32, 3):
            await host.write(described.PS.SEQUENCE_END, number)
            await host.pause(50)
            await host.read(described.HOST.INTR_STATUS)
        for register in (described.HOST.INTR_STATUS, described.HOST.INTR_MASK, *described.GL):
            for strobe in sorted(range(1 << WORD_BYTES), key=lambda strobe: strobe & 1):
                await self._write(register, int(bench.rng.integers(1 << 32)), strobe)
        await host.write(described.HOST.INTR_MASK, 0)
        await host.write(described.HOST.INTR_STATUS, 0xFFFF_FFFF)
        for strobe in (1, 2, 4, 8):
            await self._write(described.PS.SEQUENCE_END, int(bench.rng.integers(1 << 32)), strobe)
            await host.pause(50)
            await host.write(described.HOST.INTR_STATUS, await host.read(described.HOST.INTR_STATUS))
        for register in (described.HOST.INTR_MASK, described.HOST.INTR_STATUS):  # whole, as traces have writes
            await host.write(register, 0xFFFF_FFFF)

    async def _write(self, register, word, strobe):
        """Write bytes of a register, and read it."""
        write = RegisterItem(register.address, write=True, data=word, strobe=strobe, posted=False)
        await ItemsSequence(write, RegisterItem(register.address, write=False)).start(self.env.register_bus.sequencer)
