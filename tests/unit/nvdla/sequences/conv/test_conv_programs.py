"""Convolutions played on the model alone: arrays in, arrays out; every cell, programs of all units, both groups."""

import numpy as np
import pytest

from models.events import Ended, RegisterAccess, Started
from models.layer import EndKind
from models.nvdla.cells import holding, legal
from models.nvdla.config import CONFIGS
from models.nvdla.conv.aspects import aspects_of_conv
from models.nvdla.conv.cells import conv_cells
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.modes import CUBE, OTHER_MODES
from models.nvdla.registers import registers as registers_of
from models.nvdla.rules import check_layer
from models.nvdla.sdp.descriptor import OutputConvertor, Sdp
from sequences.model_host import run
from sequences.nvdla.bdma.layers import Copy
from sequences.nvdla.conv.directed import addresses, extents, modes, plain
from sequences.nvdla.conv.draw.shape import ConvKnobs
from sequences.nvdla.conv.layers import Convolve
from sequences.nvdla.conv.mapping.describe import describe_at_zero
from sequences.nvdla.conv.random import ConvKind
from sequences.nvdla.firmware.firmware import FirmwareKnobs
from sequences.nvdla.post_processing.layers import SdpLayer
from sequences.nvdla.programs.kinds import KINDS
from sequences.nvdla.programs.random import ProgramKnobs, random_programs
from tests.unit.nvdla.conv.plain import clamp, round_shift
from tests.unit.nvdla.models.copies import memory
from tests.unit.nvdla.sequences.model_bench import clean_layers, model_bench

DIRECTED = [
    plain.two_of_each_precision,
    plain.every_conv_memory,
    plain.conv_back_to_back,
    plain.weights_in_parts,
    plain.fully_connected,
    plain.converted_input,
    modes.every_pixel_format,
    modes.pieces_of_images,
    modes.rows_at_a_time,
    modes.batches_of_each_precision,
    modes.compressed_kernels,
    modes.modes_back_to_back,
    modes.image_then_compressed,
    extents.every_conv_move,
    extents.every_conv_gap,
    extents.every_bank,
    extents.every_value_class,
    addresses.every_conv_address_bit,
    addresses.conv_carries,
    addresses.every_conv_stride_bit,
]


SHIFT = 9


@pytest.fixture
def bench(config):
    return model_bench(config)


def heard(bench, kind):
    events = []
    bench.host.listeners.append(lambda event: events.append(event) if isinstance(event, kind) else None)
    return events


def convolved(x, w, stride, pad, bits):
    """A convolution with ReLU and a shift, by plain numpy on whole numbers; stride and padding on all sides."""
    padded = np.pad(x.astype(np.int64), ((0, 0), (pad, pad), (pad, pad)))
    _, rows, columns = w.shape[1:]
    windows = np.lib.stride_tricks.sliding_window_view(padded, (rows, columns), (1, 2))[:, ::stride, ::stride]
    sums = np.maximum(np.einsum("chwrs,kcrs->khw", windows, w.astype(np.int64)), 0)
    return np.vectorize(lambda value: clamp(round_shift(int(value), SHIFT), bits))(sums)


@pytest.mark.parametrize("precision", ["INT8", "INT16"])
@pytest.mark.parametrize(("stride", "pad"), [(1, 0), (2, 1), (3, 2)])
def test_arrays_come_out_convolved(bench, config, precision, stride, pad):
    """Columns and lines that no kernel reaches are left out, as everybody expects of a stride."""
    x = bench.tensor(bench.rng.integers(-99, 100, (11, 7, 6)), precision, gaps=(1, 1))
    w = bench.kernels(bench.rng.integers(-99, 100, (6, 11, 3, 3)), precision, ram=memory(config, "CVSRAM"))
    conv = Convolve(x, w, stride=stride, pad=pad)
    y = bench.empty(conv.shape, precision, ram=memory(config, "CVSRAM"), gaps=(0, 2))
    run(bench.play(conv >> SdpLayer(y, relu=True, convertor=OutputConvertor(shift=SHIFT))))
    bits = 8 * y.layout.element_bytes
    assert (y.numpy() == convolved(x.numpy(), w.numpy(), stride, pad, bits)).all()
    assert [layer.stage for layer in clean_layers(bench)] == ["CONV", "SDP"]


def test_a_floating_point_layer_comes_close(bench):
    x = bench.tensor(bench.rng.normal(0, 1, (11, 5, 6)), "FP16")
    w = bench.kernels(bench.rng.normal(0, 1, (6, 11, 3, 3)), "FP16")
    conv = Convolve(x, w)
    y = bench.empty(conv.shape, "FP16")
    run(bench.play(conv >> SdpLayer(y)))
    windows = np.lib.stride_tricks.sliding_window_view(x.numpy().astype(float), (3, 3), (1, 2))
    assert np.allclose(y.numpy(), np.einsum("chwrs,kcrs->khw", windows, w.numpy().astype(float)), atol=0.1)
    clean_layers(bench)


def test_a_program_goes_on_where_a_convolution_ends(bench):
    x = bench.tensor(bench.rng.integers(-9, 10, (5, 4, 4)), "INT8")
    one = Convolve(x, bench.kernels(bench.rng.integers(-3, 4, (4, 5, 2, 2)), "INT8"))
    y, z = (bench.empty(one.shape, "INT8") for _ in range(2))
    two = Convolve(z, bench.kernels(np.eye(4, dtype=int)[:, :, None, None], "INT8"))
    out = bench.empty(two.shape, "INT8")
    run(bench.play(one >> SdpLayer(y), Copy(y, z), two >> SdpLayer(out)))
    assert (out.numpy() == y.numpy()).all()
    assert y.numpy().any()
    assert len(clean_layers(bench)) == 5


@pytest.mark.parametrize("sequence", DIRECTED)
def test_directed_layers_are_legal_and_end(bench, sequence):
    run(sequence(bench))
    assert clean_layers(bench)


def test_long_ladders_are_legal_and_end():
    bench = model_bench(CONFIGS["tiny"])
    run(extents.every_conv_size(bench))
    assert len(clean_layers(bench)) > 100


@pytest.mark.parametrize("precision", ["INT8", "INT16"])
def test_layers_with_unusual_numbers_are_legal(config, precision):
    for shape in extents.number_shapes(config, precision):
        assert [check_layer(item, config) for item in describe_at_zero(shape, config)] == [[], []]


def test_both_groups_are_busy_and_the_flush_is_seen_first(bench, config):
    running, most = [], [0]

    def watch(event):
        if isinstance(event, Started) and event.layer.stage == "CONV":
            running.append(event.layer)
        elif isinstance(event, Ended) and event.end.kind is EndKind.RAISE and event.end.claim.block == "CACC":
            running.remove(event.end.claim.layer)
        most[0] = max(most[0], len(running))

    bench.host.listeners.append(watch)
    accesses = heard(bench, RegisterAccess)
    run(plain.conv_back_to_back(bench))
    assert most == [2]
    status = registers_of(config).CDMA.S_CBUF_FLUSH_STATUS.address
    first = next(access for access in accesses if access.write is False)
    assert any(access.address == status and access.data == 1 for access in accesses)
    assert first.address == status
    clean_layers(bench)


@pytest.mark.parametrize("modes", [(CUBE,), OTHER_MODES], ids=["cube", "others"])
def test_one_layer_of_each_cell_ends(bench, config, modes):
    run(ConvKind(bench, ConvKnobs(operations_at_most=24, bytes_at_most=2048), modes=modes).play_cells())
    layers = [layer.descriptor for layer in clean_layers(bench)]
    convs, sdps = ([item for item in layers if isinstance(item, kind)] for kind in (Conv, Sdp))
    aspects = [aspects_of_conv(*pair, config) for pair in zip(convs, sdps, strict=True)]
    reached = {cell.name for item in aspects for cell in holding(conv_cells(config), item)}
    assert reached >= {cell.name for cell in legal(conv_cells(config, modes))}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("late", [0.0, 1.0])
def test_random_layers_end_whatever_the_order(config, seed, late):
    bench = model_bench(config, seed)
    run(ConvKind(bench).play_random(12, firmware=FirmwareKnobs(any_order=1.0, late=late, look=0.5, count=0.5)))
    assert len(clean_layers(bench)) == 24


@pytest.mark.parametrize("seed", range(6))
def test_programs_of_all_units_are_legal_and_end(config, seed):
    bench = model_bench(config, seed)
    run(random_programs(bench, 3, ProgramKnobs(kinds=tuple(KINDS))))
    assert clean_layers(bench)


def test_programs_reach_every_kind(config):
    stages = set()
    for seed in range(4):
        bench = model_bench(config, seed)
        run(random_programs(bench, 2, ProgramKnobs(kinds=tuple(KINDS))))
        stages |= {layer.stage for layer in bench.host.device.take_happened().started}
    assert stages == {"BDMA", "RBK", "CONV", "SDP", "PDP", "CDP"}


def test_stalls_are_counted_as_often_as_asked(bench, config):
    run(ConvKind(bench).play_random(4, firmware=FirmwareKnobs(count=1.0)))
    cdma, sdp = registers_of(config).CDMA.D_PERF_ENABLE, registers_of(config).SDP.D_PERF_ENABLE
    assert cdma.DMA_EN.get(bench.host.device.read(cdma.address)) == 1
    assert sdp.PERF_DMA_EN.get(bench.host.device.read(sdp.address)) == 1
    clean_layers(bench)
