"""What a port's traffic covers, told as batches, cut anywhere."""

import numpy as np
import pytest

from models.events import Reset
from models.nvdla.config import CONFIGS
from tb.memory.traffic import Traffic, TrafficKind
from tb.nvdla.coverage.ports import traffic
from tb.nvdla.coverage.ports.order import RequestsInFlight
from tb.nvdla.coverage.ports.traffic import PortSampler
from tests.traffic import row_dtype, traffic_of

CONFIG = CONFIGS["nv_full"]
PORT = CONFIG.port("CVSRAM")
BDMA, RUBIK = CONFIG.read_ids["BDMA"], CONFIG.read_ids["RBK"]
BOTH = (1 << PORT.data_bytes) - 1


def row(time, kind, axi_id=BDMA, *, address=0, beats=1, last=True, strobe=None):
    made = np.zeros(1, row_dtype(PORT.data_bytes))
    made["time_ps"], made["kind"], made["axi_id"], made["beats"] = time, kind, axi_id, beats
    made["last"], made["address"], made["strobe"] = last, address, True
    if strobe is not None:
        made["strobe"] = strobe
    return made


def ask(time, axi_id=BDMA, address=0, beats=1):
    return row(time, TrafficKind.READ_REQUEST, axi_id, address=address, beats=beats)


def data(time, axi_id=BDMA, last=True, beats=1):
    return row(time, TrafficKind.READ, axi_id, beats=beats, last=last)


def write(time, axi_id=BDMA, **settings):
    return row(time, TrafficKind.WRITE, axi_id, **settings)


def response(time, axi_id=BDMA, **settings):
    return row(time, TrafficKind.RESPONSE, axi_id, **settings)


def covered(*rows, cuts=()):
    coverage = PortSampler(CONFIG, PORT)
    for part in np.split(np.concatenate(rows), cuts):
        coverage.subscriptions[Traffic](traffic_of(PORT.name, part))
        if cuts:
            coverage.finish()
    coverage.finish()
    hits = coverage.counts.hits()
    return lambda item: set(hits.get(item, {}))


def test_kinds_lengths_streams_and_addresses_of_requests():
    found = covered(
        ask(1, address=1 << 40, beats=3),
        write(2, RUBIK, address=0x1000, beats=2, last=False),
        write(3, RUBIK, address=0x1040, beats=2),
        response(4, RUBIK, address=0x1020, beats=2),
    )
    assert found("kind x length") == {"read x 3", "write x 2"}
    assert found("kind x stream") == {"read x BDMA", "write x RBK"}
    assert found("kind x address") == {"read x bits 40-43", "write x below 64 KiB"}
    assert found("write address low") == {"1"}, "as it stood on the pins"
    assert found("length x address") == {"3 x bits 40-43", "2 x below 64 KiB"}


def test_strobes_by_atoms():
    half = np.arange(PORT.data_bytes) < PORT.data_bytes // 2
    assert covered(write(1, strobe=half))("strobes") == {"atom 0"}
    assert covered(write(1, strobe=~half))("strobes") == {"atom 1"}
    assert covered(write(1))("strobes") == {"whole"}


def test_another_ports_traffic_is_not_this_ones():
    coverage = PortSampler(CONFIG, PORT)
    coverage.subscriptions[Traffic](traffic_of("DBB", ask(1)))
    coverage.finish()
    assert coverage.counts.hits() == {}


READS = (ask(1), ask(2, RUBIK), data(3, RUBIK), ask(4, RUBIK), data(5), data(6, RUBIK))


@pytest.mark.parametrize("cuts", [(), (1,), (2, 4), (1, 2, 3, 4, 5)])
def test_outstanding_reads_and_what_overtakes(cuts):
    found = covered(*READS, cuts=cuts)
    assert found("reads outstanding") == {"1", "2"}
    assert found("streams waiting for reads") == {"1", "2"}
    assert found("read answers") == {"in turn", "overtaken"}


@pytest.mark.parametrize("cuts", [(), (2,), (1, 2, 3)])
def test_answers_in_turn_overtake_nothing(cuts):
    found = covered(ask(1), ask(2, RUBIK), data(3), data(4, RUBIK), cuts=cuts)
    assert found("read answers") == {"in turn"}
    assert found("between beats") == set()


def test_an_answer_of_the_same_time_comes_first():
    assert covered(ask(1), data(2), ask(2))("reads outstanding") == {"1"}


def test_write_responses_between_ids():
    found = covered(write(1), write(2, RUBIK), response(3, RUBIK), response(4))
    assert found("write answers") == {"in turn", "overtaken"}
    assert found("writes outstanding") == {"1", "2"}


@pytest.mark.parametrize("cuts", [(), (3,)])
def test_beats_of_another_stream_between_those_of_a_burst(cuts):
    apart = (data(3, last=False, beats=2), data(4, RUBIK), data(5, beats=2))
    assert covered(ask(1, beats=2), ask(2, RUBIK), *apart, cuts=cuts)("between beats") == {"another stream's beat"}
    together = (data(3, last=False, beats=2), data(4, beats=2), data(5, RUBIK))
    assert covered(ask(1, beats=2), ask(2, RUBIK), *together, cuts=cuts)("between beats") == {"the burst goes on"}


def test_waits_of_each_channel():
    coverage = PortSampler(CONFIG, PORT)
    waits = {"aw": np.array([0, 3], np.uint32), "r": np.array([100], np.uint32)}
    coverage.subscriptions[Traffic](Traffic(PORT.name, traffic_of(PORT.name, ask(1)).kinds, waits))
    coverage.finish()
    hits = coverage.counts.hits()
    assert hits["aw waits"] == {"0": 1, "3-4": 1}
    assert hits["r waits"] == {"17 and more": 1}
    assert "w waits" not in hits


def test_a_reset_forgets_what_is_outstanding():
    coverage = PortSampler(CONFIG, PORT)
    for event in (traffic_of(PORT.name, ask(1)), Reset(), traffic_of(PORT.name, ask(2))):
        coverage.subscriptions[type(event)](event)
    coverage.finish()
    assert set(coverage.counts.hits()["reads outstanding"]) == {"1"}


def test_long_traffic_is_counted_in_pieces(monkeypatch):
    monkeypatch.setattr(traffic, "ENOUGH", 4)
    coverage = PortSampler(CONFIG, PORT)
    for time in range(6):
        coverage.subscriptions[Traffic](traffic_of(PORT.name, ask(time)))
    assert coverage.counts.hits()["kind"] == {"read": 4}
    coverage.finish()
    assert coverage.counts.hits()["kind"] == {"read": 6}


def test_arrays_follow_as_one_by_one():
    """Random requests and answers of two streams, in batches of any size, against counting by hand."""
    rng = np.random.default_rng(3)
    waiting, counts, late, latest, serial = {0: [], 1: []}, [], [], -1, 0
    events = []
    for time in range(400):
        unit = int(rng.integers(2))
        if rng.random() < 0.55 or not waiting[unit]:
            waiting[unit].append(serial)
            serial += 1
            counts.append(len(waiting[0]) + len(waiting[1]))
            events.append((time, unit, True))
        else:
            answered = waiting[unit].pop(0)
            late.append(int(answered < latest))
            latest = max(latest, answered)
            events.append((time, unit, False))
    outstanding, seen, overtaken, at = RequestsInFlight(2), [], [], 0
    while at < len(events):
        size = int(rng.integers(1, 40))
        asked = np.array([event[:2] for event in events[at : at + size] if event[2]], np.int64).reshape(-1, 2)
        answered = np.array([event[:2] for event in events[at : at + size] if not event[2]], np.int64).reshape(-1, 2)
        found = outstanding.follow(asked[:, 0], asked[:, 1], answered[:, 0], answered[:, 1])
        seen += found.counts.tolist()
        overtaken += found.overtaken.tolist()
        at += size
    assert seen == counts
    assert overtaken == late
    assert sum(late) > 20
