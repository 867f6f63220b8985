"""Traces of Sophgo's TPU: kernels with what they read in DDR are written, read and played again on the device alone."""

from shutil import copytree

import numpy as np
import pytest

from models.sophgo.config import CONFIGS
from models.sophgo.config.hardware import DDR
from models.sophgo.device import SophgoDevice
from models.sophgo.registers import registers
from sequences.model_host import ModelHost, run
from sequences.recording import RecordedPoll, RecordingHost
from sequences.sophgo.bench import SophgoBench
from sequences.sophgo.operations.copies import CopyIn, CopyOut
from sequences.sophgo.random.program import RandomProgram
from sequences.sophgo.traces import trace_space, with_polls
from sequences.traces.goldens import golden_ranges
from sequences.traces.txn.writer import write_trace
from tb.runner.errors import UserError
from tb.sophgo.family import FAMILY

PLAYER = FAMILY.traces.player
KERNELS = 2


@pytest.fixture(params=CONFIGS, scope="module")
def config(request):
    return CONFIGS[request.param]


@pytest.fixture(scope="module")
def recorded(config, tmp_path_factory):
    """Random kernels as a trace; the last one writes to memory."""
    device, written = SophgoDevice(config), []
    device.listeners.append(lambda happened: written.extend(happened.started))
    host = RecordingHost(ModelHost(device))
    bench = SophgoBench(host, config, np.random.default_rng(7))
    program = RandomProgram(bench)
    for _ in range(KERNELS - 1):
        run(bench.play_words(*program.words()))
    tensor = bench.tensor(bench.rng.integers(-128, 128, (1, 3, 4, 5)), "INT8")
    run(bench.play(CopyIn(tensor) >> CopyOut(bench.empty((1, 3, 4, 5), "INT8"))))
    where = [item.where for layer in written for item in layer.writes if item.where.port == DDR]
    ranges = golden_ranges(where, device.memories[DDR])
    goldens = [(address, device.dump(DDR, address, size_bytes)) for address, size_bytes in ranges]
    commands = list(with_polls(host.commands, config))
    polled = {item.address for item in commands if isinstance(item, RecordedPoll)}
    assert polled == {registers(config).MAILBOX.COMPLETED.address}
    recorded = tmp_path_factory.mktemp("recorded") / "kernels"
    write_trace(recorded, commands, goldens, trace_space(config), "a test")
    return recorded


@pytest.fixture
def folder(recorded, tmp_path):
    """A copy of it."""
    return copytree(recorded, tmp_path / "kernels")


def played(folder, config):
    return str(PLAYER.play_on_model(folder, config.name, strict=False))


def launches(folder):
    """The lines that launch a kernel."""
    return [line for line in (folder / "input.txn").read_text().splitlines() if line.endswith("#MAILBOX.LAUNCH")]


def test_what_was_recorded_passes_again(config, folder):
    assert len(launches(folder)) == KERNELS
    assert PLAYER.find([folder.parent]) == [folder]
    assert (PLAYER.check(folder, config.name).name, PLAYER.check(folder, config.name).skip) == ("kernels", "")
    assert played(folder, config) == "PASS kernels"
    assert PLAYER.lint(folder, config.name).broken == ()


def test_a_wrong_golden_fails(config, folder):
    golden = folder / "golden_000.dat"
    text = golden.read_text()
    golden.write_text(f"{int(text[:4], 16) ^ 1:#04x}{text[4:]}")
    assert "1 of" in played(folder, config)


def test_a_kernel_that_is_not_launched_is_missed(config, folder):
    commands = folder / "input.txn"
    commands.write_text(commands.read_text().replace(f"{launches(folder)[-1]}\n", "", 1))
    line = played(folder, config)
    assert line.startswith("FAIL kernels input.txn:")
    assert "MAILBOX.COMPLETED" in line


def test_a_register_beyond_the_bus_is_told(config, folder):
    (folder / "input.txn").write_text("write_reg 0x400 0x1\n")
    with pytest.raises(UserError, match=r"input\.txn:1: register 0x00000400; allowed: word addresses of 10 bits"):
        PLAYER.check(folder, config.name)
