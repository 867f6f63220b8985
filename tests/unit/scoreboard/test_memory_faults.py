"""One fault in what a layer reads or writes, and exactly the finding that names it."""

from itertools import product

import numpy as np
import pytest

from tb.findings import Severity
from tests.copier.copies import OTHER_ID, READ_ID, SIZES
from tests.traffic import traffic_of
from tests.unit.scoreboard.copier_bench import CopierBench

CUBE = (2, 3, 3)


def beat_is_an_atom(bench):
    return bench.sizes.beat_bytes == bench.sizes.atom_bytes


def played(bench, fault=None, extent=CUBE):
    layer = bench.start(bench.copy(extent=extent))
    bench.run(layer, fault)
    bench.interrupt()
    bench.serve(0)
    return layer


ROUTED = [(sizes, route) for sizes in SIZES for route in product(sizes.memories, repeat=2)]


@pytest.mark.parametrize(("sizes", "route"), ROUTED, ids=lambda value: getattr(value, "name", None))
def test_a_clean_run_has_no_findings(bench, route):
    for launch in (0, 1):
        bench.run(bench.start(bench.copy(route, CUBE, at=launch << 16), launch=launch))
        bench.interrupt()
        bench.serve(launch)
    bench.finish()
    assert bench.findings.items == []
    assert bench.checker.counters["bytes checked"] == 2 * 18 * bench.sizes.atom_bytes
    assert bench.checker.counters["layers"] == 2


def test_any_order_inside_a_layer_is_right(bench):
    played(bench, bench.rng.permutation)
    assert bench.finish().findings.items == []


def test_a_full_beat_of_two_atoms_is_right(bench):
    """As the hardware packs neighbours."""
    if beat_is_an_atom(bench):
        pytest.skip("a beat is an atom")

    def pack(beats):
        packed = beats[np.unique(beats["address"], return_index=True)[1]].copy()
        for beat in packed:
            same = beats[beats["address"] == beat["address"]]
            beat["strobe"] = same["strobe"].any(axis=0)
            beat["data"] = np.where(same["strobe"], same["data"], 0).sum(axis=0)
        assert len(packed) < len(beats)
        return packed

    played(bench, pack)
    assert bench.finish().findings.items == []


def test_bursts_count_as_one_response(bench):
    def burst(beats):
        beats["last"] = np.arange(len(beats)) % 3 == 2
        return beats

    played(bench, burst)
    assert bench.finish().findings.items == []


def test_a_flipped_bit(bench):
    atom = bench.sizes.atom_bytes

    def flip(beats):
        at = int(np.argmax(beats[7]["strobe"])) + 5
        beats[7]["data"][at] ^= 0x10
        return beats

    layer = played(bench, flip)
    bench.wait(1000)
    assert bench.errors == {"wrong-data": 1}
    where = layer.writes[0].where
    place = f"wrong data at {int(where.addresses[7]) + 5:#x}, copy 0 destination [surface 0, line 2, atom 1]"
    assert bench.message("wrong-data") == f"COPY launch 0 (layer 0) on {where.port} id {where.axi_id}: {place}"
    details = bench.findings.errors[0].details
    assert details[0] == f"expected {layer.writes[0].data[7].tobytes().hex(' ', 4)}"
    assert details[1].startswith("got ")
    assert details[0][9:] != details[1][9:]
    assert details[2].startswith("copy 0: RAM 0x")
    assert len(bytes.fromhex(details[1][9:])) == atom
    bench.finish()
    assert bench.errors == {"wrong-data": 1, "memory-differs": 1}


def stray(beats):
    extra = beats[:1].copy()
    extra["address"] += 1 << 16
    return np.concatenate([beats[:4], extra, beats[4:]])


def between_lines(beats):
    extra = beats[2:3].copy()
    extra["strobe"] = np.roll(extra["strobe"], extra["strobe"].shape[1] // 2, axis=1)
    return np.concatenate([beats[:1], extra, beats[1:]])


def again(beats):
    return np.concatenate([beats[:5], beats[2:3], beats[5:]])


def again_at_once(beats):
    return np.concatenate([beats[:3], beats[2:]])


def in_part(beats):
    left_out = np.argmax(beats[6]["strobe"])
    beats[6]["strobe"][left_out] = False
    beats[6]["data"][left_out] ^= 0xFF  # what strobes leave out carries stale data
    return beats


@pytest.mark.parametrize(
    ("fault", "kind", "text"),
    [
        (stray, "stray-write", "no layer in flight writes there"),
        (again, "written-twice", "was written again"),
        (again_at_once, "written-twice", "was written again"),
        (in_part, "partial-write", "its {atom} bytes belong together"),
    ],
)
def test_one_wrong_write(bench, fault, kind, text):
    played(bench, fault)
    bench.wait(1000)
    assert bench.errors == {kind: 1}
    assert text.format(atom=bench.sizes.atom_bytes) in bench.message(kind)
    assert bench.device.layers_in_flight == [], "one fault does not hang the rest"


def test_a_write_beside_a_line(bench):
    """Three atoms a line and a gap: the other half of the third one's beat is nobody's."""
    if beat_is_an_atom(bench):
        pytest.skip("a beat is an atom")
    bench.run(bench.start(bench.copy(extent=CUBE, gap_atoms=1)), between_lines)
    bench.interrupt()
    bench.serve(0)
    bench.wait(1000)
    assert bench.errors == {"stray-write": 1}


def test_a_byte_that_was_not_written(bench):
    layer = played(bench, lambda beats: np.delete(beats, 7))
    bench.checker.finish(bench.now_ns)
    assert bench.errors.pop("unfinished-layer") == 1
    finding = next(item for item in bench.findings.errors if item.kind == "unfinished-layer")
    where = layer.writes[0].where
    missing = int(where.addresses[7])
    place = "copy 0 destination [surface 0, line 2, atom 1]"
    stream = f"{where.port} id {where.axi_id}"
    assert finding.details[0] == f"{stream}: 1 chunk(s) not written, first {missing:#x} {place}"
    size, total = bench.sizes.atom_bytes, sum(stream.data.size for stream in layer.writes)
    owes = f"still owes {size} of {total} bytes on {stream}, first {missing:#x} {place}"
    assert finding.message == f"COPY launch 0 (layer 0) did not end: it {owes} and has DONE0 to raise"
    assert bench.checker.waiting_for() == f"COPY launch 0 (layer 0) {owes} and has DONE0 to raise"
    assert bench.message("extra-interrupt") == f"the interrupt pin rose although COPY launch 0 (layer 0) {owes}"


def test_a_missing_byte_alone_is_an_unfinished_layer(bench):
    bench.run(bench.start(bench.copy(extent=CUBE)), lambda beats: np.delete(beats, 0))
    bench.wait(1000)
    bench.checker.finish(bench.now_ns)
    assert bench.errors == {"unfinished-layer": 1, "nothing-compared": 1}


def test_a_missing_response_is_an_unfinished_layer(bench):
    layer = bench.start(bench.copy(extent=CUBE))
    for port, beats in bench.writes(layer):
        bench.send(port, beats)
        bench.send(port, bench.responses(port, beats[1:]))
    bench.wait(1000)
    bench.checker.finish(bench.now_ns)
    assert bench.errors == {"unfinished-layer": 1}


def test_writes_out_of_turn(bench):
    one = bench.start(bench.copy(extent=(1, 1, 2)), launch=0)
    two = bench.start(bench.copy(extent=(1, 1, 2), at=1 << 16), launch=1)
    port = one.writes[0].where.port
    first, second = (next(beats for _, beats in bench.writes(layer)) for layer in (one, two))
    order = np.concatenate([second[:1], first, second[1:]])
    bench.send(port, order)
    bench.send(port, bench.responses(port, order))
    bench.interrupt()
    bench.serve(0, 1)
    bench.finish()
    assert bench.errors == {"write-out-of-turn": 1}
    assert "belongs to COPY launch 1 (layer 1), whose turn it is not" in bench.message("write-out-of-turn")


def test_a_write_with_the_id_of_another_unit(bench):
    def other_id(beats):
        beats[3]["axi_id"] = OTHER_ID
        return beats

    bench.run(bench.start(bench.copy(extent=CUBE)), other_id)
    bench.wait(1000)
    assert bench.errors == {"stray-write": 1}


def test_a_write_when_nothing_runs(bench):
    layer = bench.start(bench.copy())
    bench.run(layer)
    bench.interrupt()
    bench.serve(0)
    for port, beats in bench.writes(layer):
        bench.send(port, beats)
    bench.finish()
    assert bench.errors == {"stray-write": 1}


@pytest.mark.parametrize("moment", ["while", "after"])
def test_a_stray_read(bench, moment):
    layer = bench.start(bench.copy(extent=CUBE))
    port, beats = next(bench.reads(layer))
    other = beats[:1].copy()
    other["address"] += 1 << 16
    if moment == "while":
        bench.send(port, np.concatenate([beats[:2], other]))
    bench.run(layer)
    bench.interrupt()
    bench.serve(0)
    if moment == "after":
        bench.send(port, beats[:1])
    bench.finish()
    assert bench.errors == {"stray-read": 1}
    address = int((other if moment == "while" else beats)["address"][0])
    reader = "COPY launch 0 (layer 0)" if moment == "while" else "none"
    where = f"RAM id {READ_ID}: stray read of {address:#x}"
    assert bench.message("stray-read") == f"{where}: no layer in flight owns it; this id reads for {reader}"


def test_reads_may_be_reported_after_the_end_that_another_port_saw(bench):
    """Ports are asked one after the other: the reads of a layer may come to the checker behind its last response."""
    layer = bench.start(bench.copy(("SRAM", "RAM"), CUBE))
    reads = list(bench.reads(layer))
    seen_ps = int(bench.now_ns * 1000)
    for port, beats in bench.writes(layer):
        bench.send(port, beats)
        bench.send(port, bench.responses(port, beats))
    batch = bench.batch
    for port, beats in reads:
        beats["time_ps"] = seen_ps
        late = beats[-1:].copy()
        late["time_ps"] = int(bench.now_ns * 1000)
        for start in range(0, len(beats), batch):
            bench.checker.traffic(traffic_of(port, beats[start : start + batch]))
            bench.checker.settle()
        assert bench.errors == {}
        bench.checker.traffic(traffic_of(port, np.concatenate([beats[:1], late])))
        bench.checker.settle()
        assert bench.errors == {"stray-read": 1}


def test_memory_that_differs_in_the_end(bench):
    played(bench)
    where = bench.copy(extent=CUBE)
    bench.memories["RAM"].write(where.source.address + 3, bytes(2))
    bench.memories[where.destination.memory].write(where.destination.address - 1, bytes([7]))
    bench.finish()
    assert bench.errors == {"memory-differs": 1}, "nobody knows what lies before the destination"
    assert bench.message("memory-differs").startswith(
        f"RAM: memory differs at {where.source.address + 3:#x}: expected 0x"
    )
    assert bench.message("memory-differs").endswith("and 1 more byte(s) of this page")


def test_a_red_zone_that_was_touched(bench):
    transfer = bench.copy(extent=CUBE)
    bench.load(transfer.destination.memory, transfer.destination.address - 1, np.zeros(1, np.uint8))
    played(bench)
    bench.memories[transfer.destination.memory].write(transfer.destination.address - 1, bytes([7]))
    bench.finish()
    assert bench.errors == {"memory-differs": 1}


@pytest.mark.parametrize("severity", [Severity.ERROR, Severity.WARNING])
def test_a_read_of_what_nothing_ever_wrote(sizes, severity):
    bench = CopierBench(sizes, uninitialised=severity)
    bench.run(bench.start(bench.copy(extent=(1, 1, 3)), fill=False))
    bench.interrupt()
    bench.serve(0)
    bench.finish()
    found = bench.errors if severity is Severity.ERROR else bench.warnings
    assert found == {"uninitialised-read": 1}
    assert f"reads {3 * sizes.atom_bytes} byte(s) that nothing ever wrote" in bench.message("uninitialised-read")


def test_wrong_data_where_the_input_is_unknown_is_not_compared(bench):
    def garbage(beats):
        beats["data"] ^= 0xFF
        return beats

    bench.run(bench.start(bench.copy(), fill=False), garbage)
    bench.interrupt()
    bench.serve(0)
    bench.wait(1000)
    assert bench.errors == {"uninitialised-read": 1}
    assert bench.checker.counters["bytes checked"] == 0


@pytest.mark.parametrize("wrong", [False, True])
def test_where_memory_begins_as_0_what_nothing_wrote_is_compared(sizes, wrong):
    def flip(beats):
        beats["data"][0] ^= wrong
        return beats

    bench = CopierBench(sizes, zeroed_memory=True, uninitialised=Severity.WARNING)
    bench.run(bench.start(bench.copy(), fill=False), flip)
    bench.interrupt()
    bench.serve(0)
    bench.wait(1000)
    assert bench.warnings == {"uninitialised-read": 1}
    assert bench.message("uninitialised-read").endswith("nothing ever wrote; they count as 0")
    assert bench.checker.counters["bytes checked"]
    assert bench.errors == ({"wrong-data": 1} if wrong else {})
    bench.finish()
    assert ("memory-differs" in bench.errors) is wrong
