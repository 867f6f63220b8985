"""Register logs of others as traces: what they say is played, and what a device says otherwise is found."""

import numpy as np
import pytest

from models.nvdla.config import CONFIGS
from models.nvdla.device import Device
from sequences.model_host import ModelHost, run
from sequences.nvdla.bench import make_bench
from sequences.nvdla.stimulus import PdpLayer, Pool
from sequences.nvdla.traces.find import find_traces, read_trace
from sequences.nvdla.traces.play.on_model import play_on_model
from sequences.recording import RecordedLoad, RecordedRead, RecordedWait, RecordedWrite, RecordingHost
from sequences.traces.commands import LoadMemory, ReadRegister, WaitInterrupt
from sequences.traces.result import Outcome
from sequences.traces.source import TraceError

CONFIG = CONFIGS["nv_full"]


def lines_of(commands, style):
    for command in commands:
        match command, style:
            case RecordedWrite(), "driver":
                yield f"[   12.345] nvdla: reg_write: addr {command.address:#010x} value {command.data:#010x}"
            case RecordedRead(), "driver":
                yield f"[   12.345] nvdla: reg_read: addr {command.address:#010x} value {command.data:#010x}"
            case RecordedWait(), "driver":
                yield "[   12.346] nvdla: ISR entered"
            case RecordedWrite(), _:
                yield f"W {command.address:#x} {command.data:#x}"
            case RecordedRead(), _:
                yield f"R {command.address:#x} {command.data:#x}"
            case RecordedWait(), _:
                yield "# an interrupt"


@pytest.fixture
def recorded():
    """A layer that was played: what software did."""
    host = RecordingHost(ModelHost(Device(CONFIG)))
    bench = make_bench(host, CONFIG, np.random.default_rng(1), conventional_addresses=True)
    x = bench.tensor(np.arange(96).reshape(8, 4, 3), "INT8")
    y = bench.empty(x.shape, "INT8")
    run(bench.play(PdpLayer(Pool("MAX", 1), y, x=x)))
    return host.commands


def laid(folder, commands, style):
    (folder / "registers.log").write_text("\n".join(["a message of others", *lines_of(commands, style)]) + "\n")
    for command in commands:
        if isinstance(command, RecordedLoad):
            (folder / f"{command.address:#x}.bin").write_bytes(command.data.tobytes())
    return folder


@pytest.mark.parametrize("style", ["driver", "plain"])
def test_a_log_is_a_trace(tmp_path, recorded, style):
    folder = laid(tmp_path, recorded, style)
    assert find_traces([tmp_path]) == [folder]
    trace = read_trace(folder, CONFIG)
    kinds = [type(command) for command in trace.commands]
    loads = {command.address for command in recorded if isinstance(command, RecordedLoad)}
    assert kinds.count(LoadMemory) == len(loads)
    assert (WaitInterrupt in kinds) == any(isinstance(command, RecordedWait) for command in recorded)
    verdict = play_on_model(trace, strict=False, config=CONFIG)
    assert verdict.outcome is Outcome.PASS, verdict


def test_what_the_log_says_of_the_interrupt_status_is_waited_for(tmp_path, recorded):
    folder = laid(tmp_path, recorded, "plain")
    file = folder / "registers.log"
    file.write_text(file.read_text().replace("R 0xc 0x", "R 0xc 0xf0"))
    verdict = play_on_model(read_trace(folder, CONFIG), strict=False, config=CONFIG)
    assert verdict.outcome is Outcome.FAIL, verdict


def test_repeated_reads_are_one_poll(tmp_path):
    (tmp_path / "registers.log").write_text("R 0xc 0x0\nR 0xc 0x0\nR 0xc 0x10\nW 0xc 0x10\nR 0xb000 0x3\n")
    reads = [item for item in read_trace(tmp_path, CONFIG).commands if isinstance(item, ReadRegister)]
    assert [(item.address, item.mask, item.expected) for item in reads] == [(0xC, 0x10, 0x10), (0xB000, 0, 0)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no access in it; allowed: lines such as 'write 0x5004 0x1'"),
        ("just words\n", "no access in it"),
        ("W 0x5004\n", ":1: w with 1 number"),
        ("W 0x5004 0x1 0x2\n", ":1: w with 3 number"),
        ("write 0x5003 0x1\n", "address 0x5003; allowed: a multiple of 4"),
        ("write 0x99999999 0x1\n", "address 0x99999999"),
        ("read 0xc 0x123456789\n", "value '0x123456789' is too large"),
    ],
)
def test_what_is_wrong_is_named(tmp_path, text, message):
    (tmp_path / "registers.log").write_text(text)
    with pytest.raises(TraceError, match=message.replace("(", r"\(")):
        read_trace(tmp_path, CONFIG)


def test_memory_that_no_port_has_is_named(tmp_path):
    (tmp_path / "registers.log").write_text("W 0xc 0x1\n")
    (tmp_path / "0x10.bin").write_bytes(b"1")
    with pytest.raises(TraceError, match="1 bytes at 0x10"):
        read_trace(tmp_path, CONFIG)
