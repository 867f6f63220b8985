"""Reads that fail while a layer writes: what is left of it is expected anew, what it has written stays written."""

import numpy as np
import pytest

from tb.memory.axi import Response
from tests.copier.device import CopyStage

ATOMS, WRITTEN = 8, 3
"""Atoms of a copy, and so many are written before the last one of them is read, with an error."""


@pytest.fixture(autouse=True)
def hears_of_errors(monkeypatch):
    """What comes with an error is taken as it came."""
    monkeypatch.setattr(CopyStage, "failed", lambda stage, claim: claim.layer and stage.compute(claim.layer))


def begun(bench):
    """A copy of which some atoms are written, then the last one's read fails; its port and its write beats."""
    layer = bench.start(bench.copy(extent=(1, 1, ATOMS)))
    ((port, reads),) = bench.reads(layer)
    ((target, before),) = bench.writes(layer)
    bench.send(port, reads[:-1])
    bench.send(target, before[:WRITTEN])
    reads["resp"], reads["strobe"] = Response.SLVERR, True
    bench.send(port, reads[-1:])
    ((_, after),) = bench.writes(layer)
    assert (after["data"][-1] != before["data"][-1]).any()
    assert (after["data"][:WRITTEN] == before["data"][:WRITTEN]).all()
    return target, after


def test_what_is_left_is_expected_as_it_came(bench):
    port, beats = begun(bench)
    bench.send(port, beats[WRITTEN:])
    bench.send(port, bench.responses(port, beats))
    bench.interrupt()
    bench.serve(0)
    assert bench.finish().findings.items == []


def test_what_came_of_it_is_compared(bench):
    port, beats = begun(bench)
    at = int(np.argmax(beats["strobe"][-1]))
    beats["data"][-1][at] ^= 1
    bench.send(port, beats[WRITTEN:])
    bench.send(port, bench.responses(port, beats))
    assert bench.errors == {"wrong-data": 1}


def test_what_was_written_is_not_due_again(bench):
    port, beats = begun(bench)
    bench.send(port, beats)
    assert bench.errors == {"written-twice": WRITTEN}
