"""Random convolutions of which a size goes as far as registers and the buffer let it."""

import pytest

from models.nvdla.conv.buffer.sizes import bank_bytes
from models.nvdla.conv.fetch.weights import group_kernels
from models.nvdla.registers import registers as registers_of
from sequences.model_host import run
from sequences.nvdla.conv.draw.far import draw_far
from sequences.nvdla.conv.draw.shape import ConvKnobs
from sequences.nvdla.conv.mapping.banks import slice_entries
from sequences.nvdla.conv.random import ConvKind
from sequences.nvdla.conv.reuse.draw import RowDraw
from sequences.nvdla.conv.reuse.row import far_rows
from tests.unit.nvdla.sequences.conv.test_conv_stimulus import bench_of, check_legal
from tests.unit.nvdla.sequences.model_bench import clean_layers, model_bench

FAR = ConvKnobs(far=1.0)
DRAWN = 150


@pytest.fixture
def shapes(config):
    bench = bench_of(config)
    drawn = [draw_far(bench, FAR) for _ in range(DRAWN)]
    for shape in drawn:
        check_legal(bench, shape)
    return drawn


def test_every_size_goes_as_far_as_it_can(config, shapes):
    fetch = registers_of(config).CDMA
    data = (config.cbuf_banks - 1) * config.cbuf_bank_entries
    most = fetch.D_DATAIN_SIZE_0.DATAIN_WIDTH.limit + 1
    lines = registers_of(config).CSC.D_RELEASE.RLS_SLICES.limit + 1
    assert max(shape.height for shape in shapes) >= min(lines, data)
    assert max(shape.width for shape in shapes if shape.image is None) >= min(most, data) / 2
    assert max(shape.width for shape in shapes if shape.image is not None) >= min(most, data) / 4
    whole = config.cbuf_banks * bank_bytes(config)
    assert max(shape.channels for shape in shapes) > min(most, whole // 8) / 4
    assert max(shape.kernels for shape in shapes) > most / 4
    groups = [min(shape.kernels, group_kernels(config, shape.precision)) * shape.kernel_bytes for shape in shapes]
    assert max(groups) > whole / 2


def test_rows_that_go_on_from_each_other_have_many_lines(config):
    bench = model_bench(config)
    rows = [RowDraw(bench.rng, config, far_rows(config)).draw() for _ in range(20)]
    kept = [layer.kept for row in rows for layer in row.layers]
    most = min(
        registers_of(config).CSC.D_RELEASE.RLS_SLICES.limit + 1, (config.cbuf_banks - 1) * config.cbuf_bank_entries
    )
    assert most / 8 < max(kept) <= most


def test_all_lines_are_fetched_at_once_now_and_then(config, shapes):
    most = registers_of(config).CDMA.D_FETCH_GRAIN.GRAINS.limit + 1
    tall = [shape for shape in shapes if shape.image is None and shape.height > 20]
    assert any(shape.grains == min(shape.height, most) for shape in tall)
    assert any(shape.grains == 1 for shape in tall)


def test_pairs_fill_the_whole_buffer(config):
    kind = ConvKind(bench_of(config), ConvKnobs(far=1.0, filling=1.0, overlap=1.0))
    filled = []
    for _ in range(10):
        for shapes in kind.programs(2):
            for shape in shapes:
                check_legal(kind.bench, shape)
            filled.append(max(slice_entries(shape, config) * shape.height for shape in shapes))
    assert max(filled) > config.cbuf_banks * config.cbuf_bank_entries / 4


def test_they_are_played(config):
    bench = model_bench(config)
    run(ConvKind(bench, FAR).play_random(3))
    assert len(clean_layers(bench)) >= 3
