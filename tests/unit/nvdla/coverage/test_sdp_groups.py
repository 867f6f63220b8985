"""What SDP layers from memory cover on the reference device alone: some bins, and others certainly not."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from models.events import RegisterAccess, events_of
from models.nvdla.config import CONFIGS
from models.nvdla.lut.config import LutConfig, LutSlope
from models.nvdla.sdp.descriptor import OutputConvertor
from models.nvdla.sdp.operators.operands import OperandConvertor
from models.nvdla.sdp.operators.settings import EQUAL, MEMORY, XSettings, YSettings
from tb.nvdla.coverage.groups import make_coverage
from tests.unit.nvdla.sdp.sdp_device import TYPES, SdpDevice

TINY = CONFIGS["tiny"]


class CoveredSdp(SdpDevice):
    """A reference device that plays SDP layers and counts what they cover."""

    def __init__(self, config=TINY):
        super().__init__(config)
        self.collector = make_coverage(config)
        self.listeners.append(lambda happened: [self.collector.notify(event) for event in events_of(happened)])

    def write(self, address, data):
        self.collector.notify(RegisterAccess(address, data, write=True))
        return super().write(address, data)

    def group(self, name):
        counts = self.collector.finish()[name]
        assert counts.impossible() == []
        return SimpleNamespace(hits=lambda item: set(counts.hits().get(item, {})))


@pytest.fixture
def device():
    return CoveredSdp()


def played(device, sdp, values, operands=None):
    """A layer whose input and operands hold something."""
    device.put(sdp, values)
    for name, given in (operands or {}).items():
        device.put_operands(sdp, getattr(sdp, name).operands, given)
    assert device.play(sdp).warnings == []
    return device


def test_an_operator_by_its_settings_and_its_numbers(device):
    shape = (4, 1, 2)
    operands = device.operands("x1", "BOTH", ("INT16", shape), per_element=True)
    x1 = XSettings(
        bypass=False, alu_bypass=False, alu_algo="MAX", alu_source=MEMORY, alu_shift=1, mul_bypass=False,
        mul_source=MEMORY, shift=2, relu_bypass=False, operands=operands,
    )  # fmt: skip
    sdp = device.layer("INT16", shape, x1=x1, convertor=OutputConvertor(shift=1))
    values = np.array([5, -8, 3, 1, 2, 0, -1, 7], np.int16).reshape(shape)
    factors = np.array([np.full(8, -1), np.full(8, 3)], np.int16).reshape(2, *shape)
    played(device, sdp, values, {"x1": factors})
    settings, numbers, reads = (device.group(name) for name in ("sdp operators", "sdp numbers", "sdp_rdma"))
    assert settings.hits("precision x operators that work") == {"INT16 x X1"}
    assert settings.hits("precision x X1 algorithm x X1 ALU from") == {"INT16 x MAX x element"}
    assert settings.hits("precision x X1 multiplies as x X1 MUL from") == {"INT16 x MUL x element"}
    assert settings.hits("X1 works as x X1 ReLU") == {"ALU and MUL x yes"}
    assert settings.hits("X2 works as") == settings.hits("Y works as") == {"bypassed"}
    assert settings.hits("Y algorithm") == set()
    assert numbers.hits("precision x X1 value at a maximum") == {"INT16 x below", "INT16 x above"}
    assert numbers.hits("X1 value at a minimum") == numbers.hits("X1 sum") == set()
    shifted = {"tie below 0", "under half", "over half", "exact", "tie"}
    assert numbers.hits("X1 shifted") == shifted, "15, -6, 9, 3, 6, 0, -3 and 21 quarters"
    assert numbers.hits("X1 operand shifted") == {"within"}
    assert numbers.hits("X1 ALU operand") == {"INT16 negative"}
    assert numbers.hits("X1 ReLU") == {"passes", "cuts"}
    assert numbers.hits("precision x X1 gives") == {"INT16 x 0", "INT16 x positive"}
    assert numbers.hits("converted") == {"exact"} | {"tie"}
    assert reads.hits("precision x reads") == {"INT16 x input, X1"}
    assert reads.hits("X1 operands line gap") == reads.hits("X2 operands memory") == set()
    assert reads.hits("input written by") == {"memory"}
    assert reads.hits("enabled first") == {"SDP"}


def test_the_convertor_of_operands_and_what_comes_from_registers(device):
    shape = (8, 1, 1)
    operands = device.operands("y", "MUL", ("INT8", shape), per_element=False, element_bytes=1)
    y = YSettings(
        bypass=False, mul_bypass=False, mul_source=MEMORY, operands=operands, alu_bypass=False, alu_operand=-(1 << 31),
        mul_convertor=OperandConvertor(bypass=False, offset=5, scale=-1, shift=1), truncate=70,
    )  # fmt: skip
    played(
        device, device.layer("INT8", shape, y=y), np.ones(shape, np.int8), {"y": np.full((1, 8, 1, 1), 127, np.int8)}
    )
    settings, numbers = device.group("sdp operators"), device.group("sdp numbers")
    assert settings.hits("precision x Y operands for x Y operands by x Y operand bytes") == {"INT8 x MUL x kernel x 1"}
    assert settings.hits("precision x Y MUL operand scale") == {"INT8 x -1"}
    assert settings.hits("Y ALU operands converted") == set()
    assert settings.hits("precision x Y shift") == {"INT8 x 65-128"}
    assert numbers.hits("Y MUL operand converted") == {"exact"}, "-122 halves"
    assert numbers.hits("Y MUL operand") == {"INT8 most"}
    assert numbers.hits("Y ALU operand") == {"INT32 in a register least"}
    assert numbers.hits("Y gives") == {"least"}
    assert numbers.hits("precision x output precision x clamped") == {"INT8 x INT8 x too low"}


@pytest.mark.parametrize(
    ("differing", "found"), [((), "equal"), ((3,), "one differs"), ((0, 3), "several differ"), (range(4), "all differ")]
)
def test_what_a_comparison_finds(device, differing, found):
    shape = (4, 1, 1)
    operands = device.operands("y", "ALU", ("FP16", shape), per_element=True)
    y = YSettings(
        bypass=False, alu_bypass=False, alu_algo=EQUAL, alu_source=MEMORY, operands=operands,
        alu_convertor=OperandConvertor(bypass=False),
    )  # fmt: skip
    values = np.full(shape, 0x3C00, np.uint16)
    other = values.copy()
    other[list(differing)] = 0x7C01
    played(device, device.layer("FP16", shape, y=y), values, {"y": other[None]})
    assert device.group("sdp numbers").hits("precision x Y comparison") == {f"FP16 x {found}"}
    assert device.group("sdp").hits("precision x on the fly x writes to") == {"FP16 x no x nothing"}
    assert device.group("sdp").hits("output memory") == device.group("sdp numbers").hits("clamped") == set()


def test_tables_by_where_values_fall(device):
    shape = (4, 1, 2)
    tables = LutConfig.of("INT16")
    tables = replace(tables, le=replace(tables.le, underflow=LutSlope(scale=-3, shift=-2)), hybrid_lo=True)
    sdp = device.layer("INT16", shape, y=YSettings(bypass=False, lut_bypass=False), lut=tables)
    for table, entries in device.config.table_entries.items():
        device.write_table(table, range(entries))
    end, last = tables.le.end, tables.lo.end
    values = np.array([-100, -101, -99, end, end - 1, last, last - 16, end + 1], TYPES["INT16"]).reshape(shape)
    played(device, sdp, values)
    group = device.group("sdp tables")
    assert group.hits("precision x LE is x ranges") == {"INT16 x linear x le-in-lo"}
    assert group.hits("precision x LE select") == group.hits("precision x LO select") == {"INT16 x small"}
    assert group.hits("LE offset") == set()
    places = {"below x below x LE", "within x within x LO", "above x within x LO", "above x above x LE"}
    assert group.hits("precision x LE is x value in LE x value in LO x result from") == {
        f"INT16 x linear x {place}" for place in places
    }
    assert group.hits("precision x LO interval x LO fraction") == {
        "INT16 x first x between", "INT16 x inner x 0", "INT16 x inner x between", "INT16 x last x 0",
    }  # fmt: skip
    assert group.hits("LE interval") == set(), "LO gives the results of both"
    assert group.hits("value at LE's") == group.hits("value at LO's") == {"start", "end"}
    assert group.hits("precision x slope x slope shift") == {
        "INT16 x LE underflow x left", "INT16 x LE overflow x 0",
    }  # fmt: skip
    assert group.hits("table x access x entries in a row") == {"LE x write x all", "LO x write x all"}
    assert group.hits("tables of a layer") == {"written since"}
    device.play(sdp, 1)
    device.write_table("LO", [1], first=256)
    group = device.group("sdp tables")
    assert group.hits("tables of a layer") == {"written since", "as before"}
    assert "LO x write x last entry" in group.hits("table x access x begins at")


def test_nan_and_infinities_at_the_input(device):
    shape = (4, 1, 1)
    values = np.array([0x7C01, 0xFC00, 0, 0], np.uint16).reshape(shape)
    played(device, device.layer("FP16", shape, nan_to_zero=True), values)
    group = device.group("sdp_rdma")
    assert group.hits("NaN flushed x NaN at the input") == {"yes x yes"}
    assert group.hits("NaN flushed x infinities at the input") == {"yes x yes"}


def test_an_output_is_read_again_as_it_was_written(device):
    shape, values = (4, 2, 2), np.ones((4, 2, 2), np.int16)
    first = device.layer("INT16", shape)
    second = replace(first, source=replace(first.source, side=first.destination))
    second = replace(second, destination=first.source.side)
    device.put(first, values)
    device.play(first)
    device.play(second, 1)
    group = device.group("sdp_rdma")
    assert group.hits("input written by") == {"memory", "SDP"}
    assert group.hits("input is x compares") == {"a cube x no"}
