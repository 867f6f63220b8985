"""What is recorded plays again: through the writer and the reader, on the reference device alone."""

import numpy as np
import pytest

from models.memory.footprint import Footprint
from models.memory.sparse import SparseMemory
from sequences.model_host import ModelHost, run
from sequences.nvdla.bdma.directed import back_to_back
from sequences.nvdla.bench import make_bench
from sequences.nvdla.rubik.directed import rubik_back_to_back
from sequences.nvdla.traces.find import read_trace
from sequences.nvdla.traces.play.on_model import play_on_model
from sequences.nvdla.traces.recorded import trace_space, with_polls
from sequences.recording import RecordingHost
from sequences.traces.goldens import GAP_BYTES, golden_ranges
from sequences.traces.txn.writer import write_trace
from tests.unit.nvdla.models.heard import HeardDevice


def record(config, folder, play):
    device = HeardDevice(config)
    recorder = RecordingHost(ModelHost(device))
    run(play(make_bench(recorder, config, np.random.default_rng(3), conventional_addresses=True)))
    written = [item.where for layer in device.take_happened().started for item in layer.writes]
    goldens = [
        (address, device.dump(port, address, size))
        for port, memory in device.memories.items()
        for address, size in golden_ranges([item for item in written if item.port == port], memory)
    ]
    write_trace(folder, with_polls(recorder.commands, config), goldens, trace_space(config), "a test")
    return goldens


@pytest.mark.parametrize("play", [back_to_back, rubik_back_to_back])
def test_what_was_recorded_passes_again(config, tmp_path, play):
    assert record(config, tmp_path / "layer", play)
    verdict = play_on_model(read_trace(tmp_path / "layer", config), config=config)
    assert str(verdict) == "PASS layer"


def test_a_wrong_golden_fails(config, tmp_path):
    record(config, tmp_path, back_to_back)
    golden = tmp_path / "golden_000.dat"
    first, rest = golden.read_text().split(" ", 1)
    golden.write_text(f"{int(first, 16) ^ 1:#04x} {rest}")
    verdict = play_on_model(read_trace(tmp_path, config), config=config)
    assert str(verdict).startswith("FAIL")


def footprint(*addresses):
    where = np.array(addresses, np.uint64)
    return Footprint("DBB", 0, where, 32, "output", None)


def test_goldens_cover_near_pieces_with_what_is_known_between_them_and_not_far_ones():
    memory = SparseMemory()
    memory.write(0x1000, bytes(256))
    memory.write(0x1000 + 3 * GAP_BYTES, bytes(32))
    written = [footprint(0x1020, 0x10C0, 0x1000 + 3 * GAP_BYTES)]
    assert list(golden_ranges(written, memory)) == [(0x1020, 0xC0), (0x1000 + 3 * GAP_BYTES, 32)]


def test_goldens_leave_out_what_is_unknown():
    memory = SparseMemory()
    memory.write(0x1000, bytes(96))
    memory.forget(np.array([0x1020], np.uint64), 32)
    assert list(golden_ranges([footprint(0x1000, 0x1020, 0x1040)], memory)) == [(0x1000, 32), (0x1040, 32)]
