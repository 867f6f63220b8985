"""Playing master's dialect on the numpy device: memory in order, blocks and events, interrupts, polls, CRCs."""

import zlib

import numpy as np
import pytest

from models.nvdla.device import Device
from sequences.model_host import ModelHost, run
from sequences.nvdla.traces.find import read_trace
from sequences.nvdla.traces.lint import lint
from sequences.nvdla.traces.master.commands import CheckCrc
from sequences.nvdla.traces.master.play.crc import Span, crc_mismatch, crc_of
from sequences.nvdla.traces.master.play.player import play_master
from sequences.nvdla.traces.play.explain import explain
from sequences.nvdla.traces.play.on_model import play_on_model
from sequences.traces.player import FAILURES, STATIC_READS
from tests.nvdla.copy_trace import NAMES, copy_of_master, master_write
from tests.unit.nvdla.models.copies import base_of, memory

BYTES = np.arange(64, dtype=np.uint8)
CRC = zlib.crc32(BYTES.tobytes())


def data_of(data):
    return f"{{offset:0x0, size:{len(data)}, payload:{' '.join(f'{byte:#04x}' for byte in data.tolist())}}}"


@pytest.fixture
def destination(config):
    return base_of(config, "CVSRAM") + 0x40


@pytest.fixture
def copy_lines(config, destination):
    return copy_of_master(config, destination, CRC)


@pytest.fixture
def played(folder_of, config):
    """Plays lines on a new device alone; the verdict."""

    def play(lines, name="copy", **files):
        folder = folder_of({"one.cfg": lines, "data.dat": data_of(BYTES)} | files, name)
        return play_on_model(read_trace(folder, config), config=config)

    return play


@pytest.fixture
def watched(folder_of, config):
    """Plays lines on a new device; what came of it, and the device."""

    def play(lines, **files):
        folder = folder_of({"one.cfg": lines, "data.dat": data_of(BYTES)} | files)
        device = Device(config, zeroed_memory=True)
        return run(play_master(read_trace(folder, config), ModelHost(device, announces=None), device)), device

    return play


def test_a_copy_passes(played, copy_lines):
    verdict = played(copy_lines)
    assert (str(verdict), verdict.warnings) == ("PASS copy", ())


def test_a_wrong_crc_says_where_and_who_wrote_there(played, copy_lines, config, destination):
    verdict = played([line.replace(f"{CRC:#x}", "0x1234") for line in copy_lines])
    port, last = memory(config, "CVSRAM"), destination + 63
    assert verdict.reason == (
        f"one.cfg:{len(copy_lines)}: CRC-32 of {port} {destination:#x} to {last:#x} is {CRC:#010x}, golden 0x00001234; "
        f"BDMA group 0 (layer 0) wrote {destination:#x} to {last:#x}; "
        f"make explain AT={port}:{destination:#x} derives a byte of it"
    )
    assert explain_line(verdict.reason) == f"{port}:{destination:#x}"


def explain_line(reason):
    return reason.split("AT=")[1].split()[0]


def test_the_explanation_that_is_named_works(folder_of, config, copy_lines, destination):
    trace = read_trace(folder_of({"one.cfg": copy_lines, "data.dat": data_of(BYTES)}), config)
    lines = explain(trace, config, f"{memory(config, 'CVSRAM')}:{destination:#x}")
    assert lines[0].startswith("BDMA group 0 (layer 0) writes")


def test_lint_names_the_write_that_broke_a_rule(folder_of, config, registers, copy_lines):
    launch = master_write(registers.BDMA.CFG_LAUNCH0, 1)
    at = copy_lines.index(launch) + 1
    trace = read_trace(
        folder_of({"one.cfg": [*copy_lines[:at], launch, *copy_lines[at:]], "data.dat": data_of(BYTES)}), config
    )
    verdict = lint(trace, config)
    assert [str(item).split(" ", 2)[:2] for item in verdict.broken] == [["bdma-empty-launch", f"one.cfg:{at + 1}"]]
    assert not verdict.stopped


def test_memory_is_initialised_and_loaded_in_the_order_of_the_file(played, copy_lines, config):
    source = base_of(config, "DBB")
    late = f"mem_init(pri_mem, {source + 8:#x}, 0x8, ONES);"
    expected = BYTES.copy()
    expected[8:16] = 0xFF
    lines = [line.replace(f"{CRC:#x}", f"{crc_of(expected):#x}") for line in copy_lines]
    assert str(played([lines[0], late, *lines[1:]])) == "PASS copy"
    assert str(played([late, *copy_lines])) == "PASS copy"


def test_memory_may_wait_for_an_event_and_be_checked_at_another(played, copy_lines, config, destination, registers):
    source, to = base_of(config, "DBB"), NAMES[memory(config, "CVSRAM")]
    again = [
        "sync_wait(NVDLA_BDMA, copied);",
        f"mem_init(pri_mem, {source:#x}, 0x40, ALL_ZERO, copied);",
        master_write(registers.BDMA.CFG_OP, 1),
        master_write(registers.BDMA.CFG_LAUNCH1, 1),
        "intr_notify(BDMA_1, again);",
        f"check_crc(again, {to}, {destination:#x}, 0x40, {zlib.crc32(bytes(64)):#x});",
    ]
    assert str(played([*again[1:2], *copy_lines, *again[:1], *again[2:]])) == "PASS copy"


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("ALL_ZERO", [0] * 8),
        ("ones", [0xFF] * 8),
        ("X", [0] * 8),
        ("AFIVE", [0xA5] * 8),
        ("FIVEA", [0x5A] * 8),
        ("ADDR", [*range(0xFC, 0x100), *range(4)]),
    ],
)
def test_patterns(watched, config, monkeypatch, pattern, expected):
    monkeypatch.setattr("sequences.nvdla.traces.master.play.fill.CHUNK_BYTES", 3)
    base = config.ports["DBB"].base + 0xFC
    for size in ("0x8", '"size.dat"'):
        fills = [
            f"mem_init(pri_mem, {base - 8:#x}, 0x18, RANDOM);",
            f"mem_init(pri_mem, {base:#x}, {size}, {pattern});",
        ]
        _, device = watched(fills, **{"size.dat": "{offset:0x7, size:1, payload:0x12}"})
        assert device.dump("DBB", base, 8).tolist() == expected
        around = [*device.dump("DBB", base - 8, 8), *device.dump("DBB", base + 8, 8)]
        assert len(set(around)) > 4


def test_random_memory_is_the_same_again(watched, config):
    base = config.ports["DBB"].base
    lines = [f"mem_init(pri_mem, {base:#x}, 0x40, RANDOM);"]
    first, second = (watched(lines)[1].dump("DBB", base, 64).tolist() for _ in range(2))
    assert first == second


def test_sparse_data_leave_what_lies_between(watched, config):
    base = config.ports["DBB"].base
    lines = [f"mem_init(pri_mem, {base:#x}, 4, ONES);", f'mem_load(pri_mem, {base:#x}, "far.dat");']
    far = "{offset:0x1, size:1, payload:0x2}, {offset:0x5ffffff, size:1, payload:0x3}"
    _, device = watched(lines, **{"far.dat": far})
    assert device.dump("DBB", base, 5).tolist() == [0xFF, 2, 0xFF, 0xFF, 0]
    assert device.dump("DBB", base + 0x5FFFFFF, 1).tolist() == [3]
    assert device.memories["DBB"].page_count == 2


def test_blocks_go_on_by_themselves_and_events_order_them(watched, registers):
    result, _ = watched(
        [
            "sync_wait(NVDLA_CACC, late);",
            master_write(registers.CACC.D_CYA, 1),
            master_write(registers.CSC.D_CYA, 2),
            master_write(registers.CDMA.D_CYA, 3),
            "sync_notify(NVDLA_CDMA, late);",
            master_write(registers.CDMA.D_CYA, 4),
        ]
    )
    assert [command.line for command in result.writes] == [3, 4, 2, 6]


def test_a_register_that_was_read_is_an_event(watched, registers):
    lines = ["sync_wait(NVDLA_CSC, read);", master_write(registers.CSC.D_CYA, 2), "reg_read(NVDLA_CDMA.D_CYA_0, read);"]
    result, _ = watched(lines)
    assert [command.line for command in result.writes] == [2]


def test_a_poll_that_is_not_satisfied_lets_other_blocks_go_on(watched, registers, copy_lines):
    block = registers.GLB
    poll = f"poll_reg_equal(NVDLA_GLB.S_INTR_STATUS_0, {block.S_INTR_STATUS.BDMA_DONE_STATUS0.mask:#x});"
    writes = [line for line in copy_lines if line.startswith("reg_write")]
    result, _ = watched([poll, master_write(block.S_INTR_STATUS, 1), *writes])
    assert result.failures == []
    assert [command.line for command in result.writes] == [*range(3, 3 + len(writes)), 2]


def test_a_poll_of_what_never_comes_fails(watched, registers, config):
    result, _ = watched(["poll_reg_equal(NVDLA_CSC.D_CYA_0, 1);", master_write(registers.CDMA.D_CYA, 1)])
    tries = STATIC_READS + config.cbuf_ready_cycles // 16 + 1
    assert len(result.failures) == 1
    assert result.failures[0].startswith("one.cfg:1: CSC.D_CYA ")
    assert result.failures[0].endswith(f"(CYA is 0x0, not 0x1) after {tries} read(s)")
    assert len(result.writes) == 1


def test_a_register_that_reads_otherwise_ends_the_trace(watched, registers):
    lines = [master_write(registers.CSC.D_CYA, 2), "reg_read_check(NVDLA_CSC.D_CYA_0, 2);"]
    result, _ = watched([*lines, "reg_read_check(NVDLA_CSC.D_CYA_0, 3);", master_write(registers.CSC.D_CYA, 3)])
    assert result.failures[0].startswith("one.cfg:3: CSC.D_CYA")
    assert result.failures[0].endswith("after 1 read(s)")
    assert (len(result.writes), result.compared_reads) == (1, 2)


def test_blocks_that_wait_for_each_other_are_named(watched):
    lines = ["sync_wait(NVDLA_CSC, one);", "sync_notify(NVDLA_CSC, two);"]
    result, _ = watched([*lines, "sync_wait(NVDLA_SDP, two);", "sync_notify(NVDLA_SDP, one);"])
    said = "no block can go on, and no interrupt is to come: CSC for one (line 1), SDP for two (line 3)"
    assert (result.failures, result.hang) == ([f"one.cfg: {said}"], f"one.cfg: {said}")


def test_an_interrupt_that_nobody_announced_fails(played, copy_lines):
    verdict = played([line.replace("BDMA_0", "SDP_1") for line in copy_lines])
    said = "interrupt BDMA_0 came, and no intr_notify announces it; still to come: SDP_1 (line 8)"
    assert said in verdict.reason


def test_an_interrupt_that_never_comes_is_named(played, copy_lines):
    verdict = played([*copy_lines, "intr_notify(SDP_1, never);", "check_nothing(never);"])
    assert verdict.reason.startswith(f"one.cfg:{len(copy_lines) + 1}: waited for the interrupt pin")
    assert verdict.reason.endswith(f"announced and not come: SDP_1 (line {len(copy_lines) + 1})")


def test_an_announcement_without_a_unit_takes_any_interrupt(played, copy_lines):
    assert str(played([line.replace("BDMA_0, ", "") for line in copy_lines])) == "PASS copy"


def test_a_file_is_compared_where_it_has_bytes(played, config, destination):
    lines = copy_of_master(config, destination, CRC)[:-1]
    check = f'check_file(copied, {NAMES[memory(config, "CVSRAM")]}, {destination:#x}, 0x8, "part.dat");'
    part = "{offset:0x2, size:2, payload:0x02 0x03} {offset:0x7, size:2, payload:0x7 0x0}"
    assert str(played([*lines, check], **{"part.dat": part})) == "PASS copy"
    wrong = played([*lines, check], **{"part.dat": part.replace("0x03", "0x04")})
    assert f"{destination + 3:#x}: expected 0x04, got 0x03; 1 of 2 bytes differ from part.dat" in wrong.reason


def test_each_golden_that_is_not_met_is_told_up_to_a_limit(watched, copy_lines):
    lines = [line.replace(f"{CRC:#x}", "0x1") for line in copy_lines]
    assert len(watched([*lines, lines[-1]])[0].failures) == 2
    assert len(watched([*lines, *lines[-1:] * FAILURES])[0].failures) == FAILURES


def test_a_trace_that_compares_nothing_fails_unless_it_says_so(played, copy_lines):
    assert "nothing was compared" in played(copy_lines[:-1]).reason
    assert str(played([*copy_lines[:-1], "check_nothing(copied);"])) == "PASS copy"


def test_what_cannot_be_computed_ends_the_trace(played, registers, copy_lines):
    at = copy_lines.index(master_write(registers.BDMA.CFG_OP, 1))
    repeats = [registers.BDMA.CFG_LINE_REPEAT, registers.BDMA.CFG_SURF_REPEAT]
    large = [master_write(register, register.write_mask) for register in repeats]
    verdict = played([*copy_lines[:at], *large, *copy_lines[at:]])
    assert verdict.reason.startswith(f"one.cfg:{at + 4}: BDMA group 0 was started, but it reads atoms of memory")


def check_of(data):
    return CheckCrc(7, "done", "DBB", 0x1000, len(data), crc_of(data))


def test_a_crc_beside_the_reference():
    wrong = BYTES.copy()
    wrong[5:8] += 1
    text = crc_mismatch(check_of(BYTES), wrong, BYTES, [])
    assert "3 of 64 bytes differ from the reference device's, the first at 0x1005: expected 0x05, got 0x06" in text
    assert "with its bytes the golden is met; no layer wrote there" in text
    assert "with its bytes the CRC-32 is" in crc_mismatch(check_of(wrong), BYTES, BYTES[::-1], [])
    assert "the reference device has the same bytes" in crc_mismatch(check_of(wrong), BYTES, BYTES, [])


def test_only_the_last_layers_that_wrote_in_a_region_are_named():
    spans = [Span(f"L{number}", "DBB", 0xFF0 + number, 0x1000) for number in range(6)]
    spans += [Span("other memory", "CVSRAM", 0x1000, 0x1000), Span("behind", "DBB", 0x1040, 0x1050)]
    text = crc_mismatch(check_of(BYTES), BYTES, None, spans)
    assert "L2 wrote 0xff2 to 0x1000, L3" in text
    assert "L5 wrote 0xff5 to 0x1000, 2 earlier; make explain AT=DBB:0x1000 derives" in text
    assert "other" not in text
    assert "behind" not in text
