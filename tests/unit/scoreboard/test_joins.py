"""Blocks that make a layer together: whatever order software and pins take, and what happens in between."""

import numpy as np
import pytest

from models.layer import EndKind
from models.nvdla.config import NV_FULL
from models.nvdla.interrupts import done_bits
from models.nvdla.streams import READ_IDS
from tb.memory.traffic import TrafficKind
from tests.toy.descriptors import WEIGHT_BYTES, ToyConv, ToyPdp, ToySdp, packed
from tests.toy.stages import CONV_ADDS, PDP_ADDS, SDP_ADDS, TOY_STAGES
from tests.unit.scoreboard.bench import Bench

WIDTH, HEIGHT = 3, 2
SIZE = WIDTH * HEIGHT * NV_FULL.atom_bytes
AT = {"input": 0x8000_0000, "weights": 0x8010_0000, "middle": 0x8020_0000, "output": 0x8030_0000}


class JoinBench(Bench):
    """A judge bench whose device has the toy stages; blocks are programmed one by one."""

    def __init__(self, batch=4096):
        super().__init__(NV_FULL, batch, TOY_STAGES)
        self.groups = {}

    def filled(self, name, size=SIZE):
        data = self.rng.integers(0, 8, size, np.uint8)
        self.load("DBB", AT[name], data)
        return data.astype(int)

    def side(self, name):
        return packed("DBB", AT[name], WIDTH, self.hw)

    def conv(self, **changes):
        return ToyConv(self.side("input"), packed("DBB", AT["weights"], 1, self.hw), WIDTH, HEIGHT, **changes)

    def sdp(self, source=None, destination=None, **changes):
        sides = [None if name is None else self.side(name) for name in (source, destination)]
        return ToySdp(WIDTH, HEIGHT, *sides, **changes)

    def pdp(self):
        return ToyPdp(WIDTH, HEIGHT, self.side("output"))

    def program(self, descriptor, order=None, words=None):
        """Program blocks, each in the group whose turn it is, and enable them, the last of the pipeline first."""
        programs = {part.block: part.words[0] for part in descriptor.encode(self.device.registers, self.hw)}
        for name in order or reversed(programs):
            block = self.device.registers.blocks[name]
            group = self.groups.get(name, 0)
            self.groups[name] = 1 - group
            self.write(block.S_POINTER, group)
            for register, word in (programs[name] | (words or {}).get(name, {})).items():
                self.write(block.registers[register], word)
            self.write(block.D_OP_ENABLE, 1)

    @property
    def layers(self):
        return {layer.stage: layer for layer in self.device.layers_in_flight}

    def fetch(self, owner):
        for port, beats in self.reads(owner):
            self.send(port, beats)

    def write_out(self, layer):
        """Write what a layer must, and have it answered."""
        for port, beats in self.writes(layer):
            self.send(port, beats)
            self.send(port, self.responses(port, beats))

    def serve_bits(self, *names):
        """Software sees bits and clears them; the pin is high before and low after."""
        status = self.device.registers.GLB.S_INTR_STATUS
        word = status.encode(**dict.fromkeys(names, 1))
        self.read(status, word)
        self.write(status, word)
        self.wait(14)
        self.pin(0)

    def raised(self, *names):
        self.interrupt()
        self.serve_bits(*names)

    def result(self, name="output"):
        return self.memories["DBB"].read(AT[name], SIZE).astype(int)


@pytest.fixture(params=[1, 3, 4096], ids=lambda size: f"batch{size}")
def bench(request):
    return JoinBench(request.param)


def ended(bench, *kinds):
    bench.finish()
    assert bench.errors == dict.fromkeys(kinds, 1)
    assert bench.device.layers_in_flight == []


def bits(block, group=0):
    return done_bits(block, group)


def offline(bench):
    """One layer of SDP and SDP_RDMA that is already enabled, to its end."""
    (layer,) = bench.device.layers_in_flight
    bench.fetch(layer)
    bench.write_out(layer)
    bench.raised(*bits("SDP", layer.group))
    return layer


@pytest.mark.parametrize("order", [("SDP_RDMA", "SDP"), ("SDP", "SDP_RDMA")])
def test_a_read_unit_and_its_partner_join_in_either_order(bench, order):
    data = bench.filled("input")
    bench.filled("output")
    bench.program(bench.sdp("input", "output"), order[:1])
    assert bench.device.layers_in_flight == []
    bench.program(bench.sdp("input", "output"), order[1:])
    layer = offline(bench)
    assert [claim.block for claim in layer.claims] == ["SDP", "SDP_RDMA"]
    assert (bench.result() == (data + SDP_ADDS) % 256).all()
    ended(bench)


def test_a_read_unit_may_read_before_its_partner_is_enabled(bench):
    bench.filled("input")
    bench.filled("output")
    bench.program(bench.sdp("input", "output"), ["SDP_RDMA"])
    (claim,) = bench.device.claims_waiting
    bench.fetch(claim)
    assert not claim.free.allowed, "nothing has taken what it read"
    bench.wait(500)
    bench.program(bench.sdp("input", "output"), ["SDP"])
    (layer,) = bench.device.layers_in_flight
    bench.write_out(layer)
    bench.raised(*bits("SDP"))
    ended(bench)


def test_a_read_before_any_claim_is_stray(bench):
    bench.filled("input")
    bench.program(bench.sdp("input", "output"), ["SDP"])
    bench.send("DBB", bench._beats("DBB", TrafficKind.READ, READ_IDS["SDP"], np.array([AT["input"]], np.uint64)))
    assert bench.errors == {"stray-read": 1}


def test_pointers_that_drifted_apart(bench):
    """The first layer is fed and does not use SDP_RDMA: the second has SDP's group 1 and SDP_RDMA's group 0."""
    data, weights = bench.filled("input"), bench.filled("weights", WEIGHT_BYTES)
    middle = bench.filled("middle")
    bench.filled("output")
    bench.program(bench.sdp(None, "middle"))
    bench.program(bench.conv())
    conv, sdp = bench.layers["CONV"], bench.layers["SDP"]
    bench.fetch(conv)
    bench.raised(*bits("CDMA"))
    bench.write_out(sdp)
    bench.raised(*bits("CACC"), *bits("SDP"))
    assert (bench.result("middle") == (data + CONV_ADDS + weights.sum() + SDP_ADDS) % 256).all()
    assert not (bench.result("middle") == middle).all()
    bench.program(bench.sdp("middle", "output"))
    layer = offline(bench)
    assert [(claim.block, claim.group) for claim in layer.claims] == [("SDP", 1), ("SDP_RDMA", 0)]
    ended(bench)


@pytest.mark.parametrize("late", ["SDP", "CDMA", "CACC"])
def test_a_layer_that_feeds_another_in_any_order(bench, late):
    data, weights = bench.filled("input"), bench.filled("weights", WEIGHT_BYTES)
    bench.filled("output")
    order = [name for name in ("CMAC_A", "SDP", "CDMA", "CSC", "CACC", "CMAC_B") if name != late]
    for name in [*order, late]:
        descriptor = bench.sdp(None, "output") if name == "SDP" else bench.conv()
        bench.program(descriptor, [name])
        assert len(bench.device.layers_in_flight) == (
            2 if name == late else 1 if late == "SDP" and name == "CMAC_B" else 0
        )
    conv, sdp = bench.layers["CONV"], bench.layers["SDP"]
    assert (sdp.feeder, conv.taken_by) == (conv, sdp)
    bench.fetch(conv)
    bench.write_out(sdp)
    bench.raised(*bits("CDMA"), *bits("CACC"), *bits("SDP"))
    assert (bench.result() == (data + CONV_ADDS + weights.sum() + SDP_ADDS) % 256).all()
    ended(bench)


def test_three_stages_and_interrupts_at_their_own_times(bench):
    data, weights = bench.filled("input"), bench.filled("weights", WEIGHT_BYTES)
    bench.filled("output")
    for descriptor in (bench.pdp(), bench.sdp(), bench.conv()):
        bench.program(descriptor)
    conv, pdp = bench.layers["CONV"], bench.layers["PDP"]
    streams = dict(zip(("data", "weights"), bench.reads(conv), strict=True))
    bench.send(*streams["weights"])
    bench.raised(bits("CDMA")[1])
    bench.send(*streams["data"])
    bench.raised(bits("CDMA")[0])
    bench.raised(*bits("CACC"))
    bench.raised(*bits("SDP"))
    bench.write_out(pdp)
    bench.raised(*bits("PDP"))
    assert (bench.result() == (data + CONV_ADDS + weights.sum() + SDP_ADDS + PDP_ADDS) % 256).all()
    ended(bench)


def test_a_fetchs_interrupt_before_its_last_read_is_found(bench):
    bench.filled("input")
    bench.filled("weights", WEIGHT_BYTES)
    bench.program(bench.sdp(None, "output"))
    bench.program(bench.conv())
    (port, beats), _ = bench.reads(bench.layers["CONV"])
    bench.send(port, beats[:-1])
    bench.interrupt()
    assert bench.errors == {}, "CACC's may come as soon as its flow is taken: no pin shows when"
    status = bench.device.registers.GLB.S_INTR_STATUS
    bench.read(status, status.encode(CDMA_DAT_DONE_STATUS0=1))
    assert bench.errors == {"wrong-status": 1}


def test_a_fetch_may_end_before_its_partners_are_enabled(bench):
    bench.filled("input")
    bench.filled("weights", WEIGHT_BYTES)
    bench.filled("output")
    bench.program(bench.conv(), ["CDMA"])
    (claim,) = bench.device.claims_waiting
    bench.fetch(claim)
    bench.raised(*bits("CDMA"))
    cdma = bench.device.registers.CDMA
    bench.write(cdma.S_POINTER, 0)
    bench.read(cdma.D_OP_ENABLE, 0)
    assert bench.errors == {}
    bench.program(bench.sdp(None, "output"))
    bench.program(bench.conv(), ["CACC", "CMAC_A", "CMAC_B", "CSC"])
    bench.write_out(bench.layers["SDP"])
    bench.raised(*bits("CACC"), *bits("SDP"))
    ended(bench)


def test_the_end_of_the_fed_proves_that_of_its_feeder(bench):
    bench.filled("input")
    bench.filled("weights", WEIGHT_BYTES)
    bench.filled("output")
    bench.program(bench.sdp(None, "output"))
    bench.program(bench.conv())
    conv, sdp = bench.layers["CONV"], bench.layers["SDP"]
    bench.fetch(conv)
    bench.write_out(sdp)
    bench.raised(*bits("CDMA"), *bits("CACC"), *bits("SDP"))
    assert all(end.confirmed for layer in (conv, sdp) for end in layer.ends)
    for name in ("CSC", "CMAC_A", "CACC", "CDMA"):
        block = bench.device.registers.blocks[name]
        assert bench.device.predict(block.S_POINTER.address).allowed("CONSUMER") == {1}
        bench.read(block.S_STATUS, 0)
    ended(bench)


@pytest.mark.parametrize("unequal", [0, 1])
def test_a_layer_that_writes_nothing(bench, unequal):
    zeros = np.full(SIZE, 256 - SDP_ADDS, np.uint8)
    zeros[7] += unequal
    bench.load("DBB", AT["input"], zeros)
    bench.program(bench.sdp("input", equal=True))
    (layer,) = bench.device.layers_in_flight
    assert layer.written_bytes == 0
    bench.fetch(layer)
    bench.raised(*bits("SDP"))
    sdp = bench.device.registers.SDP
    bench.write(sdp.S_POINTER, 0)
    bench.read(sdp.D_STATUS, unequal)
    ended(bench)


def test_a_status_that_is_wrong_at_the_end(bench):
    bench.load("DBB", AT["input"], np.full(SIZE, 256 - SDP_ADDS, np.uint8))
    bench.program(bench.sdp("input", equal=True))
    (layer,) = bench.device.layers_in_flight
    sdp = bench.device.registers.SDP
    bench.write(sdp.S_POINTER, 0)
    bench.read(sdp.D_STATUS, 1)
    assert bench.errors == {}, "nothing settles it while the layer runs"
    bench.fetch(layer)
    bench.raised(*bits("SDP"))
    bench.read(sdp.D_STATUS, 1)
    ended(bench, "wrong-status")
    assert bench.message("wrong-status").startswith("SDP.D_STATUS")


def test_an_interrupt_before_the_reads_of_a_layer_that_writes_nothing(bench):
    bench.load("DBB", AT["input"], np.full(SIZE, 256 - SDP_ADDS, np.uint8))
    bench.program(bench.sdp("input", equal=True))
    (layer,) = bench.device.layers_in_flight
    ((port, beats),) = bench.reads(layer)
    bench.send(port, beats[:-1])
    bench.interrupt()
    assert bench.errors == {"extra-interrupt": 1}


def test_state_is_carried_to_the_next_layer_and_a_reset_takes_it(bench):
    data, weights = bench.filled("input"), bench.filled("weights", WEIGHT_BYTES)
    bench.filled("output")
    for before in (0, 1, 2, 0):
        if before == 0:
            bench.judge.reset()
            bench.groups.clear()
        bench.program(bench.sdp(None, "output"))
        bench.program(bench.conv())
        conv, sdp = bench.layers["CONV"], bench.layers["SDP"]
        bench.fetch(conv)
        bench.write_out(sdp)
        bench.raised(*bits("CDMA", conv.claims[1].group), *bits("CACC", conv.group), *bits("SDP", sdp.group))
        assert (bench.result() == (data + CONV_ADDS + weights.sum() + SDP_ADDS + before) % 256).all()
        cacc = bench.device.registers.CACC
        bench.write(cacc.S_POINTER, conv.group)
        bench.read(cacc.D_OUT_SATURATION, int(data.sum()))
    ended(bench)


def test_a_reset_between_claim_and_join(bench):
    bench.filled("input")
    bench.filled("output")
    bench.program(bench.sdp("input", "output"), ["SDP_RDMA"])
    (claim,) = bench.device.claims_waiting
    bench.fetch(claim)
    bench.judge.reset()
    bench.groups.clear()
    assert bench.device.claims_waiting == []
    bench.program(bench.sdp("input", "output"), ["SDP"])
    assert bench.device.layers_in_flight == [], "the claim before the reset is gone"
    bench.program(bench.sdp("input", "output"), ["SDP_RDMA"])
    offline(bench)
    ended(bench)


def test_an_interrupt_edge_alone_frees_the_group(bench):
    """Software that waits for the pin, clears without reading and writes the same group at once is legal."""
    bench.filled("input")
    bench.filled("output")
    status = bench.device.registers.GLB.S_INTR_STATUS
    bench.program(bench.sdp("input", "output"))
    (layer,) = bench.device.layers_in_flight
    bench.fetch(layer)
    bench.write_out(layer)
    bench.interrupt()
    bench.write(status, status.encode(**dict.fromkeys(bits("SDP"), 1)))
    bench.groups = dict.fromkeys(("SDP", "SDP_RDMA"), 0)  # the group that has just run: it waits for the other one
    bench.program(bench.sdp("input", "output"))
    bench.wait(14)
    bench.pin(0)
    assert bench.device.predict(bench.device.registers.SDP.S_STATUS.address).allowed("STATUS_0") == {2}
    bench.program(bench.sdp("input", "output"))
    for group in (1, 0):
        layer = bench.device.layers_in_flight[0]
        assert layer.group == group
        bench.fetch(layer)
        bench.write_out(layer)
        bench.raised(*bits("SDP", group))
    ended(bench)


def test_an_edge_with_two_causes_proves_neither(bench):
    bench.filled("input")
    bench.filled("output")
    bench.write(bench.device.registers.GLB.S_INTR_SET, 1 << 9)
    bench.program(bench.sdp("input", "output"))
    (layer,) = bench.device.layers_in_flight
    bench.fetch(layer)
    bench.write_out(layer)
    bench.interrupt()
    assert not any(end.confirmed for end in layer.ends)


def test_blocks_that_disagree_are_named_and_refused(bench):
    bench.filled("input")
    bench.filled("weights", WEIGHT_BYTES)
    bench.program(bench.sdp(None, "output"))
    bench.program(bench.conv(precision=1), words={"CSC": {"D_MISC_CFG": 2 << 12}})
    assert bench.device.layers_in_flight == []
    assert bench.errors == {"not-modelled": 1}
    text = bench.message("illegal-program")
    assert "[shared-field:" in text
    assert "CSC.D_MISC_CFG.PROC_PRECISION is 0x2" in text
    assert "CDMA.D_MISC_CFG.PROC_PRECISION is 0x1" in text


def test_a_claim_that_no_layer_needs_ends_alone(bench):
    bench.filled("input")
    bench.filled("weights", WEIGHT_BYTES)
    bench.filled("output")
    flying = {"SDP_RDMA": {"D_FEATURE_MODE_CFG": 1}}
    bench.program(bench.sdp("input", "output"), ["SDP_RDMA"], words=flying)
    assert "[needless-claim:" in bench.message("illegal-program")
    rdma = bench.device.registers.SDP_RDMA
    bench.read(rdma.S_STATUS, 0)
    bench.program(bench.sdp("input", "output"))
    layer = offline(bench)
    assert [(claim.block, claim.group) for claim in layer.claims] == [("SDP", 0), ("SDP_RDMA", 1)]
    ended(bench)


def test_a_claim_without_partners_is_told_at_the_end(bench):
    bench.filled("input")
    bench.program(bench.sdp("input", "output"), ["SDP_RDMA"])
    bench.read(bench.device.registers.GLB.S_INTR_MASK, 0)
    ended(bench, "unfinished-claim")
    assert bench.message("unfinished-claim").startswith("SDP_RDMA group 0 was enabled, but no layer came of it")


def test_a_load_between_claim_and_join_is_a_race_of_these_bytes_only(bench):
    bench.filled("input")
    bench.filled("output")
    bench.program(bench.sdp("input", "output"), ["SDP_RDMA"])
    bench.load("DBB", AT["input"] + 40, np.zeros(3, np.uint8))
    assert bench.warnings == {"software-race": 1}
    assert "SDP_RDMA group 0: is loaded while it is read" in bench.message("software-race")
    bench.program(bench.sdp("input", "output"), ["SDP"])
    (layer,) = bench.device.layers_in_flight
    care = layer.writes[0].care.reshape(-1)
    assert np.flatnonzero(~care).tolist() == [40, 41, 42]
    offline(bench)
    ended(bench)


def test_a_write_under_a_claims_reads_is_a_race_of_both(bench):
    for name in ("input", "middle", "output"):
        bench.filled(name)
    bench.program(bench.sdp("middle", "output"), ["SDP_RDMA"])  # reads what the layer before it writes
    claim = bench.device.claims_waiting[0]
    bench.program(bench.sdp("input", "middle"), ["SDP_RDMA"])
    assert bench.device.claims_waiting == [claim], "the other group has its turn behind it"
    bench.program(bench.sdp("middle", "output"), ["SDP"])
    bench.program(bench.sdp("input", "middle"), ["SDP"])
    first, second = bench.device.layers_in_flight
    assert "the former writes what the other reads" in second.races[0]
    assert first.races == second.races
    assert not first.writes[0].care.any()
    assert second.writes[0].care.all()


def test_a_wrong_result_of_a_chain_is_found(bench):
    bench.filled("input")
    bench.filled("weights", WEIGHT_BYTES)
    bench.filled("output")
    bench.program(bench.sdp(None, "output"))
    bench.program(bench.conv())
    bench.fetch(bench.layers["CONV"])
    ((port, beats),) = bench.writes(bench.layers["SDP"])
    beats["data"][0][5] ^= 1
    bench.send(port, beats)
    assert bench.errors == {"wrong-data": 1}


def test_what_a_layer_ends_with_is_published(bench):
    bench.filled("input")
    bench.filled("output")
    heard = []
    bench.judge.listeners.append(heard.append)
    bench.program(bench.sdp("input", "output"))
    offline(bench)
    bench.finish()
    names = [type(event).__name__ for event in heard]
    assert names.count("Claimed") == 2
    assert names.count("Started") == names.count("Finished") == 1
    ends = [event.end for event in heard if type(event).__name__ == "Ended"]
    assert [(end.kind, end.claim.block) for end in ends] == [
        (EndKind.FREE, "SDP_RDMA"),
        (EndKind.FREE, "SDP"),
        (EndKind.RAISE, "SDP"),
    ]
    assert {"RegisterAccess", "Traffic", "InterruptEdge"} <= set(names)
    assert all(event.time_ns > 0 for event in heard if type(event).__name__ in ("Started", "Ended"))
