"""Data integrity under every profile, and that the profiles do what they say."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pyuvm
from cocotb.triggers import ClockCycles

from tb.memory.profile import FAST, HARSH, SLOW, TYPICAL, MemoryProfile, Stall, WriteOrder
from tb.memory.traffic import TrafficKind
from tests.sim.memory.axi_test_bench import MemoryAgentTest
from tests.sim.memory.random_traffic import ByteModel, expected_reads, queue_reads, queue_writes

WRITTEN, OTHER = 0x8000_0000, 0xFFFF_FFFF_0000_0000


class RandomTrafficTest(MemoryAgentTest):
    """Writes, then reads of the same addresses while others are written."""

    bursts = 60
    throttle = 1

    async def stimulus(self):
        self.dut.throttle.value = self.throttle
        self.model = ByteModel()
        queue_writes(self.master, self.model, self.rng, self.bursts, WRITTEN)
        await self.master.push()
        await self.master.wait(self.bursts, 0)
        self.reads = queue_reads(self.master, self.rng, self.bursts, WRITTEN, lines=20)
        self.expected = expected_reads(self.model, self.reads)
        queue_writes(self.master, self.model, self.rng, self.bursts, OTHER)
        await self.master.push()
        await self.master.wait(2 * self.bursts, sum(length for _, _, length in self.reads))
        self.got = self.master.received()

    def check_results(self):
        by_id = {}
        for axi_id, last, data in self.got:
            by_id.setdefault(axi_id, []).append((last, data))
        assert by_id == self.expected
        self.check_memory()
        self.check_traffic()
        self.check_stimulus()

    def check_memory(self):
        known = {}
        for address, data, flags in self.memory.pages():
            known.update({address + int(i): int(data[i]) for i in np.flatnonzero(flags)})
        assert known == self.model.bytes

    def check_traffic(self):
        traffic = self.collector
        assert len(self.collector.batches) > 1
        assert self.hdl or all(len(batch) >= 100 for batch in self.collector.batches[:-1])
        self.check_order()
        replayed = ByteModel()
        for row in traffic.of_kind(TrafficKind.WRITE):
            strobe = sum(1 << int(i) for i in np.flatnonzero(row["strobe"]))
            replayed.write(int(row["address"]), row["data"].tobytes(), strobe)
        assert replayed.bytes == self.model.bytes
        data = traffic.of_kind(TrafficKind.READ)
        assert [(int(row["axi_id"]), bool(row["last"]), row["data"].tobytes()) for row in data] == self.got
        requests = traffic.of_kind(TrafficKind.READ_REQUEST)
        assert [(int(row["axi_id"]), int(row["address"]), int(row["beats"])) for row in requests] == self.reads
        assert len(traffic.of_kind(TrafficKind.RESPONSE)) == 2 * self.bursts
        np.save(Path(f"{type(self).__name__}.npy"), traffic.all())

    def check_order(self):
        """Batches come one after the other, and the transfers of each kind in them too."""
        assert (np.diff(self.collector.all()["time_ps"].astype(np.int64)) >= 0).all()
        for batch in self.collector.batches:
            for transfers in batch.kinds.values():
                assert (np.diff(transfers.times_ps.astype(np.int64)) >= 0).all()

    def check_stimulus(self):
        """What the profile must have done to the traffic."""

    def held_writes(self):
        """How often data came before their request, and requests before their data."""
        return sum(e.data_pending for e in self.events), sum(e.address_pending for e in self.events)

    def out_of_turn(self):
        """Read bursts that ended before one requested earlier."""
        order = {key: [] for key in {axi_id for axi_id, _, _ in self.reads}}
        for number, (axi_id, _, _) in enumerate(self.reads):
            order[axi_id].append(number)
        ended = [order[axi_id].pop(0) for axi_id, last, _ in self.got if last]
        return sum(first > second for first, second in pairwise(ended))

    def interleaved(self):
        """Beats whose predecessor belongs to another id, in the middle of a burst."""
        pairs = pairwise(self.got)
        return sum(not first[1] and first[0] != second[0] for first, second in pairs)

    def responses_out_of_turn(self):
        traffic = self.collector
        writes = traffic.of_kind(TrafficKind.WRITE)
        return int((writes["axi_id"][writes["last"]] != traffic.of_kind(TrafficKind.RESPONSE)["axi_id"]).sum())


@pyuvm.test()
class FastTest(RandomTrafficTest):
    profile = FAST
    throttle = 0

    def check_stimulus(self):
        assert self.out_of_turn() == self.interleaved() == self.responses_out_of_turn() == 0
        assert not any(e.address_waiting or e.data_waiting for e in self.events)
        data = self.collector.of_kind(TrafficKind.READ)
        assert np.diff(data["time_ps"].astype(np.int64)).min() == 10_000  # a beat a clock


@pyuvm.test()
class TypicalTest(RandomTrafficTest):
    profile = TYPICAL

    def check_stimulus(self):
        assert self.out_of_turn() > 0
        assert self.interleaved() == 0


@pyuvm.test()
class SlowTest(RandomTrafficTest):
    profile = SLOW
    bursts = 30

    def check_stimulus(self):
        assert self.out_of_turn() == self.interleaved() == self.responses_out_of_turn() == 0
        traffic = self.collector
        requested = int(traffic.of_kind(TrafficKind.READ_REQUEST)["time_ps"][0])
        # Latency 100 is the 101st edge after the request's: data are seen at the edge after they were put out.
        assert int(traffic.of_kind(TrafficKind.READ)["time_ps"][0]) - requested >= 101 * 10_000


@pyuvm.test()
class HarshTest(RandomTrafficTest):
    profile = HARSH

    def check_stimulus(self):
        assert self.out_of_turn() > 5
        assert self.interleaved() > 5
        assert self.responses_out_of_turn() > 5
        data_first, address_first = self.held_writes()
        assert data_first > 5
        assert address_first > 5
        assert sum(e.address_waiting for e in self.events) > 20
        assert sum(e.data_waiting for e in self.events) > 20


@pyuvm.test()
class AddressFirstTest(RandomTrafficTest):
    profile = MemoryProfile(write_order=WriteOrder.ADDRESS_FIRST, aw_stall=Stall(0.3, (1, 5)))

    def check_stimulus(self):
        data_first, address_first = self.held_writes()
        assert data_first == 0
        assert address_first > 20


@pyuvm.test()
class DataFirstTest(RandomTrafficTest):
    profile = replace(TYPICAL, write_order=WriteOrder.DATA_FIRST)

    def check_stimulus(self):
        assert self.held_writes()[0] > 20


@pyuvm.test()
class PatienceTest(MemoryAgentTest):
    """Data first, but the master gives data only after its request: the memory gives in."""

    profile = MemoryProfile(write_order=WriteOrder.DATA_FIRST, order_patience=16)

    async def stimulus(self):
        self.dut.send.value = 1
        self.master.write(1, WRITTEN, [(bytes(64), (1 << 64) - 1)])
        await self.master.push()
        await ClockCycles(self.dut.clk, 10)
        assert not self.dut.mem_aw_awready.value
        await ClockCycles(self.dut.clk, 20)
        assert not self.dut.mem_aw_awvalid.value
        self.dut.send.value = 7
        await self.master.wait(1, 0)


@pyuvm.test()
class LateIdsTest(MemoryAgentTest):
    """Data and responses of one id come late, and those of another overtake them."""

    profile = MemoryProfile(late_ids=frozenset((1,)), late_cycles=40, read_reorder=1.0, response_reorder=1.0)

    async def stimulus(self):
        for axi_id in (1, 2, 1, 2):
            self.master.write(axi_id, WRITTEN, [(bytes(64), (1 << 64) - 1)])
            self.master.read(axi_id, WRITTEN, 1)
        await self.master.push()
        await self.master.wait(4, 4)

    def check_results(self):
        for asked, answered in (
            (TrafficKind.WRITE, TrafficKind.RESPONSE),
            (TrafficKind.READ_REQUEST, TrafficKind.READ),
        ):
            requests, answers = self.collector.of_kind(asked), self.collector.of_kind(answered)
            assert answers["axi_id"].tolist() == [2, 2, 1, 1]
            first = int(requests["time_ps"][requests["axi_id"] == 1][0])
            assert int(answers["time_ps"][2]) - first >= 41 * 10_000
