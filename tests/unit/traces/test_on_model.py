"""Whole traces on the numpy device: goldens, rules that the program breaks, units that are not there."""

from functools import partial

import pytest

from sequences.nvdla.traces.play.on_model import play_on_model
from sequences.nvdla.traces.play.result import Outcome
from tests.copy_trace import copy_trace
from tests.unit.models.copies import base_of

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


def test_a_unit_that_is_not_there_is_named_before_anything_is_played(on_model, trace_of, registers):
    start = 0xFFFF_0000 | registers.CDP.D_OP_ENABLE.address >> 2
    verdict = on_model(trace_of(["wait", f"write_reg {start:#x} 0x1"]))
    assert str(verdict) == "SKIP small needs CDP: not there yet"


def test_what_the_reference_cannot_compute_fails(on_model, trace_of, registers):
    block = registers.BDMA
    words = [
        (block.CFG_CMD, block.CFG_CMD.encode(SRC_RAM_TYPE="MC", DST_RAM_TYPE="MC")),
        (block.CFG_LINE_REPEAT, block.CFG_LINE_REPEAT.write_mask),
        (block.CFG_SURF_REPEAT, block.CFG_SURF_REPEAT.write_mask),
        (block.CFG_OP, 1),
        (block.CFG_LAUNCH0, 1),
    ]
    lines = [f"write_reg {0xFFFF_0000 | register.address >> 2:#x} {word:#x}" for register, word in words]
    verdict = on_model(trace_of([*lines, f"read_reg {0xFFFF_0000 | block.CFG_OP.address >> 2:#x} 0x1 0x1"]))
    assert str(verdict).startswith(
        "FAIL small BDMA group 0 was started, but it writes atoms of memory: 281474976710656"
    )
