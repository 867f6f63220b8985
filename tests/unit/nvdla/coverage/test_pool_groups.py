"""What PDP and CDP layers from memory cover on the reference device alone: some bins, and others certainly not."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from models.events import RegisterAccess, events_of
from models.nvdla.cdp.convertors import CdpConvertor
from models.nvdla.config import CONFIGS
from models.nvdla.lut.config import LutConfig, LutSlope
from models.nvdla.pdp.descriptor import Pdp
from models.nvdla.pdp.pooling.strips import Strips
from models.nvdla.pdp.pooling.window import Average, Window
from tb.nvdla.coverage.groups import make_coverage
from tests.unit.nvdla.cdp.cdp_device import CdpDevice
from tests.unit.nvdla.pdp.pdp_device import PdpDevice, lanes_of

TINY = CONFIGS["tiny"]


class Counting:
    """A reference device that counts what layers cover."""

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


class CoveredPdp(Counting, PdpDevice):
    """The same of PDP."""

    def pool(self, values, precision, x, y, method="AVERAGE", **fields):
        """Play a layer over [channels, lines, columns]."""
        channels, height, width = values.shape
        outputs = {"columns": (x.outputs(width),), "lines": y.outputs(height)}
        basic = {"average": Average.of(precision, x, y, 3)} if method == "AVERAGE" else {}
        fields = {"method": method, "channels": channels, "height": height, "width": width} | basic | fields
        pdp = self.placed(Pdp.of(self.config, precision, x, y, **outputs, **fields))
        self.put_input(pdp, np.resize(values, (lanes_of(self.config, pdp), height, width)))
        assert self.play(pdp).warnings == []
        return pdp


class CoveredCdp(Counting, CdpDevice):
    """The same of CDP."""

    def normalise(self, values, precision, **fields):
        """Play a layer over [channels, lines, columns]."""
        cdp = self.layer(precision, values.shape, **fields)
        self.write_tables()
        self.put(cdp, values)
        assert self.play(cdp).warnings == []
        return cdp


def test_windows_by_what_they_are_and_lack():
    device = CoveredPdp()
    x, y = Window(kernel=3, stride=2, before=1, after=1), Window(kernel=2, stride=2)
    device.pool(np.arange(4 * 2 * 3, dtype=np.int16).reshape(4, 2, 3), "INT16", x, y)
    layers, reads, numbers = (device.group(name) for name in ("pdp", "pdp_rdma", "pdp numbers"))
    assert layers.hits("mode x method x precision") == {"whole x AVERAGE x INT16"}
    assert layers.hits("kernel y x kernel x") == {"2 x 3"}
    assert layers.hits("padding left") == {"1"}
    assert layers.hits("averages of x padded in a window along x") == {"integers x 1"}
    assert layers.hits("averages of x padded in a window along y") == {"integers x 0"}
    assert layers.hits("average's precision x pad value") == {"INT16 x small"}
    assert layers.hits("average's precision x reciprocal x") == {"INT16 x of the kernel"}
    assert layers.hits("columns that strips share") == layers.hits("first strip in") == set()
    assert layers.hits("mode x output width") == {"whole x 2"}
    assert {"kernel-x-3", "whole_average_int16"} <= {
        name for cell in layers.hits("cell") for name in (cell, cell.rpartition("_")[2])
    }
    assert reads.hits("input written by") == {"memory"}
    assert numbers.hits("precision x method x input value") == {"INT16 x AVERAGE x 0", "INT16 x AVERAGE x positive"}
    assert numbers.hits("windows with") == set()


def test_strips_by_what_they_share():
    device = CoveredPdp()
    x, y = Window(kernel=3, stride=1), Window(kernel=1)
    strips = Strips(count=2, first_in=4, last_in=2, first_out=2, last_out=2)
    device.pool(np.ones((8, 1, 6), np.int8), "INT8", x, y, "MAX", strips=strips)
    layers = device.group("pdp")
    assert layers.hits("columns that strips share") == {"2"}
    assert layers.hits("first strip in") == {"4"}
    assert layers.hits("mid strip in") == layers.hits("averages of") == set()
    assert layers.hits("mode x output width") == {"split2 x 3-4"}


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ([[0x7E00, 0], [0, 0]], {"one NaN"}),
        ([[0x7E00, 0x7E01], [0, 0]], {"several in a line"}),
        ([[0x7E00, 0], [0, 0xFE00]], {"several lines"}),
        ([[0x8000, 0], [0, 0]], {"zeros of both signs"}),
        ([[1, 0], [0, 0]], set()),
    ],
)
def test_what_is_in_windows_of_floating_point_numbers(lines, found):
    device = CoveredPdp()
    window = Window(kernel=2)
    values = np.zeros((4, 2, 2), np.uint16)
    values[0] = lines
    device.pool(values, "FP16", window, window, "MIN")
    assert device.group("pdp numbers").hits("method x windows with") == {f"MIN x {label}" for label in found}


def test_averages_by_how_they_are_rounded():
    device = CoveredPdp()
    values = np.zeros((8, 1, 4), np.int8)
    values[0] = [1, 0, -1, 0]
    device.pool(values, "INT8", Window(kernel=2, stride=2), Window(kernel=1))
    numbers = device.group("pdp numbers")
    assert numbers.hits("precision x sum by the width") == {"INT8 x tie", "INT8 x tie below 0", "INT8 x exact"}
    assert numbers.hits("precision x quotient by the height") == {"INT8 x exact"}


def test_a_normalisation_by_its_settings_and_its_numbers():
    device = CoveredCdp()
    tables = LutConfig.of("INT16")
    tables = replace(tables, le=replace(tables.le, overflow=LutSlope(scale=-3, shift=2)))
    values = np.array([5, -8, 3, 0, 7], np.int16).reshape(5, 1, 1)
    device.normalise(
        values, "INT16", lut=tables, local_size=3,
        in_convertor=CdpConvertor(offset=-1, scale=2, shift=2), out_convertor=CdpConvertor(scale=-30000, shift=1),
    )  # fmt: skip
    layers, numbers, looked = (device.group(name) for name in ("cdp", "cdp numbers", "cdp tables"))
    assert layers.hits("precision x squares x local size") == {"INT16 x summed x 3"}
    assert layers.hits("last atom x surfaces") == {"ragged x two"}
    assert layers.hits("size") == {"pixel"}
    assert layers.hits("precision x in offset") == {"INT16 x -1"}
    assert layers.hits("precision x out scale") == {"INT16 x -large"}
    assert layers.hits("enabled first") == {"CDP"}
    assert layers.hits("NaN of the layer before") == set()
    assert numbers.hits("in converted") == {"exact", "tie", "tie below 0"}, "12, -14, 8, 2 and 16 quarters"
    assert numbers.hits("precision x squares x looked up") == {"INT16 x summed x 0", "INT16 x summed x positive"}
    assert looked.hits("table x access x entries in a row") == {"LE x write x all", "LO x write x all"}
    assert looked.hits("precision x LE is x ranges") == {"INT16 x linear x le-in-lo"}
    assert looked.hits("tables of a layer") == {"written since"}


def test_numbers_behind_the_start_of_a_wide_table_are_taken_for_its_start():
    """Of a distance of two to the power of 24 the part has 16 bits of a fraction: 105 behind the start are none."""
    device = CoveredCdp()
    tables = LutConfig.of("INT16")
    lo = replace(tables.lo, select=24, end=tables.lo.start + (1 << 32))
    device.normalise(
        np.array([5], np.int16).reshape(1, 1, 1), "INT16", bypass_squares=True, bypass_product=True,
        lut=replace(tables, lo=lo, hybrid_lo=True),
    )  # fmt: skip
    looked = device.group("cdp tables")
    assert looked.hits("precision x LO interval x LO fraction") == {"INT16 x first x 0"}
    cross = next(item for item in device.collector.finish()["cdp tables"].group.crosses if "LO fraction" in item.name)
    assert cross.ignored_labels == {"INT8 x first x 0"}


def test_who_brings_nan():
    device = CoveredCdp()
    values = np.array([0x7E00, 0, 0x3C00, 0], np.uint16).reshape(4, 1, 1)
    device.normalise(values, "FP16", local_size=3)
    numbers = device.group("cdp numbers")
    assert numbers.hits("local size x neighbourhood") == {"3 x no NaN", "3 x one NaN"}
    assert numbers.hits("NaN in a product") == {"table alone", "both"}
    assert numbers.hits("precision x found") >= {"FP16 x NaN"}
    assert device.group("cdp").hits("NaN flushed") == {"no"}
