"""What is recorded plays again: through the writer and the reader of each dialect, on the reference device alone."""

import re

import numpy as np
import pytest

from models.memory.footprint import Footprint
from models.memory.sparse import SparseMemory
from sequences.nvdla.bdma.directed import back_to_back
from sequences.nvdla.programs.random import ProgramKnobs, random_programs
from sequences.nvdla.rubik.directed import rubik_back_to_back
from sequences.nvdla.traces.dialects import DIALECTS, MASTER, NVDLAV1
from sequences.nvdla.traces.find import read_trace
from sequences.nvdla.traces.master.writer import write_master_trace
from sequences.nvdla.traces.play.on_model import play_on_model
from sequences.recording import RecordedLoad, RecordedRead, RecordedWait, RecordedWrite, UnwritableError
from sequences.traces.goldens import GAP_BYTES, golden_ranges
from tests.nvdla.copy_trace import copy_writes
from tests.nvdla.recorded_trace import record
from tests.unit.nvdla.models.copies import base_of, memory


async def masked_programs(bench):
    """Programs whose software masks interrupts, and polls their status."""
    await random_programs(bench, 1, ProgramKnobs(layers_at_most=4, polling=0.5, masked=0.5, storms=0.5))


def played(folder, config):
    return str(play_on_model(read_trace(folder, config), config=config))


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("play", [back_to_back, rubik_back_to_back, masked_programs])
def test_what_was_recorded_passes_again(config, tmp_path, play, dialect):
    assert record(config, tmp_path / "layer", play, dialect)
    assert played(tmp_path / "layer", config) == "PASS layer"


def test_a_wrong_golden_fails(config, tmp_path):
    record(config, tmp_path, back_to_back, NVDLAV1)
    golden = tmp_path / "golden_000.dat"
    first, rest = golden.read_text().split(" ", 1)
    golden.write_text(f"{int(first, 16) ^ 1:#04x} {rest}")
    assert played(tmp_path, config).startswith("FAIL")


def test_a_wrong_load_fails_the_crc(config, tmp_path):
    record(config, tmp_path / "layer", back_to_back, MASTER)
    load = tmp_path / "layer" / "load_000.dat"
    load.write_text(re.sub(r"payload:0x(..)", lambda byte: f"payload:{int(byte[1], 16) ^ 1:#04x}", load.read_text()))
    assert ": CRC-32 of " in played(tmp_path / "layer", config)


@pytest.fixture
def commands(config, registers):
    """A copy as it is recorded, of which software masks the interrupt and clears all bits."""
    glb, destination = registers.GLB, base_of(config, "CVSRAM") + 0x40
    data = np.arange(64, dtype=np.uint8)
    return [
        RecordedWrite(glb.S_INTR_MASK.address, 1),
        RecordedLoad("DBB", base_of(config, "DBB"), data),
        *(RecordedWrite(register.address, word) for register, word in copy_writes(config, destination)),
        RecordedRead(glb.S_INTR_STATUS.address, 0),
        RecordedWait(),
        RecordedRead(glb.S_INTR_STATUS.address, glb.S_INTR_STATUS.BDMA_DONE_STATUS0.mask),
        RecordedWrite(glb.S_INTR_STATUS.address, glb.S_INTR_STATUS.write_mask),
    ]


@pytest.fixture
def written(config, tmp_path):
    """Writes a trace of master's dialect; its lines without the first."""

    def write(commands, goldens=()):
        write_master_trace(tmp_path / "one", commands, goldens, config, "a copy")
        title, *lines = (tmp_path / "one" / "one.cfg").read_text().splitlines()
        assert title == f"// a copy, {config.name}"
        return lines

    return write


def test_a_clear_becomes_an_announcement_and_masks_let_through_what_was_seen(written, commands, registers):
    lines = written(commands)
    mask = registers.GLB.S_INTR_MASK.write_mask & ~registers.GLB.S_INTR_STATUS.BDMA_DONE_STATUS0.mask
    assert lines[1] == f"reg_write(NVDLA_GLB.S_INTR_MASK_0, {mask:#x});"
    assert lines[2:4] == ["sync_notify(NVDLA_GLB, step_1);", "sync_wait(NVDLA_BDMA, step_1);"]
    ending = ["intr_notify(BDMA_0, BDMA_0_2);", "sync_wait(NVDLA_BDMA, BDMA_0_2);"]
    assert lines[-4:] == [*ending, "sync_notify(NVDLA_BDMA, step_3);", "check_nothing(step_3);"]
    assert not any("S_INTR_STATUS" in line for line in lines)


def test_a_seen_interrupt_is_waited_for_at_the_end_though_nobody_clears_it(written, commands):
    assert written(commands[:-1]) == written(commands)


def test_memory_that_is_loaded_later_waits_for_what_was_before(written, commands, config):
    source = base_of(config, "DBB")
    lines = written([*commands, RecordedLoad("DBB", source, np.zeros(4, np.uint8)), commands[-1]])
    at = lines.index("sync_notify(NVDLA_BDMA, step_3);")
    assert lines[at - 1] == "sync_wait(NVDLA_BDMA, BDMA_0_2);"
    assert lines[at + 1] == f'mem_load(pri_mem, {source:#x}, "load_001.dat", step_3);'
    assert lines[at + 2] == "sync_wait(NVDLA_BDMA, step_3);"


def test_goldens_are_crcs_and_what_is_no_whole_word_a_file(written, commands, config, tmp_path):
    start, data = base_of(config, "CVSRAM") + 0x43, np.arange(3, 13, dtype=np.uint8)
    port = memory(config, "CVSRAM")
    whole, odd = written(commands, [(port, start, data)])[-2:]
    assert whole.startswith(
        f"check_crc(step_3, {'sec_mem' if port == 'CVSRAM' else 'pri_mem'}, {start + 1:#x}, 0x8, 0x"
    )
    assert odd.endswith(f'{start:#x}, 0xa, "golden_000.dat");')
    assert played(tmp_path / "one", config) == "PASS one"
    golden = tmp_path / "one" / "golden_000.dat"
    golden.write_text(golden.read_text().replace("payload:0x0c", "payload:0x0d"))
    assert "expected 0x0d, got 0x0c" in played(tmp_path / "one", config)


def test_a_convolution_waits_for_the_flush_once(written, registers):
    start = RecordedWrite(registers.CDMA.D_OP_ENABLE.address, 1)
    lines = written([start, start])
    poll = "poll_reg_equal(NVDLA_CDMA.S_CBUF_FLUSH_STATUS_0, 0x1);"
    assert [line for line in lines if "CDMA." in line] == [poll, *["reg_write(NVDLA_CDMA.D_OP_ENABLE_0, 0x1);"] * 2]


def test_what_no_register_takes_is_left_out(written):
    assert "// left out: 0x5 to 0x7fffc, where no register is" in written([RecordedWrite(0x7FFFC, 5)])


def test_interrupts_that_software_raises_cannot_be_written(written, registers, tmp_path):
    with pytest.raises(UnwritableError, match="software raised interrupts"):
        written([RecordedWrite(registers.GLB.S_INTR_SET.address, 1)])
    assert not (tmp_path / "one" / "one.cfg").exists()


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
