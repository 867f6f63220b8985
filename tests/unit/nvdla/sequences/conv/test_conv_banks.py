"""Random convolutions and the banks of the buffer: pairs that fill them, pairs in the same ones, begun together."""

import numpy as np
import pytest

from models.events import RegisterAccess
from models.nvdla.registers import registers as registers_of
from sequences.model_host import run
from sequences.nvdla.conv.draw.banks import in_same_banks
from sequences.nvdla.conv.draw.filling import draw_filling, lines_that_fill
from sequences.nvdla.conv.draw.shape import ConvKnobs
from sequences.nvdla.conv.mapping.banks import slice_entries
from sequences.nvdla.conv.random import ConvKind
from tests.unit.nvdla.sequences.conv.test_conv_stimulus import bench_of, check_legal
from tests.unit.nvdla.sequences.model_bench import clean_layers, model_bench

SMALL = ConvKnobs(operations_at_most=24, bytes_at_most=2048)


@pytest.mark.parametrize("image", [False, True], ids=["cubes", "images"])
def test_a_pair_fills_its_banks(config, image):
    bench = bench_of(config)
    pairs = [pair for pair in (draw_filling(bench, SMALL, image=image) for _ in range(10)) if pair]
    assert pairs
    for first, second in pairs:
        for shape in (first, second):
            check_legal(bench, shape)
        filled = slice_entries(first, config) * first.height
        assert 0.75 < filled / (first.data_banks * config.cbuf_bank_entries) <= 1
        assert (first.data_banks, first.weight_banks) == (second.data_banks, second.weight_banks)
        assert first.kernels > second.kernels


def test_no_line_is_longer_than_registers_hold(config):
    most, rng = registers_of(config).CDMA.D_DATAIN_SIZE_0.DATAIN_WIDTH.limit + 1, np.random.default_rng(5)

    def entries_of(width):
        return -(-width // config.cbuf_entry_bytes)  # of an image of one component

    for _ in range(50):
        height, width = lines_that_fill(rng, config, config.cbuf_banks - 1, entries_of)
        assert 1 <= width <= most
        assert height * entries_of(width) <= (config.cbuf_banks - 1) * config.cbuf_bank_entries


def test_banks_are_shared_where_there_are_enough(config):
    bench, shared = bench_of(config), 0
    for _ in range(20):
        drawn = [ConvKind(bench, SMALL).draw() for _ in range(2)]
        shapes = in_same_banks(drawn, config)
        shared += len({(shape.data_banks, shape.weight_banks) for shape in shapes}) == 1
        for shape in shapes:
            check_legal(bench, shape)
    assert shared > 5


@pytest.mark.parametrize(("together", "most"), [(1.0, 2), (0.0, 1)])
def test_both_layers_are_programmed_before_the_first_starts(config, together, most):
    bench, enable, waiting, seen = model_bench(config), registers_of(config).CACC.D_OP_ENABLE, 0, 0
    size = registers_of(config).CACC.D_DATAOUT_SIZE_0.address

    def watch(event):
        nonlocal waiting, seen
        if isinstance(event, RegisterAccess) and event.write:
            waiting += (event.address == size) - (event.address == enable.address)
            seen = max(seen, waiting)

    bench.host.listeners.append(watch)
    run(ConvKind(bench, ConvKnobs(overlap=1.0, together=together)).play_random(2))
    assert seen == most
    clean_layers(bench)
