"""Traces that look at the flush of the convolution buffer: what is a poll, what is a golden that depends on time."""

import pytest

from models.nvdla.device import Device
from sequences.model_host import ModelHost
from sequences.nvdla.traces.play.flush import FlushStatus
from sequences.nvdla.traces.play.on_model import play_on_model
from sequences.nvdla.traces.play.playing import playing
from sequences.traces.on_model import play_on_device
from sequences.traces.result import Outcome
from tests.unit.nvdla.models.convolutions import small_conv, with_partner

POLL, GOLDEN = "0x1 0x1", "0x1 0x0"


def word(register):
    return f"{0xFFFF_0000 | register.address >> 2:#x}"


@pytest.fixture
def convolving(config, registers, trace_of):
    """A trace that reads the status of the flush, if told how, convolves and ends with the interrupt of SDP."""

    def trace(status="", **settings):
        lines = [f"read_reg {word(registers.CDMA.S_CBUF_FLUSH_STATUS)} {status}"] if status else []
        for part in (part for item in with_partner(small_conv(config), config) for part in parts_of(item)):
            block = registers.blocks[part.block]
            lines += [f"write_reg {word(block.registers[name])} {value:#x}" for name, value in part.words[0].items()]
            lines.append(f"write_reg {word(block.D_OP_ENABLE)} 0x1")
        done = registers.GLB.S_INTR_STATUS.SDP_DONE_STATUS0.mask
        return trace_of([*lines, f"read_reg {word(registers.GLB.S_INTR_STATUS)} {done:#x} {done:#x}"], **settings)

    def parts_of(item):
        return reversed(item.encode(registers, config))

    return trace


@pytest.fixture
def played(config):
    return lambda trace, **settings: play_on_model(trace, config=config, **settings)


def early(verdict):
    return [text for text in verdict.warnings if "cbuf-flush" in text]


def test_a_golden_of_the_status_is_softened_and_the_convolution_waits(convolving, played):
    verdict = played(convolving(GOLDEN))
    assert str(verdict) == "PASS small (1 softened: input.txn:1 the convolution buffer had flushed itself already)"
    assert early(verdict) == []


def test_strict_takes_the_golden_literally(convolving, played):
    verdict = played(convolving(GOLDEN), strict=True)
    assert verdict.outcome is Outcome.FAIL
    assert verdict.reason.startswith("input.txn:1: CDMA.S_CBUF_FLUSH_STATUS")
    assert "FLUSH_DONE is 0x1, not 0x0" in verdict.reason


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("status", ["", POLL, "0x1 == 0x1 1"])
def test_a_poll_and_no_look_at_the_status_need_no_softening(convolving, played, status, strict):
    verdict = played(convolving(status), strict=strict)
    assert str(verdict) == "PASS small"
    assert early(verdict) == []


def test_a_golden_with_another_wrong_bit_is_not_softened(convolving, played):
    assert played(convolving("0x3 0x2")).outcome is Outcome.FAIL


@pytest.mark.parametrize(
    ("status", "pauses"),
    [
        ("", True),
        (GOLDEN, True),
        ("0x0 0x0", True),
        ("0x1 <= 0x1", True),
        ("0x1 == 0x1 9", True),
        ("0x1 >= 0x1", False),
    ],
)
def test_only_a_poll_that_outlasts_the_flush_spares_the_pause(convolving, config, registers, status, pauses):
    flush = FlushStatus(registers)
    assert flush.must_pause(convolving(status), config.cbuf_ready_cycles) is pauses
    tries = "+read_reg_poll_retries=9"
    assert flush.must_pause(convolving(status, plusargs=tries), config.cbuf_ready_cycles)


def test_nothing_pauses_where_nothing_convolves(config, registers, trace_of):
    trace = trace_of([f"read_reg {word(registers.CDMA.S_CBUF_FLUSH_STATUS)} {GOLDEN}"])
    assert not FlushStatus(registers).must_pause(trace, config.cbuf_ready_cycles)


def test_a_poll_behind_the_start_comes_too_late(config, registers, trace_of):
    enable, status = word(registers.CDMA.D_OP_ENABLE), word(registers.CDMA.S_CBUF_FLUSH_STATUS)
    trace = trace_of([f"write_reg {enable} 0x1", f"read_reg {status} {POLL}"])
    assert FlushStatus(registers).must_pause(trace, config.cbuf_ready_cycles)


@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("status", ["", POLL, GOLDEN])
def test_the_flush_is_waited_for_before_anything_is_read(convolving, config, status, strict, monkeypatch):
    done = []

    async def pause(self, cycles=0):
        done.append(cycles)
        await paused(self, cycles)

    async def read(self, register):
        done.append("read")
        return await reading(self, register)

    paused, reading = ModelHost.pause, ModelHost.read
    monkeypatch.setattr(ModelHost, "pause", pause)
    monkeypatch.setattr(ModelHost, "read", read)
    device = Device(config)
    play_on_device(device, playing(convolving(status), device, strict=strict))
    assert done[0] == ("read" if status == POLL else config.cbuf_ready_cycles)
    assert config.cbuf_ready_cycles not in done[1:]
