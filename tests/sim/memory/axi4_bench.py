"""What tests of standard AXI4 ports share: masters out of cocotbext-axi, and what must hold for every traffic."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
from cocotb.triggers import ClockCycles
from cocotbext.axi import AxiBus, AxiMaster, AxiResp
from cocotbext.axi.axi_channels import AxiARSource, AxiAWSource, AxiBSink, AxiRSink, AxiWSource

from tb.memory.traffic import TrafficKind
from tests.sim.memory.axi4_ports import KIND_VARIABLE, WIDTH_VARIABLE, axi4_port
from tests.sim.memory.axi_test_bench import MemoryAgentTest
from tests.sim.memory.random_traffic import ByteModel

PORT = axi4_port(int(os.environ[WIDTH_VARIABLE]), os.environ[KIND_VARIABLE])
WIDTH = PORT.data_bytes
FULL_SIZE = WIDTH.bit_length() - 1
IDS = 1 << PORT.id_bits
BASE = 0x4_0000


class Axi4Test(MemoryAgentTest):
    """Traffic of the public master on a standard port; the bytes in memory and in the traffic are checked."""

    port, ids, granule_bytes = PORT, None, None

    async def make_master(self):
        self.model, bus = ByteModel(), await self.idle_bus()
        self.master = AxiMaster(bus, self.dut.clk, self.dut.rst_n, reset_active_level=False)
        self.master.write_if.id_count = self.master.read_if.id_count = IDS  # of a port without ids there is one

    async def idle_bus(self):
        """The master's pins once the memory drives its own: the master cannot do with undriven ones."""
        self.dut.rst_n.value = 0
        await ClockCycles(self.dut.clk, 1)
        return AxiBus.from_prefix(self.dut, "s_axi")

    async def write(self, address, data, **how):
        """Write through the master; what it is told OKAY for must be in memory."""
        answer = await self.master.write(address, data, **how)
        if answer.resp == AxiResp.OKAY:
            self.model.write(address, data, (1 << len(data)) - 1)
        return answer.resp

    def check_results(self):
        self.check_memory()
        self.check_writes()
        self.check_reads()
        np.save(Path(f"{type(self).__name__}.npy"), self.collector.all())

    def check_memory(self):
        known = {}
        for address, data, flags in self.memory.pages():
            known.update({address + int(i): int(data[i]) for i in np.flatnonzero(flags)})
        assert known == self.model.bytes

    def check_writes(self):
        """The traffic's writes, but those that were answered with an error, leave what is in memory."""
        written, bursts = ByteModel(), {}
        for row in self.collector.of_kind(TrafficKind.RESPONSE):
            bursts.setdefault(int(row["axi_id"]), []).append(int(row["resp"]))
        for row in self.collector.of_kind(TrafficKind.WRITE):
            assert row["resp"] == 0
            responses = bursts[int(row["axi_id"])]
            if responses[0] == 0:
                strobe = sum(1 << int(i) for i in np.flatnonzero(row["strobe"]))
                written.write(int(row["address"]), row["data"].tobytes(), strobe)
            if row["last"]:
                responses.pop(0)
        assert not any(bursts.values())
        assert written.bytes == self.model.bytes

    def check_reads(self):
        """Nothing was written over while it was read: each beat shows what is there in the end, on its own lanes."""
        for row in self.collector.of_kind(TrafficKind.READ):
            assert row["address"] % WIDTH == 0
            assert row["strobe"].any()
            expected = np.frombuffer(self.model.read(int(row["address"]), WIDTH), np.uint8)
            shown = np.where(row["strobe"], expected, 0) if row["resp"] == 0 else np.zeros(WIDTH, np.uint8)
            assert row["data"].tolist() == shown.tolist()


class RawTest(Axi4Test):
    """Transfers of single channels, as no master would send them."""

    async def make_master(self):
        self.model, bus = ByteModel(), await self.idle_bus()
        reset = (self.dut.clk, self.dut.rst_n, False)
        self.aw, self.w = AxiAWSource(bus.write.aw, *reset), AxiWSource(bus.write.w, *reset)
        self.b, self.ar = AxiBSink(bus.write.b, *reset), AxiARSource(bus.read.ar, *reset)
        self.r = AxiRSink(bus.read.r, *reset)

    async def burst(self, address, beats, *, size=FULL_SIZE, kind=1, lock=0):
        """A write burst; `beats` are pairs of data, as an integer, and strobe. Returns its response."""
        request = {"awid": 0, "awaddr": address, "awlen": len(beats) - 1}
        request |= {"awsize": size, "awburst": kind, "awlock": lock}
        await self.aw.send(self.aw._transaction_obj(**request))
        for number, (data, strobe) in enumerate(beats):
            last = number == len(beats) - 1
            await self.w.send(self.w._transaction_obj(wdata=data, wstrb=strobe, wlast=last))
        return int((await self.b.recv()).bresp)

    async def fetch(self, address, beats, *, size=FULL_SIZE, kind=1, lock=0):
        """A read burst. Returns the data of its beats, and their responses."""
        request = {"arid": 0, "araddr": address, "arlen": beats - 1, "arsize": size, "arburst": kind, "arlock": lock}
        await self.ar.send(self.ar._transaction_obj(**request))
        got = [await self.r.recv() for _ in range(beats)]
        assert [int(beat.rlast) for beat in got] == [0] * (beats - 1) + [1]
        return [int(beat.rdata).to_bytes(WIDTH, "little") for beat in got], [int(beat.rresp) for beat in got]
