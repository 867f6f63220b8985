"""Tables of a port's signals."""

from dataclasses import replace

import pytest

from models.memory.signals import CHANNEL_PAYLOADS, AxiSignals, standard_signals
from tb.memory.pins.required import field_bits, memory_pins
from tb.pins import PinDirection, PinRole
from tests.sim.memory.axi4_ports import axi4_port
from tests.sim.memory.axi_test_port import PORT


def test_standard_names_are_axis_own_behind_a_prefix():
    signals = standard_signals("m_axi_")
    assert signals.pins["awaddr"] == "m_axi_awaddr"
    assert signals.pins["rresp"] == "m_axi_rresp"
    assert not signals.reduced
    for channel, payload in CHANNEL_PAYLOADS.items():
        assert signals.payload(channel) == payload
        assert channel + "valid" in signals


def test_what_a_port_lacks_is_in_no_payload():
    signals = standard_signals("", without=("awid", "bid", "arlock", "awsize", "wstrb"))
    assert signals.payload("aw") == ("len", "addr", "burst", "lock")
    assert signals.payload("ar") == ("id", "len", "addr", "size", "burst")
    assert signals.payload("w") == ("data", "last")
    assert signals.payload("b") == ("resp",)


def without(signal):
    return {name: pin for name, pin in standard_signals("").pins.items() if name != signal}


@pytest.mark.parametrize(
    ("pins", "text"),
    [
        (without("") | {"awuser": "awuser"}, "AxiSignals: awuser means nothing to a memory; what does is awvalid, "),
        (without("wdata"), "AxiSignals: wdata is missing, which every port has that can write"),
        (without("bready"), "AxiSignals: bready is missing"),
        (without("arready"), "AxiSignals: arready is missing, which every port has that can read"),
        ({}, "AxiSignals: a port without signals"),
        (without("rid"), "AxiSignals: arid and rid are there together or not at all"),
        (without("awlen"), "AxiSignals: awlen and wlast are there together or not at all"),
        (without("wstrb"), "AxiSignals: awsize needs wstrb"),
        (without("") | {"arlen": "awlen"}, "AxiSignals: two signals have one pin"),
    ],
)
def test_a_wrong_table_says_what_is_wrong(pins, text):
    with pytest.raises(ValueError, match=text):
        AxiSignals(pins)


def test_a_port_may_have_one_way_only():
    reads, writes = (standard_signals("", ways=(way,)) for way in ("read", "write"))
    assert reads.channels == ("ar", "r")
    assert writes.channels == ("aw", "w", "b")
    assert not reads.payload("aw")
    assert reads.has("resp")
    assert not reads.reduced
    port = replace(axi4_port(8), signals=reads)
    port.check()
    assert {pin.name[:2] for pin in memory_pins(port)} == {"ar", "rv", "rr", "ri", "rd", "rl"}


def test_pins_go_to_and_fro_and_have_the_ports_widths():
    pins = {pin.name: pin for pin in memory_pins(PORT)}
    assert len(pins) == len(PORT.signals.pins)
    assert pins["mem_aw_awready"].direction is PinDirection.INPUT
    assert pins["mem_b_bvalid"].direction is PinDirection.INPUT
    assert pins["mem_r_rready"].direction is PinDirection.OUTPUT
    assert pins["mem_w_wstrb"].direction is PinDirection.OUTPUT
    assert [pins[f"mem_w_w{field}"].width for field in ("data", "strb", "last", "valid")] == [512, 64, 1, 1]
    assert pins["mem_ar_arvalid"].role is PinRole.CONTROL
    assert pins["mem_ar_araddr"].role is PinRole.DATA
    assert [field_bits(PORT, field) for field in ("size", "burst", "lock", "resp")] == [3, 2, 1, 2]
