"""What directed layers cover on the reference device alone: some bins, and others certainly not."""

from dataclasses import replace

import pytest

from models.nvdla.config import CONFIGS
from sequences.nvdla.bdma import directed as bdma
from sequences.nvdla.bdma import extents as bdma_extents
from sequences.nvdla.bdma.layers import Copy
from sequences.nvdla.bdma.shapes import CopyShape
from sequences.nvdla.firmware.slots import launch
from sequences.nvdla.rubik import directed as rubik
from sequences.nvdla.rubik import extents as rubik_extents
from sequences.nvdla.rubik.groups import serve_rubik, start_rubik
from sequences.nvdla.rubik.shapes import RubikShape
from sequences.nvdla.tensors.side_shape import two_sides
from tb.coverage.explained import explain, read_explanations
from tb.nvdla.family import FAMILY
from tests.unit.nvdla.coverage.conftest import Covered

PUBLIC = {
    "bdma": {
        **{f"{side} {what}": 8 for side in ("source", "destination") for what in ("address low", "end")},
        **{f"{side} {what} gap": 8 for side in ("source", "destination") for what in ("line", "surface")},
        "line": 24,
        "line align": 8,
        "lines": 40,
        "surfaces": 40,
        "op_en": 2,
        "idle": 2,
        "free slots": 21,
        **{f"group {group} {what}": 2 for group in (0, 1) for what in ("launch", "busy")},
        "source memory": 2,
        "destination memory": 2,
        "source memory x destination memory": 4,
        **{f"{side} address low x {side} memory": 16 for side in ("source", "destination")},
    },
    "rubik": {
        "mode": 3,
        "precision": 3,
        "width": 11,
        "height": 11,
        "input channels": 11,
        "output channels": 10,
        "planes merged": 3,
        "x stride": 32,
        "y stride": 32,
        "y stride x x stride": 32 * 32,
        **{f"{side} address {what}": 8 for side in ("input", "output") for what in ("high", "low")},
        **{f"{side} {what} gap": 8 for side in ("input", "output") for what in ("line", "surface")},
        **{
            f"{side} {what}": bins
            for side in ("input", "output")
            for what, bins in {"memory": 2, "plane gap": 4}.items()
        },
        **{f"{side} address {what} x {side} memory": 16 for side in ("input", "output") for what in ("high", "low")},
    },
    "conv": {
        "input precision": 3,
        "precision": 3,
        "input precision x precision x converted": 6,
        **{f"{side} memory": 2 for side in ("input", "weights")},
        **dict.fromkeys(("width", "height", "channels", "output width", "output height", "kernels"), 10),
        **{f"{side} address low x {side} memory": 16 for side in ("input", "weights")},
        **{f"{side} address high x {side} memory": 16 for side in ("input", "weights")},
        **{f"input {what} gap": 10 for what in ("line", "surface")},
        **{f"{what} packed": 2 for what in ("lines", "surfaces")},
        **dict.fromkeys(("rows", "columns", "x stride", "y stride"), 8),
        **{f"{way} dilation": 32 for way in "xy"},
        **{f"{side} padding": 8 for side in ("left", "right", "top", "bottom")},
        **{f"{what} banks": 15 for what in ("data", "weight")},
        "data kept x weights kept": 4,
    },
    "sdp": {
        **dict.fromkeys(("width", "height", "channels"), 10),
        "precision": 3,
        "output precision": 3,
        "precision x offset": 30,
        "precision x scale": 30,
        **{f"output {what} gap": 10 for what in ("line", "surface")},
        **{f"output address {what} x output memory": 16 for what in ("low", "high")},
        "on the fly": 2,
        "batches": 6,
        "behind Winograd": 2,
        **{f"on the fly x {what}": 20 for what in ("width", "height", "channels")},
    },
    "sdp operators": {
        **{f"{name} algorithm": 3 for name in ("X1", "X2", "Y")},
        **{f"{name} {part} from": 3 for name in ("X1", "X2", "Y") for part in ("ALU", "MUL")},
        **{f"{name} works as x {name} ReLU": 10 for name in ("X1", "X2")},
        **{f"precision x Y {part} operand {what}": 30 for part in ("ALU", "MUL") for what in ("offset", "scale")},
        **{f"{name} operands for": 3 for name in ("X1", "X2", "Y")},
        **{f"{name} operand bytes": 2 for name in ("X1", "X2", "Y")},
        **{f"{name} operands by": 2 for name in ("X1", "X2", "Y")},
    },
    "sdp tables": {
        "table": 2,
        "access": 2,
        "LE is": 2,
        "LE offset": 8,
        **{f"{table} select": 8 for table in ("LE", "LO")},
        "precision x LE is x value in LE x value in LO x result from": 84,
    },
    "sdp_rdma": {
        "input precision": 3,
        "precision": 3,
        **{f"{what} {way} gap": 10 for what in ("input", "X1 operands", "Y operands") for way in ("line", "surface")},
        **{f"X2 operands address {what} x X2 operands memory": 16 for what in ("low", "high")},
    },
    "pdp": {
        **{f"{which}{what}": 14 for which in ("", "output ") for what in ("width", "height")},
        "channels": 14,
        "output memory": 2,
        **{f"output address {what} x output memory": 16 for what in ("low", "high")},
        **{f"output {what} gap": 8 for what in ("line", "surface")},
        "mode": 3,
        "precision": 3,
        "method": 3,
        "strips": 10,
        **{f"{place} strip out": 10 for place in ("first", "mid", "last")},
        "columns that strips share": 8,
        **{f"kernel {axis}": 8 for axis in "xy"},
        **{f"stride {axis}": 8 for axis in "xy"},
        "stride y x stride x": 64,
        **{f"padding {side}": 8 for side in ("left", "top", "right", "bottom")},
        **{f"mode x {what}": 28 for what in ("width", "height", "channels")},
    },
    "pdp_rdma": {
        "mode": 2,
        **{f"input address {what} x input memory": 16 for what in ("low", "high")},
        **{f"input {what} gap": 8 for what in ("line", "surface")},
    },
    "cdp": {
        **dict.fromkeys(("width", "height", "channels"), 14),
        **{f"{side} {what}": 8 for side in ("input", "output") for what in ("address high", "line gap", "end")},
        **{f"{side} surface gap": 8 for side in ("input", "output")},
        **{f"{side} address {what} x {side} memory": 16 for side in ("input", "output") for what in ("low", "high")},
        "input memory x output memory": 4,
        "precision": 3,
        "local size": 4,
        "NaN flushed": 2,
        **{f"precision x {side} {what}": 24 for side in ("in", "out") for what in ("scale", "shift")},
    },
    "cdp tables": {
        "table": 2,
        "access": 2,
        "LE is": 2,
        "LE offset": 8,
        **{f"{table} select": 8 for table in ("LE", "LO")},
    },
    "port CVSRAM": {"kind": 2, "address": 10, "strobes": 3, "length": 4, "kind x length": 8, "kind x address": 20},
}
"""What the public environment has at least, by what it is called here (docs/nvdla/public_coverage.md).

A 16th bank would leave none for the rest; addresses have an alignment beside where in a burst boundary they begin.
"""


@pytest.mark.parametrize("group", PUBLIC)
def test_there_is_what_the_public_list_has(group):
    mine = Covered(CONFIGS["nv_full"]).group(group)
    assert {
        item: len(mine.labels(item)) for item, least in PUBLIC[group].items() if len(mine.labels(item)) < least
    } == {}


def test_a_copy_covers_what_it_is_and_nothing_else(covered):
    async def copy(bench):
        source, destination = two_sides(bench.config)
        shape = CopyShape(source=replace(source, gaps=(2, 0)), destination=destination, line_atoms=3, lines=5)
        await bdma.copy_group(bench, 1, [shape])

    group = covered.play(copy).group("bdma")
    assert group.hits("line") == {"3"}
    assert group.hits("lines") == {"5"}
    assert group.hits("source line gap") == {"2"}
    assert group.hits("destination line gap") == {"0"}
    assert group.hits("source surface gap") == set(), "one surface has none behind it"
    assert group.hits("launched group x operations") == {"1 x 1"}
    assert group.hits("at launch") == {"idle"}
    assert group.hits("launch order") == set()
    assert group.hits("group 0 launch") == set()
    assert group.hits("group 1 launch") == {"yes"}


def test_each_route_is_covered_by_its_own_copies(covered):
    group = covered.play(bdma.every_route).group("bdma")
    assert group.hits("source memory x destination memory") == group.labels("source memory x destination memory")
    assert group.hits("at launch") == {"idle"}
    assert not group.hit("launch order", "1 then 1")


def test_groups_back_to_back(covered):
    group = covered.play(bdma.back_to_back).group("bdma")
    assert group.hit("launched group x at launch", "1 x other group runs")
    assert not group.hit("launched group x at launch", "0 x other group runs")
    assert group.hit("groups busy at CFG_OP", "1")
    busy = Covered(covered.bench.config).play(bdma_extents.both_groups_busy).group("bdma")
    assert busy.hit("launched group x at launch", "0 x other group runs")
    assert busy.hit("group 0 busy x group 1 busy", "yes x yes")


def test_slots_as_they_fill(covered):
    slots = covered.bench.config.bdma_slots
    group = covered.play(bdma_extents.every_slot_count).group("bdma")
    assert group.hits("operations") == {str(count) for count in range(1, slots + 1)}
    assert not group.hit("operations", slots + 1)
    assert group.hit("free slots", slots)


def test_a_launch_of_nothing(covered):
    async def empty(bench):
        await launch(bench, 0)

    group = covered.play(empty).group("bdma")
    assert group.hits("launched group x operations") == {"0 x 0"}
    assert group.hits("lines") == set()


def test_sizes_and_gaps_of_every_order(covered):
    covered.play(bdma_extents.every_size).play(bdma_extents.every_gap).play(bdma_extents.same_group_again)
    group = covered.group("bdma")
    for item in ("line", "lines", "surfaces", "source line gap", "destination line gap", "launch order", "op_en"):
        assert group.hits(item) == group.labels(item), item
    assert group.hits("source surface gap") == group.labels("source surface gap")
    assert not group.hit("at launch", "other group runs")


@pytest.mark.parametrize("config", ["nv_full", "tiny"])
@pytest.mark.parametrize(
    ("at", "where"),
    [((1 << 32) - 64, "across"), ((1 << 32) - (1 << 16), "below"), (1 << 32, "above"), ((2 << 32) - 64, "across")],
)
def test_a_surface_around_4_gib(config, at, where):
    async def copy(bench):
        x = bench.tensor([[[0] * 16] * 4] * 4, "INT8", at=at)
        await bench.play(Copy(x, bench.empty(x.shape, "INT8")))

    group = Covered(CONFIGS[config]).play(copy).group("bdma")
    assert group.hits("source 4 GiB") == {where}
    assert group.hit("source address high", "below 4 GiB") == (at < 1 << 32)


def test_a_reordering_covers_what_it_is_and_nothing_else(covered):
    async def contract(bench):
        source, destination = two_sides(bench.config)
        shape = RubikShape(
            mode="CONTRACT", precision="FP16", width=3, height=2, x_stride=5, y_stride=7, source=source,
            destination=replace(destination, gaps=(1, 0)),
        )  # fmt: skip
        await start_rubik(bench, 0, shape)
        await serve_rubik(bench, 0)

    group = covered.play(contract).group("rubik")
    assert group.hits("mode x precision") == {"CONTRACT x FP16"}
    assert group.hits("y stride x x stride") == {"7 x 5"}
    assert group.hits("width") == {"3-4"}
    assert group.hits("output line gap") == {"1"}
    assert group.hits("input line gap") == {"0"}
    assert group.hits("output plane gap") == set()
    assert group.hits("planes merged") == set()
    assert group.hits("stalls counted") == {"no"}


def test_a_merge_and_a_split_have_no_strides(covered):
    async def no_contract(bench):
        sides = two_sides(bench.config)
        for number, mode in enumerate(("SPLIT", "MERGE")):
            shape = RubikShape(mode=mode, out_channels=bench.config.atom_bytes, source=sides[0], destination=sides[1])
            await start_rubik(bench, number, shape)
            await serve_rubik(bench, number)

    group = covered.play(no_contract).group("rubik")
    assert group.hits("x stride") == set()
    assert group.hits("planes merged") == {"whole atoms"}
    assert group.hits("input plane gap") == group.hits("output plane gap") == {"0"}


def test_every_mode_with_every_precision(covered):
    group = covered.play(rubik.every_mode).group("rubik")
    assert group.hits("mode x precision") == group.labels("mode x precision")
    assert not group.hit("x stride", 1)


def test_reorderings_of_every_order_of_size_and_gap(covered):
    group = covered.play(rubik_extents.every_rubik_size).play(rubik_extents.every_rubik_gap).group("rubik")
    for item in ("width", "height", "output channels", "input line gap", "output surface gap", "input plane gap"):
        assert group.hits(item) == group.labels(item), item
    assert not group.hit("x stride", 3)


def test_every_explained_hole_is_a_bin(config):
    counts = {sampler.counts.group.name: sampler.counts for sampler in Covered(config).collector.samplers}
    explained = explain(read_explanations(FAMILY.coverage.explained_holes), counts, config.name)
    assert explained.stale == []
    assert explained.bins
