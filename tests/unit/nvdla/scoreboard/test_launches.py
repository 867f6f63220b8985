"""Launches of the BDMA: whose answers an interrupt waits for, and what is no launch."""

import pytest

from models.nvdla.bdma.stage import BdmaStage
from models.nvdla.config import NV_FULL
from tests.unit.nvdla.scoreboard.bench import Bench


@pytest.fixture
def bench(config):
    return Bench(config)


def two_slots(bench):
    """A launch of two slots, the second of which goes back; port and write beats of each."""
    first, last = bench.copy(("DBB", "CVSRAM"), (1, 1, 3)), bench.copy(("CVSRAM", "DBB"), at=8192)
    streams = list(bench.writes(bench.start(first, last)))
    for port, beats in streams:
        bench.send(port, beats)
    return streams


@pytest.mark.parametrize("config", [NV_FULL], ids=["nv_full"])
def test_an_interrupt_waits_for_the_last_slot_only(bench):
    """The first slot's memory still owes every response (docs/nvdla/pins.md, 'Interrupts')."""
    first, last = two_slots(bench)
    bench.send("DBB", bench.responses(*last))
    bench.interrupt()
    bench.serve(0)
    assert len(bench.device.layers_in_flight) == 1, "its writes are not all in memory"
    bench.send("CVSRAM", bench.responses(*first))
    bench.finish()
    assert bench.errors == {}
    assert set(bench.warnings) == {"illegal-program"}


@pytest.mark.parametrize("config", [NV_FULL], ids=["nv_full"])
def test_the_first_slots_memory_alone_lets_no_interrupt_come(bench):
    first, _ = two_slots(bench)
    bench.send("CVSRAM", bench.responses(*first))
    bench.interrupt()
    assert bench.errors == {"extra-interrupt": 1}


def test_an_empty_launch_is_played_with_a_warning(bench):
    bench.start(group=1)
    assert bench.errors == {}
    assert bench.warnings == {"illegal-program": 1}
    assert "[bdma-empty-launch: guide" in bench.message("illegal-program")


def test_stalls_beyond_the_time_that_the_layer_took(bench):
    block = bench.device.registers.BDMA
    bench.write(block.CFG_STATUS, 1)
    started = bench.now_ns
    bench.run(bench.start(bench.copy()))
    took = int((bench.now_ns - started) / 2) + 1
    bench.interrupt()
    bench.serve(0)
    bench.read(block.STATUS_GRP0_WRITE_STALL, 1)
    bench.read(block.STATUS_GRP0_READ_STALL, took + 1)
    assert bench.errors == {"wrong-status": 1}


def test_a_unit_without_a_data_path(config):
    bench = Bench(config, stages=(BdmaStage,))
    bench.write(bench.device.registers.PDP.D_OP_ENABLE, 1)
    assert bench.errors == {"not-modelled": 1}
    assert bench.message("not-modelled").startswith("PDP was started")
