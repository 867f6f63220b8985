"""A public AXI4 master reads and writes: all sizes, lengths, alignments, FIXED, errors, out of order."""

from __future__ import annotations

import cocotb
import numpy as np
import pyuvm
from cocotb.triggers import gather
from cocotbext.axi import AxiBurstType, AxiResp

from tb.memory.axi import Response
from tb.memory.profile import FAST, HARSH, ErrorRange, MemoryProfile
from tb.memory.traffic import TrafficKind
from tests.sim.memory.axi4_bench import BASE, FULL_SIZE, IDS, WIDTH, Axi4Test

PAGE = 4096


@pyuvm.test()
class SizesTest(Axi4Test):
    """Every size, from one beat to the longest burst, aligned and not; read back in another size."""

    profile = FAST
    lengths = (1, 2, 3, 16, 17, 256)

    async def stimulus(self):
        shapes = [(size, beats) for size in range(FULL_SIZE + 1) for beats in self.lengths if beats << size <= PAGE]
        for number, (size, beats) in enumerate(shapes):
            for skip in {0, int(self.rng.integers(1 << size))}:
                page = BASE + PAGE * (2 * number + bool(skip))
                address = page + (int(self.rng.integers(PAGE - (beats << size) + 1)) >> size << size) + skip
                data = self.rng.bytes((beats << size) - skip)
                await self.write(address, data, size=size)
                other = int(self.rng.integers(FULL_SIZE + 1))
                read = await self.master.read(address, len(data), size=max(size - 1, other))
                assert read.data == data
                assert read.resp == AxiResp.OKAY
                around = await self.master.read(address - address % WIDTH, WIDTH)
                assert around.data == self.model.read(address - address % WIDTH, WIDTH)

    def check_results(self):
        super().check_results()
        asked = self.collector.of_kind(TrafficKind.READ_REQUEST)
        answered = self.collector.of_kind(TrafficKind.RESPONSE)
        for rows in (asked, answered):
            assert set((rows["shape"] & 7).tolist()) == set(range(FULL_SIZE + 1))
        assert 256 in answered["beats"] or WIDTH == 1
        assert (answered["address"] % WIDTH != 0).any()
        writes = self.collector.of_kind(TrafficKind.WRITE)
        assert (writes["strobe"].sum(axis=1) == 1).any()


@pyuvm.test()
class FixedTest(Axi4Test):
    """All beats of a FIXED burst go to one address: the last one stays."""

    async def stimulus(self):
        for beats in (1, 2, 16):
            address, data = BASE + beats * WIDTH, self.rng.bytes(beats * WIDTH)
            answer = await self.master.write(address, data, burst=AxiBurstType.FIXED)
            assert answer.resp == AxiResp.OKAY
            self.model.write(address, data[-WIDTH:], (1 << WIDTH) - 1)
            read = await self.master.read(address, beats * WIDTH, burst=AxiBurstType.FIXED)
            assert read.data == beats * data[-WIDTH:]


class ManyTest(Axi4Test):
    """Many writes and reads at once, each of its own page, of all ids."""

    profile = HARSH
    count = 40
    longest = 31  # beats: no write is cut at the end of its page, so that all or nothing of it is stored

    async def stimulus(self):
        await gather(*(cocotb.start_soon(self.one(number)) for number in range(self.count)))

    async def one(self, number):
        size = int(self.rng.integers(FULL_SIZE + 1))
        address = BASE + PAGE * number + int(self.rng.integers(PAGE // 2))
        data = self.rng.bytes(int(self.rng.integers(1, self.longest << size)))
        ids = self.rng.integers(IDS, size=2).tolist()
        written = await self.write(address, data, size=size, awid=ids[0])
        read = await self.master.read(address, len(data), size=int(self.rng.integers(FULL_SIZE + 1)), arid=ids[1])
        if written == read.resp == AxiResp.OKAY:
            assert read.data == data
        self.done(written, read)

    def done(self, written, read):
        assert written == read.resp == AxiResp.OKAY

    def check_results(self):
        super().check_results()
        if IDS > 1:
            assert self.out_of_order(TrafficKind.READ_REQUEST, TrafficKind.READ)

    def out_of_order(self, asked, answered):
        """Whether answers come in another order of ids than requests."""
        requests, answers = self.collector.of_kind(asked), self.collector.of_kind(answered)
        return requests["axi_id"].tolist() != answers["axi_id"][answers["last"]].tolist()


@pyuvm.test()
class HarshAxi4Test(ManyTest):
    """Without errors."""


@pyuvm.test()
class ErrorRateTest(ManyTest):
    """Errors by chance: nothing of the writes concerned is stored, and such read data are 0."""

    profile = MemoryProfile(error_rate=0.1, response_reorder=0.5, response_latency=(0, 50), read_reorder=0.5)

    def done(self, written, read):
        assert {written, read.resp} <= {AxiResp.OKAY, AxiResp.SLVERR}

    def check_results(self):
        super().check_results()
        for kind in (TrafficKind.RESPONSE, TrafficKind.READ):
            found = self.collector.of_kind(kind)["resp"].tolist()
            assert set(found) == {Response.OKAY, Response.SLVERR}
        answers = self.collector.of_kind(TrafficKind.READ)
        assert np.diff(answers["resp"][answers["beats"] > 4].astype(int)).any(), "of one burst some beats"


@pyuvm.test()
class ErrorRangeTest(Axi4Test):
    """Errors by address; those of the range that comes first."""

    profile = MemoryProfile(
        error_ranges=(
            ErrorRange(BASE + PAGE, BASE + PAGE + 64, Response.SLVERR),
            ErrorRange(BASE + PAGE, BASE + 2 * PAGE),
            ErrorRange(0xFFFF_F000, 1 << 32),
        )
    )

    async def stimulus(self):
        for address, expected in (
            (BASE + PAGE - 64, AxiResp.OKAY),
            (BASE + PAGE, AxiResp.SLVERR),
            (BASE + PAGE + 64, AxiResp.DECERR),
            (BASE + 2 * PAGE - 1, AxiResp.DECERR),
            (BASE + 2 * PAGE, AxiResp.OKAY),
            (0xFFFF_FFC0, AxiResp.DECERR),
        ):
            size = 1 if address % 2 else 64
            assert await self.write(address, self.rng.bytes(size)) == expected
            read = await self.master.read(address, size)
            assert read.resp == expected
            assert read.data == (self.model.read(address, size) if expected == AxiResp.OKAY else bytes(size))

    def check_results(self):
        super().check_results()
        for kind in (TrafficKind.RESPONSE, TrafficKind.READ):
            found = self.collector.of_kind(kind)["resp"]
            assert set(found.tolist()) == {Response.OKAY, Response.SLVERR, Response.DECERR}
