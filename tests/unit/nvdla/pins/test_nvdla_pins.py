from dataclasses import replace
from types import SimpleNamespace

import pytest

from models.nvdla.config import NV_FULL
from tb.nvdla.pins import CSB_SIGNALS, nvdla_pins, tie_offs
from tb.pins import PinDirection, PinError, PinRole, PinState, check_pins, control_outputs


def by_name(config=NV_FULL):
    return {pin.name: pin for pin in nvdla_pins(config)}


def design(pins, **widths):
    """A stand-in for a simulator's handle: pins that have a length."""
    handles = {pin.name: range(widths.get(pin.name, pin.width)) for pin in pins if widths.get(pin.name) != 0}
    return SimpleNamespace(_name="top", **handles)


def test_the_full_configuration_has_the_pins_of_the_real_part():
    pins = by_name()
    assert len(pins) == len(nvdla_pins(NV_FULL)), "no pin twice"
    assert len(pins) == 4 + 3 + 6 + 9 + 2 * (5 + 5 + 3 + 5 + 5) + 1
    widths = {
        "dla_core_clk": 1,
        "nvdla_pwrbus_ram_ma_pd": 32,
        "csb2nvdla_addr": 16,
        "csb2nvdla_wdat": 32,
        "nvdla2csb_data": 32,
        "nvdla_core2dbb_aw_awlen": 4,
        "nvdla_core2dbb_aw_awaddr": 64,
        "nvdla_core2dbb_w_wdata": 512,
        "nvdla_core2cvsram_w_wstrb": 64,
        "nvdla_core2cvsram_b_bid": 8,
        "nvdla_core2cvsram_r_rlast": 1,
        "nvdla_core2dbb_r_rdata": 512,
        "dla_intr": 1,
    }
    assert {name: pins[name].width for name in widths} == widths
    outputs = {"nvdla_core2dbb_w_wstrb", "nvdla_core2dbb_r_rready", "nvdla_core2dbb_b_bready", "nvdla2csb_wr_complete"}
    inputs = {"nvdla_core2dbb_w_wready", "nvdla_core2dbb_r_rdata", "nvdla_core2dbb_b_bid", "csb2nvdla_nposted"}
    assert {pins[name].direction for name in outputs} == {PinDirection.OUTPUT}
    assert {pins[name].direction for name in inputs} == {PinDirection.INPUT}
    assert set(CSB_SIGNALS.values()) <= pins.keys()


def test_control_outputs_are_handshakes_answers_and_the_interrupt():
    memory = ("aw_awvalid", "w_wvalid", "b_bready", "ar_arvalid", "r_rready")
    expected = {f"nvdla_core2{port}_{pin}" for port in ("dbb", "cvsram") for pin in memory}
    expected |= {"csb2nvdla_ready", "nvdla2csb_valid", "nvdla2csb_wr_complete", "dla_intr"}
    assert {pin.name for pin in control_outputs(nvdla_pins(NV_FULL))} == expected


def test_widths_and_ports_come_from_the_configuration():
    port = replace(NV_FULL.ports["DBB"], data_bytes=8, address_bits=32, id_bits=3, len_bits=2)
    pins = by_name(replace(NV_FULL, ports={"DBB": port}, csb_address_bits=9))
    names = ("aw_awlen", "aw_awaddr", "w_wdata", "w_wstrb", "r_rdata", "r_rid")
    assert [pins[f"nvdla_core2dbb_{name}"].width for name in names] == [2, 32, 64, 8, 64, 3]
    assert pins["csb2nvdla_addr"].width == 9
    assert not any("cvsram" in name for name in pins)


def test_tie_offs_are_the_static_inputs():
    static = {pin.name for pin in nvdla_pins(NV_FULL) if pin.role is PinRole.STATIC}
    assert tie_offs() == dict.fromkeys(static, 0)
    assert "test_mode" in static


def test_a_design_with_all_pins_passes():
    pins = nvdla_pins(NV_FULL)
    assert {status.state for status in check_pins(design(pins), pins)} == {PinState.OK}


def test_missing_pins_and_wrong_widths_are_told_in_one_table():
    pins = nvdla_pins(NV_FULL)
    with pytest.raises(PinError) as error:
        check_pins(design(pins, dla_intr=0, csb2nvdla_addr=22), pins)
    lines = str(error.value).splitlines()
    assert lines[0].startswith(f"top: 2 of {len(pins)} required pins")
    assert [line.split() for line in lines[1:4]] == [
        ["state", "pin", "direction", "width", "found"],
        ["width", "csb2nvdla_addr", "input", "16", "22"],
        ["missing", "dla_intr", "output", "1", "-"],
    ]
    assert len(lines) == 2 + len(pins)
