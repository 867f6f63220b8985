"""What convolutions and their SDP layers cover on the reference device alone: some bins, and others certainly not."""

from dataclasses import replace

import numpy as np
import pytest

from models.events import Reset, Started
from models.nvdla.cells import legal
from models.nvdla.config import CONFIGS
from models.nvdla.conv.cells import conv_cells
from models.nvdla.conv.descriptor import BLOCKS
from models.nvdla.conv.fetch.inputs import Convertor
from models.nvdla.conv.modes import CUBE, OTHER_MODES
from models.nvdla.groups import group_of
from models.nvdla.sdp.descriptor import OutputConvertor
from models.nvdla.sdp.operators.settings import XSettings
from sequences.nvdla.bdma.layers import Copy
from sequences.nvdla.conv.allocate import allocate_conv
from sequences.nvdla.conv.directed import groups, modes, plain
from sequences.nvdla.conv.directed.extents import small_shape
from sequences.nvdla.conv.draw.shape import ConvKnobs
from sequences.nvdla.conv.layers import Convolve
from sequences.nvdla.conv.random import ConvKind
from sequences.nvdla.firmware.layers import LayerChain
from sequences.nvdla.post_processing.layers import SdpLayer
from sequences.nvdla.registers import sweep
from tb.coverage.covergroup import bins_of
from tb.nvdla.coverage.conv.limits import sums_saturate
from tb.nvdla.coverage.conv.pieces import cut_into_stripes
from tests.unit.nvdla.coverage.conftest import Covered

TINY = CONFIGS["tiny"]
SMALL = ConvKnobs(operations_at_most=16, bytes_at_most=1024)


def played(x, w, **settings):
    """What one layer covers: arrays of a precision each, and what is made of them."""
    covered = Covered(TINY)

    async def play(bench):
        source = bench.tensor(x[1], x[0])
        kernels = bench.kernels(w[1], w[0])
        conv = Convolve(source, kernels, **settings)
        await bench.play(conv >> SdpLayer(bench.empty(conv.shape, w[0])))

    return covered.play(play)


def cube(*shape, value=1):
    return np.full(shape, value, np.int16)


def test_a_layer_covers_what_it_is_and_nothing_else():
    """9 channels, 5 kernels of 2x3 on 4x6 pixels of tiny: 8 channels a block, 4 kernels a group, 4 pixels a stripe."""
    group = played(("INT16", cube(9, 4, 6)), ("INT16", cube(5, 9, 2, 3)), stride=(1, 2), pad=(1, 0, 0, 0)).group("conv")
    assert group.hits("precision") == group.hits("input precision") == {"INT16"}
    assert group.hits("kernel x move") == {"block x strided-padded"}
    assert group.hits("cell") == {"int16_block_strided-padded", "int16_deep", "int16_many", "int16_stripes"}
    assert (group.hits("height"), group.hits("output width")) == ({"3-4"}, {"5-8"})
    assert group.hits("several blocks x channels of the last block") == {"yes x 1"}
    assert group.hits("several groups x kernels of the last group") == {"yes x 1"}
    assert group.hits("several stripes x last stripe") == {"yes x long"}, "2x5 pixels"
    assert group.hits("several groups x several blocks x several stripes") == {"yes x yes x yes"}
    assert (group.hits("strides"), group.hits("y stride")) == ({"in y"}, {"2"})
    assert group.hits("x dilation") == {"1"}
    assert group.hits("left padding") == {"1"}
    assert group.hits("padded side x padding value") == {"left x 0"}
    assert group.hits("converted") == group.hits("data kept") == {"no"}
    assert group.hits("input comes from") == {"memory"}
    assert group.hits("weights held at once") == {"all"}
    assert group.hits("precision x sum") == {"INT16 x positive"}
    assert group.hits("convertor scale") == group.hits("NaN among data") == set()


def test_strides_and_dilations_that_change_nothing_are_none():
    group = played(("INT8", cube(1, 2, 2)), ("INT8", cube(1, 1, 2, 2)), stride=3, pad_value=5).group("conv")
    assert group.hits("x stride") == group.hits("y stride") == group.hits("padding value") == set()
    assert group.hits("kernel x move") == {"full x plain"}


def test_the_convertor_by_its_numbers():
    convertor = Convertor(enabled=True, offset=-1, scale=40, truncate=5)
    group = played(("INT16", cube(1, 1, 1)), ("FP16", np.ones((1, 1, 1, 1))), convertor=convertor).group("conv")
    assert group.hits("input precision x precision x converted") == {"INT16 x FP16 x yes"}
    assert group.hits("convertor offset") == {"-1"}
    assert group.hits("convertor scale") == {"middle"}
    assert group.hits("convertor shift") == {"5-8"}
    assert group.hits("NaN flushed x NaN among weights") == {"no x no"}
    assert group.hits("last stripe") == {"one pixel"}


def test_fp16_numbers_of_every_class():
    codes = np.array([0x0000, 0x8000, 0x0001, 0x3C00, 0xBC00, 0x7BFF, 0xFBFF, 0x7C00, 0x7E00], np.uint16)
    x = ("FP16", codes.view(np.float16).reshape(1, 1, 9))
    covered = played(x, ("FP16", np.ones((1, 1, 1, 1))), nan_to_zero=True)
    group, sdp = covered.group("conv"), covered.group("sdp")
    assert group.hits("input precision x data value") == {
        label for label in group.labels("input precision x data value") if label.startswith("FP16")
    }
    assert group.hits("precision x weight value") == {"FP16 x positive"}
    assert group.hits("precision x sum") == {"FP16 x 0", "FP16 x negative", "FP16 x positive"}
    assert group.hits("NaN flushed x NaN among data") == {"yes x yes"}
    assert group.hits("infinities among data") == {"yes"}
    assert group.hits("infinities among weights") == {"no"}
    assert group.hits("precision x sums saturated") == {"FP16 x no"}
    assert sdp.hits("NaN flushed x outputs are NaN") == {"no x no"}
    assert sdp.hits("precision x output precision x outputs saturated") == {"FP16 x FP16 x yes"}, "the largest number"


def test_sums_that_saturate():
    values = ("INT16", cube(4, 1, 2, value=-32768))
    group = played(values, ("INT16", cube(1, 4, 1, 1, value=-32768)), clip=0).group("conv")
    assert group.hits("precision x sums saturated") == {"INT16 x yes"}
    assert group.hits("precision x sum") == {"INT16 x most"}
    assert group.hits("precision x weight value") == {"INT16 x least"}
    clipped = played(values, ("INT16", cube(1, 4, 1, 1, value=-32768)), clip=5).group("conv")
    assert clipped.hits("precision x sums shifted") == {"INT16 x 5-8"}
    assert clipped.hits("precision x sums saturated") == {"INT16 x no"}


def test_sums_that_saturated_in_the_layer_before_are_not_of_those_behind_it():
    covered = Covered(TINY)

    async def play(bench, precision, value):
        x = np.full((4, 1, 1), value, np.int16 if precision != "FP16" else np.float16)
        conv = Convolve(bench.tensor(x, precision), bench.kernels(x[None], precision))
        await bench.play(conv >> SdpLayer(bench.empty(conv.shape, precision)))

    covered.play(play, "INT16", -32768)
    for precision in ("INT8", "FP16"):
        covered.play(play, precision, 1)
    group = covered.group("conv")
    assert group.hits("precision x sums saturated") == {"INT16 x yes", "INT8 x no", "FP16 x no"}
    assert group.hits("count begins x sums saturated") == {"goes on from 0 x yes", "goes on from more x no"}
    covered.play(modes.every_pixel_format)
    covered.play(play, "INT8", 1)
    assert "goes on from 0 x no" in covered.group("conv").hits("count begins x sums saturated"), "an image began anew"


def test_a_kernel_of_bytes_leaves_32_bits_only_in_a_large_buffer():
    assert [sums_saturate(CONFIGS[name], "INT8") for name in ("nv_full", "tiny")] == [True, False]
    assert sums_saturate(TINY, "INT16")
    counts = next(one.counts for one in Covered(TINY).collector.samplers if one.counts.group.name == "conv")
    item = next(item for item in counts.group.crosses if item.name == "precision x sums saturated")
    assert set(bins_of(item)) == {"INT8 x no", "INT16 x no", "INT16 x yes", "FP16 x no"}


@pytest.mark.parametrize(
    ("pixels", "cut"),
    [
        (1, (1, "one pixel")), (3, (1, "short")), (4, (1, "full")), (6, (1, "long")), (7, (1, "longest")),
        (8, (2, "full")), (11, (2, "longest")), (21, (5, "long")),
    ],
)  # fmt: skip
def test_an_output_in_stripes(pixels, cut):
    assert cut_into_stripes(pixels, 4) == cut


def test_chains_and_where_their_input_comes_from(covered):
    group = covered.play(plain.two_of_each_precision).group("conv")
    assert group.hits("input comes from") == {"memory", "SDP"}
    assert {"block x padded", "point x strided"} == group.hits("kernel x move")


def test_an_input_that_bdma_wrote_is_told_from_one_loaded_there_since():
    async def copied(bench):
        x = bench.tensor(cube(2, 1, 4, value=3), "INT16")
        y = bench.empty(x.shape, "INT16")
        w = bench.kernels(cube(1, 2, 1, 1), "INT16")
        conv = Convolve(y, w)
        chain = conv >> SdpLayer(bench.empty(conv.shape, "INT16"))
        await bench.play(Copy(x, y))
        await bench.play(chain)
        bench.host.load("DBB", y.side.address, np.zeros(bench.config.atom_bytes, np.uint8))
        await bench.play(chain)

    covered = Covered(TINY).play(copied)
    assert covered.group("conv").hits("input comes from") == {"BDMA", "memory"}


def test_groups_back_to_back(covered):
    covered.play(plain.conv_back_to_back)
    group = covered.group("conv")
    assert group.hits("group x group of SDP") == {"0 x the same", "1 x the same"}
    assert group.hit("when CDMA claims", "a convolution is in flight")
    assert group.hits("fetched first") == {"data"}
    for block in BLOCKS:
        one = covered.group(f"{block.lower()} groups")
        assert one.hits("enable order") == one.hits("start order") == {"0 then 1", "1 then 0"}
        assert one.hit("prepared while the other group is enabled", "yes")
    together = covered.group("together")
    assert {"SDP while CONV runs", "CONV while SDP runs"} == together.hits("start")
    assert together.hit("CONV layers x SDP layers", "2 x 1")
    assert {label for label in together.labels("shared port") if "CONV writes" in label} == set()
    assert covered.group("interrupts").hit("raised by a layer", "CDMA_WT_DONE_STATUS1")


def test_groups_out_of_turn_and_what_is_tried_with_them():
    covered = Covered(TINY).play(groups.same_conv_group_twice)
    for block in (*BLOCKS, "SDP"):
        one = covered.group(f"{block.lower()} groups")
        assert one.hits("enable order") == {f"{one} then {two}" for one in (0, 1) for two in (0, 1)}
        assert one.hits("tried with an enabled group") == one.labels("tried with an enabled group")
        assert one.hits("first after reset") == {"1"}
        assert one.hits("start order") == {"0 then 1", "1 then 0"}
        assert one.hit("status 0 x status 1", "IDLE x PENDING")


@pytest.mark.parametrize("sequence", [groups.disturb_running_conv, groups.wrong_conv_group_first])
def test_groups_that_are_disturbed_or_too_early_do_what_they_were_told(sequence):
    covered, started = Covered(TINY), []
    covered.host.device.listeners.append(lambda happened: started.extend(happened.started))
    covered.play(sequence)
    assert [group_of(layer) for layer in started if layer.stage == "CONV"] == [0, 1]
    assert len({layer.descriptor.kernel for layer in started if layer.stage == "CONV"}) == 1


def test_memories_of_all_three_surfaces(covered):
    group = covered.play(plain.every_conv_memory).group("conv")
    item = "input memory x weights memory x output memory"
    assert group.hits(item) == group.labels(item)


def test_weights_in_parts(covered):
    group = covered.play(plain.weights_in_parts).group("conv")
    assert {label.split(" x ")[1] for label in group.hits("precision x weights held at once")} <= {
        "groups",
        "one group",
    }
    assert group.hits("weight banks") == {"1"}


@pytest.mark.parametrize("cell", legal(conv_cells(TINY, (CUBE,)))[::7], ids=lambda cell: cell.name)
def test_a_layer_of_a_cell_covers_it(cell):
    covered = Covered(TINY)

    async def one(bench):
        kind = ConvKind(bench, SMALL)
        await kind.play([kind.in_cell(cell)])

    group = covered.play(one).group("conv")
    assert group.hit("cell", cell.name)
    assert group.labels("cell") == {one.name for one in legal(conv_cells(TINY, (CUBE,)))}


def shaped(change, sdp_change=None):
    """What a layer covers that is described by hand, and changed."""
    covered = Covered(TINY)
    shape = replace(small_shape(TINY, "INT8"), height=3)

    async def play(bench):
        conv, sdp = allocate_conv(bench, shape)
        await bench.play(LayerChain((change(conv), (sdp_change or (lambda it: it))(sdp))))

    return covered.play(play)


def test_what_is_kept_and_released():
    def keep(conv):
        return replace(conv, buffer=replace(conv.buffer, keep_data=True, release_slices=1))

    group = shaped(keep).group("conv")
    assert group.hits("data kept x weights kept") == {"yes x no"}
    assert group.hits("slices released") == {"some"}
    assert group.hits("atoms in a pixel's last entry") == {"1"}
    assert group.hits("last entry of a slice") == {"full"}, "two pixels of an atom in an entry of two"


def test_an_illegal_layer_counts_among_rules_alone():
    covered = shaped(lambda conv: replace(conv, clip_truncate=17))
    assert covered.group("conv").hits("precision") == set()
    assert covered.group("rules").hits("Conv rule broken") == {"conv-clip-truncate"}
    assert covered.group("rules").hits("Joined rule broken") == set()
    assert "needless-claim" in covered.group("rules").labels("Joined rule broken"), "SDP_RDMA may be enabled in vain"


def test_x1_and_the_convertor_of_sdp():
    x1, convertor = (
        XSettings(bypass=False, relu_bypass=False, shift=3),
        OutputConvertor(offset=1 << 20, scale=-1, shift=2),
    )
    covered = shaped(lambda conv: conv, lambda sdp: replace(sdp, x1=x1, convertor=convertor, count_nan=False))
    group, operators = covered.group("sdp"), covered.group("sdp operators")
    assert group.hits("precision x output precision") == {"INT8 x INT8"}
    assert operators.hits("X1 works as x X1 ReLU") == {"nothing x yes"}
    assert operators.hits("precision x operators that work") == {"INT8 x X1"}
    assert operators.hits("precision x X1 shift") == {"INT8 x 3"}
    assert group.hits("precision x offset") == {"INT8 x middle"}
    assert group.hits("precision x scale") == {"INT8 x -1"}
    assert (group.hits("NaN counted"), group.hits("saturation counted")) == ({"no"}, {"yes"})
    assert group.hits("one pixel") == {"no"}
    assert group.hits("output precision x output value") == {"INT8 x most"}


def test_a_reset_cuts_off_two_stages(covered):
    async def start(bench):
        conv = Convolve(bench.tensor(cube(1, 1, 1), "INT16"), bench.kernels(cube(1, 1, 1, 1), "INT16"))
        await bench.play(conv >> SdpLayer(bench.empty(conv.shape, "INT16")))

    state = covered.play(start).collector
    layers = []
    covered.host.device.listeners.append(lambda happened: layers.extend(happened.started))
    covered.play(start)
    for layer in layers[-2:]:
        state.notify(Started(layer))
    state.notify(Reset())
    assert covered.group("together").hits("reset cuts off") == {"CONV and SDP"}


def test_registers_of_the_convolution_are_swept(covered):
    group = covered.play(sweep.bit_bash, ["CDMA", "SDP"]).group("toggles")
    bits = covered.bench.registers.CDMA.D_CVT_OFFSET.CVT_OFFSET.width
    assert len(group.hits("CDMA.D_CVT_OFFSET.CVT_OFFSET")) == 2 * bits
    assert group.hits("CSC.D_ATOMICS.ATOMICS") == set()


@pytest.mark.parametrize("cell", legal(conv_cells(TINY, OTHER_MODES))[::23], ids=lambda cell: cell.name)
def test_a_layer_of_another_mode_covers_its_cell_and_no_plain_one(cell):
    covered = Covered(TINY)

    async def one(bench):
        kind = ConvKind(bench, SMALL)
        await kind.play([kind.in_cell(cell)])

    group = covered.play(one).group("conv modes")
    assert group.hit("cell", cell.name)
    assert group.hits("mode") == {cell.mode}
    assert covered.group("conv").hits("precision") == set()


def test_a_plain_layer_counts_among_modes_as_one_of_them():
    group = played(("INT8", cube(1, 2, 2)), ("INT8", cube(1, 1, 1, 1))).group("conv modes")
    assert group.hits("mode x weights compressed") == {"cube x no"}
    assert group.hits("data used again x weights used again") == {"no x no"}
    assert group.hits("cell") == group.hits("mode of the one before") == group.hits("pixel format") == set()
