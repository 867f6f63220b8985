"""The AXI4-Lite agent against the memory of cocotbext-axi."""

import itertools
from random import Random
from typing import ClassVar

import pyuvm
from cocotbext.axi import AxiLiteBus, AxiLiteRam

from tests.sim.register_bus.axi_lite.axi_lite_parts import AxiLiteCase, read, write

WORDS = 64


@pyuvm.test()
class PublicMemoryKeepsWhatIsWritten(AxiLiteCase):
    """Random writes, of parts too, and reads under pauses of all five channels."""

    faults = ()
    knobs: ClassVar = {
        "max_outstanding": 3,
        "partial_writes": True,
        "gap_cycles": itertools.cycle([0, 0, 2]),
        "data_lag_cycles": itertools.cycle([0, 1, -3]),
        "bready_waits": itertools.cycle([0, 2]),
        "rready_waits": itertools.cycle([1, 0, 4]),
    }

    def join(self):
        bus, dut = AxiLiteBus.from_prefix(self.dut, "m_axi"), self.dut
        ram = AxiLiteRam(bus, dut.clk, dut.rst_n, reset_active_level=False, size=4 * WORDS)
        for channel, shares in zip(self.channels(ram), ([0, 1], [1, 0, 0], [0, 1, 1], [0], [0, 1]), strict=True):
            channel.set_pause_generator(itertools.cycle(shares))

    async def scenario(self):
        random, kept = Random(7), [bytearray(4) for _ in range(WORDS)]
        for _ in range(100):
            word, data, strobe = random.randrange(WORDS), random.randbytes(4), random.randrange(16)
            for lane in range(4):
                if strobe >> lane & 1:
                    kept[word][lane] = data[lane]
            await self.play(write(word, int.from_bytes(data, "little"), strobe=strobe))
            if not random.randrange(3):
                items = await self.play(read(word))
                assert await self.answers(items) == [int.from_bytes(kept[word], "little")]
        items = await self.play(*(read(word) for word in range(WORDS)))
        assert await self.answers(items) == [int.from_bytes(word, "little") for word in kept]
        assert len(self.heard) > 2 * (100 + WORDS)

    def channels(self, ram):
        writes, reads = ram.write_if, ram.read_if
        return writes.aw_channel, writes.w_channel, writes.b_channel, reads.ar_channel, reads.r_channel
