"""What the traffic of a standard port covers."""

from dataclasses import replace

import numpy as np
import pytest

from models.memory.signals import standard_signals
from tb.memory.axi import BurstKind, BurstShape, Response
from tb.memory.coverage import AxiPortSampler
from tb.memory.traffic import Traffic, TrafficKind
from tests.sim.memory.axi4_ports import axi4_port
from tests.sim.memory.axi_test_port import PORT as REDUCED
from tests.traffic import row_dtype, traffic_of

PORT = axi4_port(8)


def row(kind, size=3, burst=BurstKind.INCR, *, beats=1, address=0, resp=Response.OKAY):
    made = np.zeros(1, row_dtype(PORT.data_bytes))
    made["kind"], made["beats"], made["address"], made["resp"] = kind, beats, address, resp
    made["shape"] = BurstShape(size, burst).code
    return made


def covered(*rows, port=PORT, errors=True):
    sampler = AxiPortSampler(port, errors=errors)
    for part in rows:
        sampler.subscriptions[Traffic](traffic_of(port.name, part))
    hits = sampler.counts.hits()
    return lambda item: set(hits.get(item, {}))


def test_requests_are_told_apart_by_all_that_they_say():
    found = covered(
        row(TrafficKind.READ_REQUEST, 1, beats=17, address=0x102),
        row(TrafficKind.RESPONSE, 3, BurstKind.FIXED, beats=4, address=0x101),
        row(TrafficKind.RESPONSE, 0, address=0x107),
        row(TrafficKind.READ_REQUEST, 3, beats=256, address=0x108),
    )
    assert found("kind x size x burst") == {
        "read x 2 x INCR",
        "write x 8 x FIXED",
        "write x 1 x INCR",
        "read x 8 x INCR",
    }
    assert found("size x burst x length x alignment") == {
        "2 x INCR x 17-64 x to the beat",
        "8 x FIXED x 2-4 x unaligned",
        "1 x INCR x 1 x to the beat",
        "8 x INCR x 65-256 x to the bus",
    }


def test_answers_are_those_of_responses_and_of_read_data():
    found = covered(
        row(TrafficKind.READ, 2, resp=Response.DECERR),
        row(TrafficKind.READ, 2),
        row(TrafficKind.RESPONSE, 3, resp=Response.SLVERR),
        row(TrafficKind.RESPONSE, 3, resp=Response.EXOKAY),
        row(TrafficKind.WRITE, 3, resp=Response.DECERR),
    )
    assert found("response") == {"OKAY", "SLVERR", "DECERR"}
    assert found("kind x size x burst x response") == {
        "read x 4 x INCR x DECERR",
        "read x 4 x INCR x OKAY",
        "write x 8 x INCR x SLVERR",
    }


def test_other_ports_and_what_is_refused_count_nowhere():
    wrap = row(TrafficKind.READ_REQUEST, 3, BurstKind.WRAP)
    assert covered(wrap)("kind x size x burst") == set()
    sampler = AxiPortSampler(PORT)
    sampler.subscriptions[Traffic](traffic_of("OTHER", row(TrafficKind.READ_REQUEST)))
    assert not any(sampler.counts.hits().values())


def labels(port, item, **how):
    items = AxiPortSampler(port, **how).counts.group.items
    return next(found for found in items if found.name == item).labels


def test_bins_are_those_that_a_port_can_have():
    assert labels(PORT, "size") == ("1", "2", "4", "8")
    assert labels(PORT, "response") == ("OKAY",)
    assert labels(PORT, "response", errors=True) == ("OKAY", "SLVERR", "DECERR")
    assert labels(REDUCED, "size") == ("64",)
    assert labels(REDUCED, "burst") == ("INCR",)
    assert labels(REDUCED, "alignment") == ("to the bus",)
    assert labels(REDUCED, "length") == ("1", "2-4")
    narrow = replace(PORT, signals=standard_signals("", without=("arburst", "awburst")), max_burst_beats=20)
    assert labels(narrow, "length") == ("1", "2-4", "5-16", "17-20")
    assert labels(narrow, "burst") == ("INCR",)
    assert labels(replace(PORT, signals=standard_signals("", ways=("read",))), "kind") == ("read",)


@pytest.mark.parametrize(
    "label", ["8 x INCR x 1 x to the beat", "1 x INCR x 1 x unaligned", "4 x FIXED x 17-64 x to the bus"]
)
def test_what_cannot_be_is_no_bin(label):
    group = AxiPortSampler(PORT).counts.group
    cross = next(item for item in group.crosses if item.name == "size x burst x length x alignment")
    assert label in cross.labels
    assert label in cross.ignored_labels
