"""What directed convolutions are for: each hits all that there is of something."""

import pytest

from models.nvdla.config import CONFIGS
from sequences.nvdla.conv.directed import corner_numbers, corners, modes
from tb.coverage.covergroup import bins_of
from tests.unit.nvdla.coverage.conftest import Covered

TINY, NV_FULL = CONFIGS["tiny"], CONFIGS["nv_full"]
SIZES = ("width", "height", "channels")
HIT = {
    corners.every_piece: {
        "conv": (
            *("precision x channels of the last block", "precision x kernels of the last group"),
            *("precision x channels of the last atom", "precision x last stripe", "stripes"),
            *("several blocks x channels of the last block", "several stripes x last stripe"),
        )
    },
    corners.every_bank_number: {"conv": ("data banks", "weight banks")},
    corner_numbers.every_padding_value: {"conv": ("precision x padding value", "padded side x padding value")},
    corner_numbers.every_end: {
        "conv": ("convertor offset", "convertor scale", "precision x sums shifted"),
        "sdp": ("precision x offset", "precision x scale", "precision x shift", "precision x output precision"),
    },
    corner_numbers.saturation_counts: {"conv": ("count begins", "sums saturated")},
    modes.every_pixel_format: {
        "conv modes": (
            *("pixel format x precision", "pixels are signed x a mean for each component", "gap of lines"),
            *("first pixel in its atom", "second plane begins within an atom", "gap of the second plane's lines"),
        )
    },
    modes.pieces_of_images: {
        "conv modes": ("elements of the last block", "several blocks of elements x elements of the last block")
    },
    modes.rows_at_a_time: {"conv modes": ("rows at a time x precision", "rows at a time x rows of the last step")},
    modes.batches_of_each_precision: {
        "conv modes": ("batches x precision", "batches of one pixel x results of one pixel")
    },
    modes.compressed_kernels: {
        "conv modes": (
            *("zeros among weights x precision", "a group of zeros among others"),
            "several compressed groups x zeros among weights",
        )
    },
    modes.modes_back_to_back: {"conv modes": ("mode of the one before x mode",)},
    corner_numbers.bypassed_switches: {"sdp": ("X1's ALU bypassed", "X1's MUL bypassed")},
}


def holes(sequence, items, config=TINY):
    """What a sequence of legal layers leaves of items, by group."""
    counts = Covered(config).play(sequence).collector.finish()
    assert counts["rules"].hits() == {}
    left = {}
    for group, chosen in items.items():
        assert counts[group].impossible() == []
        hits = counts[group].hits()
        for item in counts[group].group.items:
            if item.name in chosen and (labels := set(bins_of(item)) - set(hits.get(item.name, {}))):
                left[item.name] = labels
    return left


@pytest.mark.parametrize("sequence", HIT, ids=lambda sequence: sequence.__name__)
def test_all_that_there_is(sequence):
    assert holes(sequence, HIT[sequence]) == {}


def test_tiles_of_every_kind():
    items = ("strides of Winograd x precision", "first additions shifted x precision", "surfaces of Winograd")
    left = holes(modes.winograd_layers, {"conv modes": (*items, "lines of tiles", "columns of tiles")}, NV_FULL)
    assert left == {}


def test_kernels_move_in_every_way_but_points_that_do_not():
    left = holes(corners.every_kernel_move, {"conv": ("kernel x move", "strides")})
    assert left == {"kernel x move": {"point x plain"}}


def test_codes_of_every_class_times_each_other():
    items = ("input precision x data value", "precision x weight value", "NaN flushed x NaN among weights")
    left = holes(corner_numbers.every_half, {"conv": items})
    assert left.pop(items[2]) == {"no x no", "yes x no"}
    assert not any(label.startswith("FP16") for labels in left.values() for label in labels)


def test_bytes_that_leave_32_bits():
    left = holes(corners.bytes_that_saturate, {"conv": ("precision x sum", "precision x sums saturated")}, NV_FULL)
    assert not {"INT8 x least", "INT8 x most"} & left["precision x sum"]
    assert "INT8 x yes" not in left["precision x sums saturated"]


@pytest.mark.parametrize("config", [TINY, NV_FULL], ids=lambda config: config.name)
def test_the_largest_cubes_and_weights_in_groups(config):
    left = holes(corners.largest_cubes, {"conv": SIZES}, config)
    items = Covered(config).collector.finish()["conv"].group.items
    largest = {item.name: list(bins_of(item))[-1] for item in items if item.name in SIZES}
    assert not [name for name, label in largest.items() if label in left[name]]
    left = holes(corners.weights_in_groups, {"conv": ("weights held at once",)}, config)
    assert left == {"weights held at once": {"all", "one group"}}


def test_inputs_that_movers_wrote():
    left = holes(corners.moved_before, {"conv": ("input comes from",)})
    assert left == {"input comes from": {"memory", "SDP", "PDP", "CDP"}}
