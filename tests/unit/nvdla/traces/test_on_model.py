"""Whole traces on the numpy device: goldens, rules that the program breaks, units that are not there."""

from functools import partial

import pytest

from models.nvdla.device import UNITS, Device
from sequences.nvdla.traces.play.on_model import play_on_model
from sequences.traces.player import FAILURES
from sequences.traces.result import Outcome
from tests.nvdla.copy_trace import copy_trace
from tests.unit.nvdla.models.convolutions import small_conv
from tests.unit.nvdla.models.copies import base_of

DATA = " ".join(f"{byte:#04x}" for byte in range(64))


@pytest.fixture
def on_model(config):
    return lambda trace, **settings: play_on_model(trace, config=config, **settings)


@pytest.fixture
def destination(config):
    return base_of(config, "CVSRAM") + 0x40


@pytest.fixture
def copy_lines(config, destination):
    return partial(copy_trace, config, destination)


@pytest.mark.parametrize("strict", [False, True])
def test_a_copy_passes_without_softening(on_model, trace_of, copy_lines, strict):
    verdict = on_model(trace_of(copy_lines(), data=DATA), strict=strict)
    assert (str(verdict), verdict.warnings) == ("PASS small", ())


def test_each_trace_starts_with_empty_memory_and_registers(on_model, trace_of, copy_lines, destination):
    assert on_model(trace_of(copy_lines(), data=DATA)).outcome is Outcome.PASS
    trace = trace_of([f"dump_mem {destination:#x} 0x40 data.dat"], data=DATA)
    assert "expected 0x01, got 0x00; 63 of 64 bytes differ" in on_model(trace).reason


def test_a_lost_launch_is_a_hang_that_fails(on_model, trace_of, copy_lines):
    verdict = on_model(trace_of(copy_lines(launches=0), data=DATA))
    assert verdict.outcome is Outcome.FAIL
    assert "waited for the interrupt pin, and no layer is in flight" in verdict.reason


def test_broken_rules_are_warned_of_and_fail_nothing(on_model, trace_of, copy_lines):
    verdict = on_model(trace_of(copy_lines(launches=2), data=DATA))
    assert verdict.outcome is Outcome.PASS
    assert any("bdma-empty-launch" in warning for warning in verdict.warnings)


def test_what_was_never_loaded_counts_as_0_with_a_warning(on_model, trace_of, copy_lines):
    verdict = on_model(trace_of(copy_lines(load=False), data=" ".join(["0x00"] * 64)))
    assert (str(verdict), len(verdict.warnings)) == ("PASS small", 1)
    assert "reads 64 byte(s) that nothing ever wrote; they count as 0" in verdict.warnings[0]
    verdict = on_model(trace_of(copy_lines(load=False), data=" ".join(["0x00"] * 63 + ["0x01"])))
    assert "expected 0x01, got 0x00; 1 of 64 bytes differ" in verdict.reason


def test_a_unit_that_is_not_there_is_named_before_anything_is_played(on_model, trace_of, registers, monkeypatch):
    monkeypatch.setattr("sequences.nvdla.traces.play.on_model.UNITS", UNITS - {"CDP"})
    start = 0xFFFF_0000 | registers.CDP.D_OP_ENABLE.address >> 2
    verdict = on_model(trace_of(["wait", f"write_reg {start:#x} 0x1"]))
    assert str(verdict) == "SKIP small needs CDP: not there yet"


def lines_of(writes):
    return [f"write_reg {0xFFFF_0000 | register.address >> 2:#x} {word:#x}" for register, word in writes]


def too_large(registers):
    """A launch that no model can compute."""
    block = registers.BDMA
    types = block.CFG_CMD.encode(SRC_RAM_TYPE="MC", DST_RAM_TYPE="MC")
    repeats = [(register, register.write_mask) for register in (block.CFG_LINE_REPEAT, block.CFG_SURF_REPEAT)]
    return lines_of([(block.CFG_CMD, types), *repeats, (block.CFG_OP, 1), (block.CFG_LAUNCH0, 1)])


@pytest.mark.parametrize("plusargs", ["", "+continue_on_fail"])
def test_what_the_reference_cannot_compute_ends_the_trace(on_model, trace_of, registers, plusargs):
    status = f"{0xFFFF_0000 | registers.GLB.S_INTR_STATUS.address >> 2:#x}"
    lines = [*too_large(registers), f"read_reg {status} 0x1 0x1", "wait", f"read_reg {status} 0x1 0x1"]
    verdict = on_model(trace_of(lines, plusargs))
    start = "FAIL small input.txn:5: BDMA group 0 was started, but it reads atoms of memory: 281474976710656, at most"
    assert str(verdict).startswith(start)
    assert "more)" not in verdict.reason


def test_a_refusal_is_the_first_line(on_model, trace_of, registers):
    mask = f"{0xFFFF_0000 | registers.GLB.S_INTR_MASK.address >> 2:#x}"
    lines = [f"read_reg {mask} 0x1 0x1", *too_large(registers), "wait"]
    verdict = on_model(trace_of(lines, "+continue_on_fail"))
    assert verdict.reason.startswith("input.txn:6: BDMA group 0 was started, but it reads atoms")
    assert verdict.reason.endswith("(and 1 more)")


def test_goldens_that_are_not_met_end_a_trace_at_some_time(on_model, trace_of, registers):
    mask = f"{0xFFFF_0000 | registers.GLB.S_INTR_MASK.address >> 2:#x}"
    verdict = on_model(trace_of([f"read_reg {mask} 0x1 == 0x1 1"] * (FAILURES + 9), "+continue_on_fail"))
    assert verdict.reason.endswith(f"(and {FAILURES - 1} more)")


def test_a_poll_for_a_layer_that_nothing_feeds_on_ends(on_model, trace_of, config, registers):
    writes = []
    for part in reversed(small_conv(config).encode(registers, config)):
        block = registers.blocks[part.block]
        writes += [(block.registers[name], word) for name, word in part.words[0].items()] + [(block.D_OP_ENABLE, 1)]
    status = registers.GLB.S_INTR_STATUS
    bit = status.CACC_DONE_STATUS0.mask
    polled = f"read_reg {0xFFFF_0000 | status.address >> 2:#x} {bit:#x} == {bit:#x} 0xffffffff"
    verdict = on_model(trace_of([*lines_of(writes), polled]))
    assert "CACC_DONE_STATUS0 is" in verdict.reason


def test_too_little_memory_fails_the_trace_alone(on_model, trace_of, copy_lines, monkeypatch):
    def no_room(*_):
        raise MemoryError

    monkeypatch.setattr(Device, "load", no_room)
    verdict = on_model(trace_of(copy_lines(), data=DATA))
    assert str(verdict) == "FAIL small the machine has too little memory for what the trace plays"


def test_what_was_never_loaded_is_told_of_each_layer(on_model, trace_of, copy_lines):
    verdict = on_model(trace_of([*copy_lines(load=False)[:-1], *copy_lines(load=False)], data=" ".join(["0x00"] * 64)))
    assert len(verdict.warnings) == 2
    assert [f"(layer {number})" in text for number, text in enumerate(verdict.warnings)] == [True, True]


def test_a_write_where_no_register_is_is_a_warning(on_model, trace_of, copy_lines):
    verdict = on_model(trace_of(["write_reg 0xffff9999 0x1", *copy_lines()], data=DATA))
    assert verdict.outcome is Outcome.PASS
    (warning,) = verdict.warnings
    assert warning.startswith("no register is at 0x26664: the write does nothing [unmapped-register: ")
