"""What the beats of units that compute prove about their waiting: PDP, CDP, SDP, and CDMA's data."""

import numpy as np
import pytest

from models.layer import UNWATCHED, Bounds, Claim, Layer, Waited, bounds_of
from models.memory.footprint import ExpectedWrites, Fetched, Footprint, StreamId
from models.memory.stretch import Offsets
from tb.memory.traffic import TrafficKind
from tb.nvdla.queues import UNKNOWN_QUEUES, InterfaceQueues
from tb.nvdla.waits import ATOM_CYCLES, OPERATION_GAP, PIPELINE, WORD_CYCLES, QueueWaits
from tb.scoreboard.beats import BeatWatch, Moved
from tests.traffic import row_dtype, traffic_of
from tests.unit.nvdla.scoreboard.bench import Bench
from tests.unit.nvdla.sdp.sdp_device import SOURCE, SdpDevice

CLOCK_NS, CYCLE_PS = 2.0, 2000
BEAT = ATOM = 8
QUEUES = InterfaceQueues(read_beats=16, read_lines=0, write_beats=8, exact=True)
IN, OUT = StreamId("DBB", 2), StreamId("DBB", 3)
LINES, PACE, SLOW = 120, 10, 50


def footprint(stream, atoms, run=1):
    addresses = np.arange(atoms, dtype=np.uint64) * ATOM
    lines = {"run": run, "requests": atoms // run} if run else {}
    return Footprint(*stream, addresses, ATOM, "input", Offsets(0), **lines)


def layer_of(unit, atoms=LINES, run=1, feeder=None):
    """A layer of a unit with a read unit of its own."""
    none = np.zeros((atoms, ATOM), np.uint8)
    where = footprint(IN, atoms, run)
    reader = Claim(f"{unit}_RDMA", "group 0", {}, fetched=(Fetched(where, none, none == 0),))
    lead = Claim(unit, "group 0", {})
    writes = (ExpectedWrites(footprint(OUT, atoms), none, none == 0),)
    layer = Layer(unit, None, (lead, reader), writes=writes, feeder=feeder)
    lead.layer = reader.layer = layer
    return layer


def every(cycles, count, start=0):
    return (start + cycles * np.arange(count, dtype=np.int64)) * CYCLE_PS


def waited(layer, queues=QUEUES, *, requests=None, reads=None, writes=None, offered=None):
    """What is known of a layer whose transfers moved at such times."""
    reads = every(1, LINES) if reads is None else reads
    requests = reads - 5 * CYCLE_PS if requests is None else requests
    offered = np.zeros(len(requests), np.int64) if offered is None else offered
    written = {} if writes is None else {OUT: writes}
    moved = Moved({IN: requests}, {IN: offered}, {IN: reads}, written, int(reads[-1]))
    return QueueWaits(queues, {"DBB": BEAT}, CLOCK_NS).waited(layer, moved)


@pytest.mark.parametrize("unit", ["PDP", "CDP", "SDP"])
def test_requests_that_leave_slowly_have_waited(unit):
    requests = every(PACE, LINES)
    found = waited(layer_of(unit), requests=requests, reads=requests + 3 * CYCLE_PS)
    last = LINES - 1 - 2  # the one before the last line's, and one that it is granted behind
    assert found.reads[IN] == Bounds(PACE * last - LINES - OPERATION_GAP)


def test_requests_of_long_lines_are_bursts_that_follow_one_another():
    requests = every(PACE, LINES)
    found = waited(layer_of("PDP", run=12), requests=requests, reads=requests + 3 * CYCLE_PS)
    assert found.reads[IN] == Bounds(PACE * (LINES - 1 - 12 - 1) - LINES - OPERATION_GAP)


def test_data_that_come_slowly_prove_it_too():
    reads = every(PACE, LINES, start=50)
    found = waited(layer_of("PDP"), requests=every(1, LINES), reads=reads)
    assert found.reads[IN] == Bounds(PACE * (LINES - 1 - QUEUES.read_beats - 1) - LINES - OPERATION_GAP)


def test_fast_memories_prove_nothing():
    found = waited(layer_of("PDP"), writes=every(1, LINES, start=40))
    assert (found.reads[IN], found.writes[OUT]) == (Bounds(), Bounds())


@pytest.mark.parametrize("unit", ["PDP", "CDP", "SDP"])
def test_writes_that_leave_slowly_behind_the_last_read_have_waited(unit):
    found = waited(layer_of(unit), writes=every(SLOW, LINES, start=LINES))
    words, atom_cycles = LINES, ATOM_CYCLES[unit]
    making = (WORD_CYCLES + atom_cycles) * words + atom_cycles * QUEUES.read_beats + PIPELINE
    assert found.writes[OUT] == Bounds(SLOW * (LINES - 1 - QUEUES.write_beats) + 1 - making)


def test_of_a_layer_on_the_fly_nothing_is_known_of_writes():
    found = waited(layer_of("PDP", feeder=layer_of("SDP")), writes=every(SLOW, LINES, start=LINES))
    assert not found.writes


def test_the_layers_that_the_streams_are_not_of_prove_nothing():
    layer = layer_of("PDP")
    moved = Moved({}, {}, {}, {OUT: every(SLOW, LINES)}, 0)
    found = QueueWaits(QUEUES, {"DBB": BEAT}, CLOCK_NS).waited(layer, moved)
    assert found == Waited()


def test_data_are_to_come_from_the_request_on_until_they_are_there():
    requests, reads = every(100, LINES), every(100, LINES, start=30)
    assert waited(layer_of("PDP"), requests=requests, reads=reads).data[IN] == Bounds(30 * LINES)
    offered = np.full(LINES, 7)
    assert waited(layer_of("PDP"), requests=requests, reads=reads, offered=offered).data[IN] == Bounds(37 * LINES)
    together = waited(layer_of("PDP"), requests=every(1, LINES), reads=every(1, LINES, start=30))
    assert together.data[IN] == Bounds(LINES - 1 + 30), "each cycle counts once"


def test_requests_behind_the_last_data_are_of_another_layer():
    requests, reads = every(100, LINES + 5), every(100, LINES, start=30)
    assert waited(layer_of("PDP"), requests=requests, reads=reads).data[IN] == Bounds(30 * LINES)


def test_of_an_unknown_design_short_lines_prove_nothing_and_long_ones_that_something_waited():
    atoms, long = 4000, 100
    requests = every(PACE, atoms)
    for run, least in ((1, 0), (long, 1)):
        found = waited(layer_of("PDP", atoms, run), UNKNOWN_QUEUES, requests=requests, reads=requests + 3 * CYCLE_PS)
        assert found.reads[IN] == Bounds(least)
    unlike = layer_of("CDP", atoms, 0)
    assert waited(unlike, UNKNOWN_QUEUES, requests=requests, reads=requests + 3 * CYCLE_PS).reads[IN] == Bounds()


def test_of_an_unknown_design_writes_must_be_far_behind():
    found = [waited(layer_of("PDP"), UNKNOWN_QUEUES, writes=every(pace, LINES)).writes[OUT] for pace in (100, 5000)]
    assert found == [Bounds(0), Bounds(1)]


def test_of_two_ports_with_one_id_nothing_is_known():
    two = {StreamId("DBB", 2): Bounds(3), StreamId("CVSRAM", 2): Bounds(4)}
    assert bounds_of(two, 2) == bounds_of({}, 2) == Bounds()
    assert bounds_of({IN: Bounds(3)}, 2) == Bounds(3)


READ_STALL = "D_PERF_MRDMA_READ_STALL"


@pytest.fixture
def counting(config):
    """A bench and a layer of SDP of many lines that counts."""
    bench = Bench(config, queues=QUEUES)
    bench.load("DBB", SOURCE, bench.rng.integers(0, 256, 1 << 15, "u1"))
    sdp = SdpDevice(config).layer("INT8", (1, LINES, 1))
    for part in reversed(sdp.encode(bench.device.registers, config)):
        block = bench.device.registers.blocks[part.block]
        words = {**part.words[0], "D_PERF_ENABLE": block.D_PERF_ENABLE.encode(PERF_DMA_EN="YES"), "D_OP_ENABLE": 1}
        for name, word in words.items():
            bench.write(block.registers[name], word)
    (layer,) = bench.device.layers_in_flight
    return bench, layer


def play(bench, layer, read_pace):
    for port, beats in bench.reads(layer):
        for at in range(len(beats)):
            bench.send(port, beats[at : at + 1])
            bench.wait(read_pace - 1)
    for port, beats in bench.writes(layer):
        bench.send(port, beats)
        bench.send(port, bench.responses(port, beats))
    bench.interrupt()


def test_a_count_of_sdp_rdma_that_is_too_low_is_found(counting):
    bench, layer = counting
    play(bench, layer, PACE)
    counter = bench.device.registers.SDP_RDMA.registers[READ_STALL]
    allowed = bench.device.predict(counter.address).allowed("MRDMA_STALL")
    assert allowed.start == PACE * (LINES - 1 - QUEUES.read_beats - 1) - LINES - OPERATION_GAP
    bench.read(counter, allowed.start // 2)
    assert bench.errors == {"wrong-status": 1}


def test_fast_reads_of_sdp_rdma_may_count_nothing(counting):
    bench, layer = counting
    play(bench, layer, 1)
    bench.read(bench.device.registers.SDP_RDMA.registers[READ_STALL], 0)
    assert not bench.errors


def test_beats_that_were_reported_with_those_of_the_next_claim_are_told_apart():
    """Nobody knows of that claim before; and of it nothing is judged, as some of its beats were taken for others."""
    seen = []

    class Recorder:
        def waited(self, _layer, moved):
            seen.append({stream: times.tolist() for stream, times in moved.reads.items()})
            return Waited()

    other = StreamId("DBB", 5)
    claims, watch = [], BeatWatch(Recorder())
    for number in range(2):
        none = np.zeros((2, ATOM), np.uint8)
        fetched = tuple(Fetched(footprint(stream, 2), none, none == 0) for stream in (IN, other))
        claims.append(Claim("SDP_RDMA", f"group {number}", {}, fetched=fetched))
    first, second = (Layer("SDP", None, (claim,)) for claim in claims)
    watch.claimed(claims[0], 4)
    times = {IN: (0, 1, 20), other: (3, 10, 21, 22)}
    rows = np.zeros(sum(map(len, times.values())), row_dtype(ATOM))
    rows["kind"], rows["beats"] = TrafficKind.READ, 1
    rows["axi_id"] = [stream.axi_id for stream, all_times in times.items() for _ in all_times]
    rows["time_ps"] = [time for all_times in times.values() for time in all_times]
    watch.observe(traffic_of("DBB", rows))
    watch.waited(first)
    assert seen == [{IN: [0, 1], other: [3, 10]}]
    claims[0].free.confirmed = True
    watch.claimed(claims[1], 4)
    watch.observe(traffic_of("DBB", rows))
    assert watch.waited(second) is UNWATCHED
