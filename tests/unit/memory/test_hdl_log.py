"""The log of an HDL memory: the fast way to read it says the same as the slow one, or leaves it to that."""

import numpy as np
import pytest

from tb.memory.hdl.log.files import LogPiece, PinFault, fault_format
from tb.memory.hdl.log.rules import NotPlainError
from tb.memory.rules import AxiRule
from tb.memory.traffic import TrafficKind
from tests.sim.memory.axi4_ports import WIDTHS, axi4_port
from tests.sim.memory.axi_test_port import PORT
from tests.unit.memory.port_log import Converted, RandomLog, Replayed, ShapedLog


@pytest.mark.parametrize("most_beats", [1, 4])
@pytest.mark.parametrize("seed", range(8))
def test_arrays_say_what_the_replay_says(seed, most_beats):
    """Piece by piece, with bursts, early data and reads that go over the pieces' borders."""
    log, slow, fast = RandomLog(seed, most_beats), Replayed(), Converted()
    borders = 0
    for _ in range(30):
        for _ in range(int(log.rng.integers(1, 40))):
            log.edge()
        piece = log.take()
        assert fast.play(piece).tobytes() == slow.play(piece).tobytes()
        assert fast.waits == slow.waits
        outstanding = slow.tracker.outstanding
        assert sorted(fast.outstanding.describe()) == sorted(outstanding.describe())
        assert len(fast.outstanding.early_data) == len(outstanding.early_data)
        borders += len(outstanding.describe()) > 3
    assert not slow.findings.items
    assert borders > 5


class PlainLog(ShapedLog):
    plain = True


@pytest.mark.parametrize("log_of", [ShapedLog, PlainLog])
@pytest.mark.parametrize("data_bytes", WIDTHS)
@pytest.mark.parametrize("seed", range(4))
def test_arrays_say_what_the_replay_says_of_standard_ports(seed, data_bytes, log_of):
    port = axi4_port(data_bytes)
    log, slow, fast = log_of(seed, 20, port), Replayed(port), Converted(port)
    narrow = 0
    for _ in range(20):
        for _ in range(int(log.rng.integers(1, 60))):
            log.edge()
        piece = log.take()
        rows = slow.play(piece)
        assert fast.play(piece).tobytes() == rows.tobytes()
        assert sorted(fast.outstanding.describe()) == sorted(slow.tracker.outstanding.describe())
        narrow += (rows["kind"] == TrafficKind.READ) @ ~rows["strobe"].all(axis=1)
    assert not slow.findings.items
    assert bool(narrow > 5) is (log_of is ShapedLog)


def test_a_write_request_alone_is_told_with_its_wait():
    """It is of no kind of transfer; batches behind it are converted otherwise and know nothing of it."""
    replayed, piece = Replayed(), piece_of()
    alone = {name: records[:1] if name == "aw" else records[:0] for name, records in piece.channels.items()}
    alone["aw"] = alone["aw"].copy()
    alone["aw"]["waited"] = 9
    replayed.replay.play(LogPiece(alone, piece.faults[:0]))
    traffic = replayed.tracker.recorder.take()
    assert not len(traffic)
    assert not traffic.is_empty
    assert traffic.waits["aw"].tolist() == [9]
    assert replayed.tracker.recorder.take().is_empty


def test_what_is_unfinished_is_reported_once():
    replayed = Replayed()
    replayed.play(piece_of())
    assert replayed.tracker.outstanding.describe()
    for _ in range(2):
        replayed.tracker.check_idle()
        assert {finding.kind for finding in replayed.findings.items} <= {AxiRule.OUTSTANDING, AxiRule.ORPHAN_DATA}
        assert [finding.kind for finding in replayed.findings.items].count(AxiRule.OUTSTANDING) == 1


def piece_of(seed=1, edges=60):
    log = RandomLog(seed)
    for _ in range(edges):
        log.edge()
    return log.take()


def changed(piece, channel, row, **fields):
    channels = {name: records.copy() for name, records in piece.channels.items()}
    for name, value in fields.items():
        channels[channel][name][row] = value
    return LogPiece(channels, piece.faults)


@pytest.mark.parametrize(
    ("channel", "fields", "rule"),
    [
        ("aw", {"axi_id": 9}, AxiRule.ID_RANGE),
        ("aw", {"address": 0x8000_0010}, AxiRule.ADDRESS_ALIGNMENT),
        ("ar", {"address": 0x8000_0020}, AxiRule.ADDRESS_ALIGNMENT),
        ("ar", {"axi_id": 200}, AxiRule.ID_RANGE),
        ("ar", {"address": 0x8000_00C0, "length": 3}, AxiRule.BURST_BOUNDARY),
        ("ar", {"length": 7}, AxiRule.BURST_LENGTH),
        ("w", {"strobe": 0}, AxiRule.STROBE),
        ("w", {"strobe": 0xFF}, AxiRule.STROBE),
        ("b", {"time_ps": 1}, AxiRule.UNREQUESTED_RESPONSE),
        ("b", {"axi_id": 77}, AxiRule.UNREQUESTED_RESPONSE),
        ("r", {"axi_id": 77}, AxiRule.UNREQUESTED_DATA),
        ("r", {"time_ps": 1}, AxiRule.UNREQUESTED_DATA),
    ],
)
def test_what_breaks_a_rule_is_left_to_the_replay(channel, fields, rule):
    piece = changed(piece_of(), channel, 0, **fields)
    fast, slow = Converted(), Replayed()
    with pytest.raises(NotPlainError):
        fast.play(piece)
    assert not fast.outstanding.describe()
    slow.play(piece)
    assert rule in {kind for _, kind in slow.findings.counts}


@pytest.mark.parametrize(
    ("channel", "fields", "rules"),
    [
        ("aw", {"burst": 2}, {AxiRule.BURST_WRAP}),
        ("ar", {"burst": 3}, {AxiRule.BURST_RESERVED}),
        ("ar", {"size": 7}, {AxiRule.SIZE}),
        ("aw", {"lock": 1}, {AxiRule.EXCLUSIVE}),
        ("ar", {"burst": 0, "length": 16}, {AxiRule.BURST_LENGTH}),
        ("ar", {"address": 0x8000_0FC1, "size": 5, "length": 2, "burst": 1}, {AxiRule.BURST_BOUNDARY}),
        ("w", {"strobe": 1 << 40}, {AxiRule.STROBE_LANES}),
        ("b", {"resp": 1}, {AxiRule.RESPONSE}),
        ("r", {"resp": 1}, {AxiRule.RESPONSE}),
    ],
)
def test_what_breaks_a_rule_of_standard_ports_is_left_to_the_replay(channel, fields, rules):
    port = axi4_port(64)
    log = ShapedLog(1, 4, port)
    for _ in range(60):
        log.edge()
    piece = log.take()
    piece.channels["aw"]["size"], piece.channels["aw"]["address"] = 2, 0x8000_0000
    legal = Replayed(port)
    legal.play(piece)
    assert not legal.findings.items
    wrong, fast, slow = changed(piece, channel, 0, **fields), Converted(port), Replayed(port)
    with pytest.raises(NotPlainError):
        fast.play(wrong)
    slow.play(wrong)
    assert {kind for _, kind in slow.findings.counts} - {AxiRule.RLAST, AxiRule.UNREQUESTED_DATA} == rules


@pytest.mark.parametrize(
    ("record", "text"),
    [
        ((0, 2 << 8), "awburst changed from 0x1 to 0x2 while awvalid waited for awready"),
        ((3, 3), "arsize changed from 0x2 to 0x3 while arvalid waited for arready"),
        ((4, 2), "rresp changed from 0x0 to 0x2 while rvalid waited for rready"),
    ],
)
def test_pin_faults_of_standard_ports_become_findings(record, text):
    """The payload as the HDL memory logs it, lowest bits first."""
    (channel, now), port = record, axi4_port(64)
    before = {0: 1 << 8, 3: 2, 4: 0}[channel]
    slow = Replayed(port)
    slow.play(LogPiece({}, fault(PinFault.CHANGED, channel, port, before=before, now=now).faults))
    (finding,) = slow.findings.items
    assert finding.message == f"AXI: {text}"


@pytest.mark.parametrize(
    ("channel", "rules"),
    [("w", {AxiRule.WLAST_EARLY, AxiRule.WLAST_MISSING}), ("r", {AxiRule.RLAST})],
)
def test_a_wrong_last_is_found(channel, rules):
    piece = piece_of()
    for row in range(3):
        wrong = changed(piece, channel, row, last=1 - piece.channels[channel]["last"][row])
        fast, slow = Converted(), Replayed()
        with pytest.raises(NotPlainError):
            fast.play(wrong)
        slow.play(wrong)
        assert {kind for _, kind in slow.findings.counts} & rules


def fault(kind, channel, port=PORT, **payloads):
    record = np.zeros(1, fault_format(port))
    record["time_ps"], record["kind"], record["channel"] = 5000, kind, channel
    for name, value in payloads.items():
        size = record[name].shape[1]
        record[name][0] = np.frombuffer(value.to_bytes(size, "little"), np.uint8)
    return LogPiece(piece_of(edges=0).channels, record)


@pytest.mark.parametrize(
    ("record", "rule", "text"),
    [
        (
            fault(PinFault.CHANGED, 0, before=0x80, now=0xC0),
            AxiRule.STABLE_PAYLOAD,
            "awaddr changed from 0x0000000000000080 to 0x00000000000000c0 while awvalid waited for awready",
        ),
        (fault(PinFault.DROPPED, 3), AxiRule.STABLE_VALID, "arvalid fell before arready rose"),
        (fault(PinFault.UNKNOWN_VALID, 2), AxiRule.UNKNOWN, "bvalid is X"),
        (fault(PinFault.UNKNOWN_READY, 4, before=1), AxiRule.UNKNOWN, "rready is Z under rvalid"),
        (fault(PinFault.UNKNOWN_PAYLOAD, 2, now_unknown=1), AxiRule.UNKNOWN, "bid is 0x0x under bvalid"),
        (fault(PinFault.ORPHAN, 1, now=3), AxiRule.ORPHAN_DATA, "3 data beats have waited 1000 cycles"),
    ],
)
def test_pin_faults_become_findings(record, rule, text):
    fast, slow = Converted(), Replayed()
    with pytest.raises(NotPlainError):
        fast.play(record)
    slow.play(record)
    (finding,) = slow.findings.items
    assert finding.kind == rule
    assert text in finding.message
    assert finding.time_ns == 5


def test_a_full_memory_is_passed_on():
    slow = Replayed()
    slow.play(fault(PinFault.FULL, 1, now=0x1234_5678))
    assert slow.full == [0x1234_5678]
