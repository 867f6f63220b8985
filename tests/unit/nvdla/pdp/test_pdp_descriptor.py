"""What PDP's registers hold of a layer, and how it is best programmed."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from models.nvdla.codec.codec import decode
from models.nvdla.codec.words import Words
from models.nvdla.config import CONFIGS
from models.nvdla.pdp.descriptor import Pdp
from models.nvdla.pdp.pooling.strips import Strips, strips_of
from models.nvdla.pdp.pooling.window import Average, PadValues, Window
from models.nvdla.pdp.reading import PdpReading
from models.nvdla.pdp.registers import FLYING
from models.nvdla.rules import check_layer
from models.nvdla.surfaces.side import Side
from sequences.nvdla.pdp.draw import MODES, draw_pdp
from sequences.nvdla.pdp.strategy import Mode, fitted, most_columns, pooled, split, working_mode


def place(address):
    return Side(ram="DBB", address=address, line_stride_bytes=0x100, surface_stride_bytes=0x400)


def everything():
    return Pdp(
        method="MIN",
        precision="INT16",
        channels=5,
        height=30,
        width=70,
        out_height=7,
        out_width=20,
        x=Window(kernel=8, stride=16, before=7, after=1),
        y=Window(kernel=2, stride=3, before=4, after=5),
        source=place(0x1000),
        destination=place(0x2000),
        strips=Strips(count=256, first_in=1024, mid_in=3, last_in=5, first_out=7, mid_out=1024, last_out=11),
        average=Average(
            recip_width=(1 << 17) - 1,
            recip_height=3,
            pads=PadValues.of([-(1 << 18), (1 << 18) - 1, -1, 4, 5, 6, 7]),
        ),
        nan_to_zero=True,
    )


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"source": None, "strips": Strips()},
        {"strips": Strips(count=2, first_in=3, last_in=4, first_out=5, last_out=6)},
        {"method": "AVERAGE", "precision": "FP16"},
        {"method": "0x3"},
    ],
)
def test_registers_hold_all_of_a_layer(config, registers, change):
    pdp = replace(everything(), **change)
    programs = pdp.encode(registers, config)
    assert [part.block for part in programs] == (["PDP"] if pdp.flying else ["PDP_RDMA", "PDP"])
    settings = {part.block: part.words[0] for part in programs}
    words = Words(registers.blocks, config, settings)
    assert decode(Pdp, words) == pdp
    assert FLYING.holds(words) == pdp.flying
    if not pdp.flying:
        assert decode(PdpReading, replace(words, values={"PDP_RDMA": settings["PDP_RDMA"]}), Pdp) == pdp.reading
        assert settings["PDP_RDMA"]["D_POOLING_PADDING_CFG"] == pdp.x.before
    assert len(pdp.explain()) == 1 + pdp.strips.split


def test_a_layer_on_the_fly_reads_nothing(config):
    assert replace(everything(), source=None).reads(config) == ()


def test_where_strips_begin_and_end():
    strips = Strips(count=4, first_in=5, mid_in=4, last_in=6, first_out=2, mid_out=2, last_out=3)
    cut = strips_of(19, 9, Window(kernel=3, stride=2, before=1, after=1), strips)
    assert [(item.first, item.width, item.before, item.after, item.outputs) for item in cut] == [
        (0, 5, 1, 0, 2),
        (4, 5, 0, 0, 2),
        (8, 5, 0, 0, 2),
        (12, 7, 0, 1, 3),
    ]
    apart = Strips(count=2, first_in=4, last_in=5)
    cut = strips_of(9, 2, Window(kernel=1, stride=3), apart)
    assert [(item.first, item.width) for item in cut] == [(0, 4), (6, 3)]


def test_the_line_buffer_is_shared_by_lines():
    columns = {
        (k, s): most_columns(Window(kernel=k, stride=s), CONFIGS["nv_full"]) for k in (1, 2, 3, 5, 8) for s in (1, 2)
    }
    assert columns == {
        (1, 1): 128,
        (1, 2): 128,
        (2, 1): 64,
        (2, 2): 128,
        (3, 1): 32,
        (3, 2): 64,
        (5, 1): 16,
        (5, 2): 32,
        (8, 1): 16,
        (8, 2): 32,
    }


def test_how_a_layer_works_best(config):
    y = Window(kernel=2, stride=2)
    most = most_columns(y, config)
    assert working_mode(most, y, config, whole=True) is Mode.FLYING
    assert working_mode(most, y, config, whole=False) is Mode.WHOLE
    assert working_mode(most + 1, y, config, whole=True) is Mode.SPLIT


@pytest.mark.parametrize(
    ("size", "window", "outputs", "after"),
    [
        (112, Window(kernel=3, stride=2), 56, 1),
        (55, Window(kernel=3, stride=2), 27, 0),
        (14, Window(kernel=5, stride=3), 4, 0),
        (7, Window(kernel=7, stride=1), 1, 0),
        (28, Window(kernel=3, stride=1, before=1, after=1), 28, 1),
        (6, Window(kernel=2, stride=2, before=1, after=1), 4, 1),
        (5, Window(kernel=2, stride=3, after=1), 2, 0),
    ],
)
def test_outputs_as_frameworks_count_them(size, window, outputs, after):
    assert pooled(size, window) == outputs
    fits = fitted(size, window)
    assert (fits.after, fits.outputs(size), fits.spare(size)) == (after, outputs, 0)


def test_elements_that_no_window_reaches_are_told():
    with pytest.raises(ValueError, match="1 of 4 elements are in no window"):
        fitted(4, Window(kernel=1, stride=2))


def test_every_split_is_legal(config):
    y = Window(kernel=3, stride=1)
    most = most_columns(y, config)
    for kernel, stride, before, after in product((1, 3, 8), (1, 2, 5), (0, 2), (0, 2)):
        if max(before, after) >= kernel:
            continue
        x = Window(kernel=kernel, stride=stride, before=before, after=after)
        for out_width in (most + 1, 3 * most):
            width = x.covered(out_width) - before - after
            strips = split(width, x, y, config)
            assert max(strips.outputs) <= most
            pdp = layer_of(config, x, y, width, strips)
            assert check_layer(pdp, config) == [], (x, width, strips)


def test_a_split_may_be_finer(config):
    x = Window(kernel=3, before=1, after=1)
    assert split(12, x, Window(kernel=1), config, out_columns=4).outputs == [4, 4, 4]


def test_what_cannot_be_split_is_told(config):
    with pytest.raises(ValueError, match="2 columns cannot be split into strips of at most 1 columns"):
        split(2, Window(kernel=3, before=1, after=1), Window(kernel=1), config, out_columns=1)


def layer_of(config, x, y, width, strips):
    line = (width + 8) * config.atom_bytes
    side = Side(ram="DBB", address=0, line_stride_bytes=line, surface_stride_bytes=4 * line)
    return Pdp(
        method="MAX",
        precision="INT8",
        channels=1,
        height=y.kernel,
        width=width,
        out_height=1,
        out_width=x.outputs(width),
        x=x,
        y=y,
        source=side,
        destination=replace(side, address=1 << 24),
        strips=strips,
    )


@pytest.mark.parametrize("mode", MODES)
def test_what_is_drawn_is_legal(config, mode):
    rng = np.random.default_rng(3)
    for precision, method in product(config.precisions, ("AVERAGE", "MAX", "MIN")):
        for _ in range(5):
            pdp = draw_pdp(rng, config, mode, method, precision)
            pdp = replace(pdp, destination=replace(pdp.destination, address=1 << 24))
            assert check_layer(pdp, config) == []
            assert (pdp.strips.count > 2) == (mode == "split3plus")
