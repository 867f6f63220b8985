"""Ports that can only read, or only write, and such as AXI4-Lite has."""

from __future__ import annotations

import pyuvm
from cocotbext.axi import AxiLiteBus, AxiLiteMaster, AxiMasterRead, AxiMasterWrite, AxiReadBus, AxiResp, AxiWriteBus

from tb.memory.axi import Response
from tb.memory.profile import TYPICAL, ErrorRange, MemoryProfile
from tb.memory.traffic import TrafficKind
from tests.sim.memory.axi4_bench import BASE, FULL_SIZE, PORT, WIDTH, Axi4Test
from tests.sim.memory.random_traffic import ByteModel

READS, WRITES = (channel in PORT.signals.channels for channel in ("ar", "aw"))


class OneWayTest(Axi4Test):
    profile = TYPICAL
    kinds_seen: frozenset[TrafficKind]

    async def make_master(self):
        await self.idle_bus()
        self.model = ByteModel()
        made, bus = (AxiMasterRead, AxiReadBus) if READS else (AxiMasterWrite, AxiWriteBus)
        self.master = made(bus.from_prefix(self.dut, "s_axi"), self.dut.clk, self.dut.rst_n, reset_active_level=False)

    def check_results(self):
        super().check_results()
        assert {kind for kind, count in self.kinds().items() if count} == self.kinds_seen
        for batch in self.collector.batches:
            channels = {channel for channel, waits in batch.waits.items() if len(waits)}
            assert channels <= set(PORT.signals.channels)


@pyuvm.test(skip=WRITES)
class ReadOnlyTest(OneWayTest):
    """What was loaded is read."""

    kinds_seen = frozenset({TrafficKind.READ_REQUEST, TrafficKind.READ})

    async def stimulus(self):
        data = self.rng.bytes(40 * WIDTH)
        self.memory.write(BASE, data)
        self.model.write(BASE, data, (1 << len(data)) - 1)
        for size in range(FULL_SIZE + 1):
            read = await self.master.read(BASE + size, len(data) - size, size=size)
            assert read.resp == AxiResp.OKAY
            assert read.data == data[size:]

    def check_writes(self):
        """There are none: what is in memory was loaded."""


@pyuvm.test(skip=READS)
class WriteOnlyTest(OneWayTest):
    """What was written is there."""

    kinds_seen = frozenset({TrafficKind.WRITE, TrafficKind.RESPONSE})

    async def stimulus(self):
        for size in range(FULL_SIZE + 1):
            await self.write(BASE + 4096 * size + size, self.rng.bytes(20 << size), size=size)


@pyuvm.test(skip=not (READS and WRITES))
class LiteTest(Axi4Test):
    """Single whole beats of a master without bursts and ids, some answered with errors."""

    profile = MemoryProfile(read_latency=(0, 9), error_ranges=(ErrorRange(BASE + 4096, BASE + 8192),))

    async def make_master(self):
        await self.idle_bus()
        self.model, bus = ByteModel(), AxiLiteBus.from_prefix(self.dut, "s_axi")
        self.master = AxiLiteMaster(bus, self.dut.clk, self.dut.rst_n, reset_active_level=False)

    async def stimulus(self):
        for number in range(20):
            address, data = BASE + 64 * number + number, self.rng.bytes(1 + number)
            assert await self.write(address, data) == AxiResp.OKAY
            assert (await self.master.read(address, len(data))).data == data
        assert await self.write(BASE + 4096, bytes(WIDTH)) == AxiResp.DECERR
        assert (await self.master.read(BASE + 4096, WIDTH)).resp == AxiResp.DECERR

    def check_results(self):
        super().check_results()
        reads = self.collector.of_kind(TrafficKind.READ)
        assert reads["strobe"].all()
        assert set(reads["resp"].tolist()) == {Response.OKAY, Response.DECERR}
