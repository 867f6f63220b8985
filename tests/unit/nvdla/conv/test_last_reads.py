"""When the beats of CDMA's reads tell that it has all: not if the last one is of a beat that was read before."""

from dataclasses import replace

import numpy as np
import pytest

from models.nvdla.config import CONFIGS
from models.nvdla.conv.constructor import INPUT_AT, SIZES_AT, WEIGHTS_AT, small_conv
from models.nvdla.conv.fetch.inputs import REQUEST_ATOMS
from models.nvdla.conv.fetch.reading import Fetch, plan_of
from models.nvdla.conv.parts import Kernel, Padding

CONFIG = CONFIGS["nv_full"]
ATOM, BEAT = CONFIG.atom_bytes, 2 * CONFIG.atom_bytes
POINT = {"kernel": Kernel(height=1, width=1), "padding": Padding()}


def plan(config, conv):
    fetch = Fetch(mode=conv.mode, precision=conv.precision, input=conv.input, weights=conv.weights, buffer=conv.buffer)
    return plan_of(fetch, None, config)


def features(surfaces, height, width, *, atom=0, gaps=(0, 0), batches=1, batch_stride=0, config=CONFIG):
    """A layer on features from an atom behind a beat's beginning on; gaps in atoms, the stride of batches too."""
    conv = small_conv(
        config,
        "INT8",
        channels=surfaces * config.atom_bytes,
        height=height,
        width=width,
        gaps=tuple(gap * config.atom_bytes for gap in gaps),
        batches=batches,
        **POINT,
    )
    side = replace(conv.input.side, address=INPUT_AT + atom * config.atom_bytes)
    stride = batch_stride * config.atom_bytes or conv.input.batch_stride_bytes
    return replace(conv, input=replace(conv.input, side=side, batch_stride_bytes=stride))


def requests(conv):
    """The atoms of each request for features, as the behavioural RTL makes them."""
    cube, entry = conv.input, CONFIG.cbuf_entry_bytes // ATOM
    surfaces, side = -(-cube.channels // ATOM), cube.side
    for line in range(cube.height):
        for batch in range(cube.batches):
            base = side.address + batch * cube.batch_stride_bytes + line * side.line_stride_bytes
            for group in range(0, surfaces, entry):
                for block in range(0, cube.width, REQUEST_ATOMS):
                    for surface in range(group, min(group + entry, surfaces)):
                        first = base + surface * side.surface_stride_bytes
                        yield [first + ATOM * x for x in range(block, min(block + REQUEST_ATOMS, cube.width))]


def ends_in_a_new_beat(conv):
    *others, last = ([atom // BEAT for atom in atoms] for atoms in requests(conv))
    return not any(last[-1] in beats for beats in others)


@pytest.mark.parametrize(
    ("conv", "shown"),
    [
        pytest.param(features(1, 1, 2), True, id="one line"),
        pytest.param(features(1, 2, 1), False, id="lines in a beat"),
        pytest.param(features(1, 3, 1), True, id="lines in a beat, and one more"),
        pytest.param(features(1, 2, 1, atom=1), True, id="lines in neighbouring beats"),
        pytest.param(features(1, 2, 1, gaps=(1, 0)), True, id="lines apart"),
        pytest.param(features(1, 1, 9), True, id="one more than a request"),
        pytest.param(features(1, 1, 9, atom=1), False, id="requests that meet in a beat"),
        pytest.param(features(2, 2, 2), True, id="lines of whole beats"),
        pytest.param(features(2, 1, 3), False, id="surfaces that meet in a beat"),
        pytest.param(features(2, 1, 1), True, id="a pixel, packed"),
        pytest.param(features(2, 1, 1, gaps=(0, 2)), True, id="a pixel, surfaces apart"),
        pytest.param(features(1, 1, 1, batches=2), False, id="batches in a beat"),
        pytest.param(features(1, 1, 1, batches=2, batch_stride=2), True, id="batches apart"),
        pytest.param(features(1, 2, 2, gaps=(-2, 0)), False, id="lines on top of each other"),
    ],
)
def test_data_are_there_if_the_last_beat_is_new(conv, shown):
    assert plan(CONFIG, conv).shows_data(CONFIG) is shown


def test_no_features_pass_for_there_before_their_last_request():
    rng, found = np.random.default_rng(1), set()
    for _ in range(400):
        surfaces, height, width, atom, line_gap, surface_gap, batches = rng.integers(
            (1, 1, 1, 0, 0, 0, 1), (7, 5, 20, 8, 3, 3, 3)
        ).tolist()
        conv = features(surfaces, height, width, atom=atom, gaps=(line_gap, surface_gap), batches=batches)
        shown, new = plan(CONFIG, conv).shows_data(CONFIG), ends_in_a_new_beat(conv)
        assert new or not shown
        assert shown or not (new and surfaces == 1), "nothing else may be the last request"
        found.add((surfaces == 1, new, shown))
    assert len(found) == 5, "each of these"


def test_of_winograd_and_of_two_planes_parts_of_lines_are_open():
    def shown(width, **choices):
        conv = small_conv(CONFIG, "INT8", height=4, width=width, **choices)
        return plan(CONFIG, conv).shows_data(CONFIG)

    winograd = {"mode": "WINOGRAD", "channels": ATOM, "kernel": Kernel(height=3, width=3), "padding": Padding()}
    assert (shown(4), shown(4, **winograd)) == (True, False)
    pixels = [ATOM, 2 * ATOM]  # of a byte in the first plane
    assert [shown(width, pixel_format="T_R8") for width in pixels] == [False, True]
    assert [shown(width, pixel_format="T_Y8___U8V8_N444") for width in pixels] == [False, False]


@pytest.mark.parametrize(("mask_at", "shown"), [(BEAT, True), (0, False)])
def test_weights_and_their_mask_may_meet_in_a_beat(mask_at, shown):
    conv = small_conv(CONFIG, "INT8", compressed=True, weight_bytes=3 * ATOM)
    compression = replace(conv.weights.compression, mask_address=WEIGHTS_AT + 3 * ATOM + mask_at)
    conv = replace(conv, weights=replace(conv.weights, compression=compression))
    assert plan(CONFIG, conv).shows_weights(CONFIG) is shown


def test_group_sizes_are_read_an_atom_at_a_time():
    groups = ATOM // 4
    for count, shown in ((groups, True), (2 * groups, False)):
        conv = small_conv(CONFIG, "INT8", compressed=True, kernels=count * CONFIG.mac_int8_kernels, **POINT)
        assert conv.weights.compression.sizes_address == SIZES_AT
        assert plan(CONFIG, conv).shows_weights(CONFIG) is shown


def test_where_a_beat_is_an_atom_each_read_is_seen():
    config = CONFIGS["tiny"]
    assert plan(config, features(3, 4, 1, config=config)).shows_data(config)
    overlapping = features(1, 4, 2, gaps=(-1, 0), config=config)
    assert plan(config, overlapping).shows_data(config), "the last atom is no other line's"


def test_what_is_not_fetched_is_there():
    conv = features(1, 2, 1)
    fetch = Fetch(mode=conv.mode, precision=conv.precision, input=conv.input, weights=conv.weights, buffer=conv.buffer)
    kept = replace(fetch, buffer=replace(fetch.buffer, keep_data=True, keep_weights=True))
    again = replace(fetch, buffer=replace(fetch.buffer, reuse_data=True, reuse_weights=True))
    skipped = plan_of(again, kept, CONFIG)
    assert not skipped.reads
    assert skipped.shows_data(CONFIG)
    assert skipped.shows_weights(CONFIG)
