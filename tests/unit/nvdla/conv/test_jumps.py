"""Where in the data banks a layer's data lie, and which images go over their end with steps of more than an entry."""

import pytest

from models.nvdla.config import CONFIGS
from models.nvdla.conv.buffer.carried import Carried, jumps_over_the_end
from models.nvdla.conv.constructor import small_conv
from models.nvdla.conv.parts import Kernel, Padding
from tests.unit.nvdla.conv.players import with_buffer

CONFIG = CONFIGS["nv_small"]
ENTRIES = CONFIG.cbuf_bank_entries
LINE = 15
"""Entries of a line of the image."""


def image(stride_x=3, lines=2, **buffer):
    kernel = Kernel(height=1, width=5, stride_x=stride_x)
    sizes = {"channels": 4, "height": lines, "width": 29, "kernel": kernel, "padding": Padding()}
    made = small_conv(CONFIG, "INT8", ("DBB", "DBB"), pixel_format="T_A8B8G8R8", **sizes)
    made = with_buffer(made, data_banks=1, weight_banks=1, **buffer)
    assert made.buffer.entries == LINE
    return made


@pytest.mark.parametrize(
    ("place", "jumps"),
    [
        (0, False),
        (ENTRIES - 2 * LINE, False),  # the last entry is its own last one
        (ENTRIES - 2 * LINE + 1, True),
        (ENTRIES - LINE, False),  # its second line begins with the first entry
        (ENTRIES - 1, True),
    ],
)
def test_data_that_go_on_in_the_first_entry_within_a_line(place, jumps):
    assert jumps_over_the_end(image(), CONFIG, Carried(place=place)) == jumps


def test_steps_of_an_entry_at_most_do_not_jump():
    end = Carried(place=ENTRIES - 1)
    assert not jumps_over_the_end(image(stride_x=2), CONFIG, end)
    cube = small_conv(CONFIG, "INT8", ("DBB", "DBB"), channels=8, height=2, width=29)
    assert not jumps_over_the_end(with_buffer(cube, data_banks=1, weight_banks=1), CONFIG, end)


def test_where_nobody_knows_the_place_it_may():
    assert jumps_over_the_end(image(), CONFIG, Carried(place=0, stray_lines=True))


def test_lines_that_are_left_are_passed_over_unless_they_are_used_again():
    left = Carried(conv=image(lines=4), lines=3, place=ENTRIES - LINE)
    assert left.for_layer(image(), CONFIG).place == 2 * LINE
    assert left.for_layer(image(reuse_data=True), CONFIG).place == ENTRIES - LINE


def test_other_data_banks_begin_anew():
    left = Carried(conv=image(), place=7)
    assert left.for_layer(with_buffer(image(), data_banks=2), CONFIG).place == 0
    assert left.for_layer(with_buffer(image(), weight_banks=2), CONFIG).place == 7
