"""Traces of mini: what is recorded plays again on the reference device alone, and what is wrong is told."""

import numpy as np
import pytest

from models.mini.config import CONFIGS, MEMORY
from models.mini.device import MiniDevice
from models.mini.registers import registers
from sequences.mini.bench import MiniBench
from sequences.mini.random import draw_operations
from sequences.mini.ring import RingKnobs
from sequences.mini.traces import trace_space, with_polls
from sequences.model_host import ModelHost, run
from sequences.recording import RecordedPoll, RecordingHost
from sequences.traces.goldens import golden_ranges
from sequences.traces.txn.writer import write_trace
from tb.mini.family import FAMILY
from tb.runner.errors import UserError

PLAYER = FAMILY.traces.player


@pytest.fixture(params=CONFIGS)
def config(request):
    return CONFIGS[request.param]


@pytest.fixture
def folder(config, tmp_path):
    """Random descriptors as a trace."""
    device, written = MiniDevice(config), []
    device.listeners.append(lambda happened: written.extend(happened.started))
    host = RecordingHost(ModelHost(device))
    bench = MiniBench(host, config, np.random.default_rng(7), RingKnobs(last=5, poll=0.5))
    run(bench.play(*draw_operations(bench, 30)))
    where = [item.where for layer in written for item in layer.writes if item.where.port == MEMORY]
    ranges = golden_ranges(where, device.memories[MEMORY])
    goldens = [(address, device.dump(MEMORY, address, size_bytes)) for address, size_bytes in ranges]
    commands = list(with_polls(host.commands, config))
    head = registers(config).RING.HEAD.address
    assert {item.address for item in commands if isinstance(item, RecordedPoll)} == {head}
    write_trace(tmp_path / "descriptors", commands, goldens, trace_space(config), "a test")
    return tmp_path / "descriptors"


def test_what_was_recorded_passes_again(config, folder):
    assert PLAYER.find([folder.parent]) == [folder]
    assert (PLAYER.check(folder, config.name).name, PLAYER.check(folder, config.name).skip) == ("descriptors", "")
    assert str(PLAYER.play_on_model(folder, config.name, strict=False)) == "PASS descriptors"


def test_a_wrong_golden_fails(config, folder):
    golden = folder / "golden_000.dat"
    text = golden.read_text()
    golden.write_text(f"{int(text[:4], 16) ^ 1:#04x}{text[4:]}")
    assert "1 of" in str(PLAYER.play_on_model(folder, config.name, strict=False))


def test_a_poll_that_nothing_will_satisfy_fails(config, folder):
    commands = folder / "input.txn"
    commands.write_text(commands.read_text() + f"read_reg {registers(config).RING.HEAD.address // 4:#x} 0xff 0x7\n")
    line = str(PLAYER.play_on_model(folder, config.name, strict=False))
    assert line.startswith("FAIL descriptors input.txn:")
    assert "RING.HEAD (0x18) reads" in line


def test_a_register_beyond_the_bus_is_told(config, folder):
    (folder / "input.txn").write_text("write_reg 0x400 0x1\n")
    with pytest.raises(UserError, match=r"input\.txn:1: register 0x00000400; allowed: word addresses of 10 bits"):
        PLAYER.check(folder, config.name)
