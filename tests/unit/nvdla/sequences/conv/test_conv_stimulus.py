"""Convolutions as stimulus: drawn ones are legal and in their cell, tensors become descriptors, chains become jobs."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from models.nvdla.cells import holding, legal
from models.nvdla.config import CONFIGS
from models.nvdla.conv.aspects import aspects_of_conv
from models.nvdla.conv.cells import ConvCell, conv_cells
from models.nvdla.conv.fetch.inputs import Convertor
from models.nvdla.conv.modes import CUBE, OTHER_MODES, WINOGRAD_TILES
from models.nvdla.registers import registers as registers_of
from models.nvdla.rules import RULES, check_layer
from models.nvdla.sdp.descriptor import OutputConvertor
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES
from sequences.nvdla.bench import make_bench
from sequences.nvdla.conv.allocate import allocate_conv
from sequences.nvdla.conv.draw.shape import ConvKnobs
from sequences.nvdla.conv.draw.zeros import ZEROS, strike_out
from sequences.nvdla.conv.layers import Convolve
from sequences.nvdla.conv.random import LARGER, ConvKind
from sequences.nvdla.conv.work import operations_of
from sequences.nvdla.firmware.enabling import any_order, guide_order
from sequences.nvdla.firmware.jobs import jobs_of
from sequences.nvdla.placement.surface_pool import SurfacePool
from sequences.nvdla.post_processing.layers import SdpLayer
from sequences.nvdla.programs.kinds import LayerKnobs
from sequences.nvdla.tensors.elements.values import classes_of, draw_values
from tests.unit.nvdla.models.copies import memory

RULE_NAMES = {rule.name for rule in RULES}


class MemoryHost:
    """Takes loads, and remembers the first surface only as far as it must: what was loaded last at an address."""

    def __init__(self):
        self.loads = []

    def load(self, port, address, data):
        self.loads.append((port, address, np.array(data)))

    def dump(self, port, address, size_bytes):
        whole = np.zeros(size_bytes, np.uint8)
        for there, start, data in self.loads:
            first, end = max(start, address), min(start + len(data), address + size_bytes)
            if there == port and first < end:
                whole[first - address : end - address] = data[first - start : end - start]
        return whole


def bench_of(config, seed=1):
    return make_bench(MemoryHost(), config, np.random.default_rng(seed))


@pytest.fixture
def bench(config):
    return bench_of(config)


def check_legal(bench, shape):
    layer = allocate_conv(bench, shape)
    for descriptor in layer:
        assert check_layer(descriptor, bench.config) == []
        descriptor.encode(registers_of(bench.config), bench.config)
    bench.host.loads.clear()
    return layer


class TestDraws:
    @pytest.mark.parametrize("seed", range(3))
    def test_a_layer_of_each_cell_is_legal_in_its_cell_and_cheap(self, config, seed):
        bench, knobs = bench_of(config, seed), ConvKnobs()
        for cell in legal(conv_cells(config)):
            conv, sdp = check_legal(bench, ConvKind(bench, knobs).in_cell(cell))
            assert cell in holding(conv_cells(config), aspects_of_conv(conv, sdp, config)), cell.name
            operations = operations_of(conv, config)
            more, _ = LARGER.get(cell.mode, (1, 1))
            assert operations <= 4 * knobs.operations_at_most * more

    @pytest.mark.parametrize("name", ["nv_small", "nv_large"])
    def test_small_programs_have_layers_in_each_cell(self, name):
        bench = bench_of(CONFIGS[name])
        kind = ConvKind(bench, LayerKnobs().conv)
        for cell in legal(conv_cells(CONFIGS[name], (CUBE, *OTHER_MODES))):
            check_legal(bench, kind.in_cell(cell))

    def test_a_few_hundred_draws_are_legal_and_reach_every_aspect(self, bench, config):
        seen = {}
        for _ in range(200):
            for name, value in aspects_of_conv(*check_legal(bench, ConvKind(bench).draw()), config).items():
                seen.setdefault(name, Counter())[value] += 1
        wanted = [item for cell in legal(conv_cells(config, (CUBE,))) for item in cell.wanted.items()]
        for name, value in wanted:
            assert seen[name][value] or name == "move", (name, value)
        assert len(seen["move"]) >= 7

    def test_the_same_seed_draws_the_same(self, config):
        def drawn(seed):
            bench = bench_of(config, seed)
            return [ConvKind(bench).draw() for _ in range(5)]

        assert drawn(3) == drawn(3)
        assert drawn(3) != drawn(4)

    def test_a_config_of_integers_alone_draws_no_others(self):
        bench = bench_of(CONFIGS["nv_small"])
        shapes = [ConvKind(bench).draw() for _ in range(30)]
        assert {name for shape in shapes for name in (shape.precision, shape.in_precision, shape.out_precision)} == {
            "INT8"
        }

    def test_a_block_of_channels_may_be_less_than_an_atom(self):
        config = replace(CONFIGS["tiny"], mac_channels=4, cbuf_entry_bytes=8)
        bench = bench_of(config)
        assert {ConvKind(bench).draw().precision for _ in range(30)} == set(config.precisions)

    @pytest.mark.parametrize("precision", ELEMENT_BYTES)
    def test_every_class_of_values_is_one_of_its_own(self, precision):
        rng = np.random.default_rng(1)
        drawn = {name: draw_values(rng, name, precision, (4, 5, 6)) for name in classes_of(precision)}
        assert len({array.tobytes() for array in drawn.values()}) == len(drawn)
        with pytest.raises(ValueError, match=f"no class of {precision} values is called 'odd'; choose "):
            draw_values(rng, "odd", precision, (1,))

    @pytest.mark.parametrize("name", ZEROS)
    def test_every_class_of_zeros_leaves_what_it_says(self, name):
        groups, elements = (40, 40, 5), np.full((85, 2), 7, np.uint8)
        elements[::3] = 0
        counts = [
            strike_out(np.random.default_rng(seed), name, elements, groups).any(axis=1).sum() for seed in range(5)
        ]
        low, high = {"none": (85, 85), "all but one": (1, 1), "most": (1, 15), "few": (65, 85)}.get(name, (1, 80))
        assert low <= min(counts) <= max(counts) <= high

    def test_layers_of_all_modes_are_drawn_as_often_as_asked(self, bench):
        knobs, seen = ConvKnobs(other_modes=1.0), Counter()
        for _ in range(60):
            conv, sdp = check_legal(bench, ConvKind(bench, knobs).draw())
            seen[aspects_of_conv(conv, sdp, bench.config)["mode"]] += 1
        there = {cell.mode for cell in legal(conv_cells(bench.config, OTHER_MODES))}
        assert set(seen) == there
        assert there == set(OTHER_MODES) - ({WINOGRAD_TILES} if "WINOGRAD" not in bench.config.features else set())


class TestCells:
    def test_there_are_neither_few_nor_too_many_each_with_a_name_of_its_own(self, config):
        names = [cell.name for cell in conv_cells(config)]
        assert 40 <= len(legal(conv_cells(config, (CUBE,)))) <= 80
        assert 80 <= len(legal(conv_cells(config, OTHER_MODES))) <= 150
        assert len(set(names)) == len(names)

    def test_an_illegal_cell_says_why_and_draws_nothing(self, bench, config):
        illegal = [cell for cell in conv_cells(config) if cell.illegal]
        assert {cell.illegal for cell in illegal if " " not in cell.illegal} <= RULE_NAMES
        for cell in illegal:
            with pytest.raises(ValueError, match=f"{cell.name}: no legal layer is in this cell: {cell.illegal}"):
                ConvKind(bench).in_cell(cell)

    def test_what_cannot_be_had_says_so(self, bench):
        with pytest.raises(RuntimeError, match="no layer of cell 'block_single_strided' in 400 draws"):
            ConvKind(bench).in_cell(ConvCell({"mode": CUBE, "kernel": "block", "size": "single", "move": "strided"}))


class TestLayers:
    def tensors(self, bench, x_shape, w_shape, precision="INT8"):
        x = bench.tensor(bench.rng.integers(-9, 9, x_shape), precision, gaps=(1, 0))
        return x, bench.kernels(bench.rng.integers(-9, 9, w_shape), precision, ram=memory(bench.config, "CVSRAM"))

    @pytest.mark.parametrize("precision", ELEMENT_BYTES)
    def test_kernels_come_back_as_they_went_in(self, bench, precision):
        values = bench.rng.integers(-100, 100, (9, 11, 2, 3))
        kernels = bench.kernels(values, precision)
        assert (kernels.numpy() == values).all()
        assert kernels.shape == values.shape

    @pytest.mark.parametrize(
        ("settings", "shape"),
        [
            ({}, (5, 5, 6)),
            ({"pad": 1}, (5, 7, 8)),
            ({"stride": 2}, (5, 3, 3)),
            ({"stride": (3, 2), "pad": (1, 0, 2, 2)}, (5, 5, 3)),
            ({"dilation": (2, 1), "pad": (2, 2, 0, 0)}, (5, 5, 8)),
        ],
    )
    def test_arrays_become_a_legal_layer(self, bench, config, settings, shape):
        conv = Convolve(*self.tensors(bench, (6, 7, 8), (5, 6, 3, 3)), **settings)
        assert conv.shape == shape
        y = bench.empty(conv.shape, "INT8")
        (job,) = jobs_of([conv >> SdpLayer(y, relu=True, convertor=OutputConvertor(shift=3))], config)
        for descriptor in job.descriptors:
            assert check_layer(descriptor, config) == []
        assert [part.block for part in job.parts] == ["CDMA", "CSC", "CMAC_A", "CMAC_B", "CACC", "SDP"]

    def test_what_the_part_writes_behind_the_output_is_its_own(self, bench, config):
        conv = Convolve(*self.tensors(bench, (3, 2, 2), (1, 3, 1, 1)))
        y, z = (bench.empty(conv.shape, "INT16") for _ in range(2))
        (job, other) = jobs_of([conv >> SdpLayer(y), conv >> SdpLayer(z)], config)
        assert job.writes[0].layout.size_bytes <= y.surface.size_bytes
        assert other.before == []

    def test_a_convolution_waits_for_the_one_that_it_reads(self, bench, config):
        one = Convolve(*self.tensors(bench, (6, 5, 5), (6, 6, 3, 3)))
        y = bench.empty(one.shape, "INT8")
        two = Convolve(y, one.w)
        z = bench.empty(two.shape, "INT8")
        first, second = jobs_of([one >> SdpLayer(y), two >> SdpLayer(z)], config)
        assert second.before == [first]

    @pytest.mark.parametrize(
        ("settings", "why"),
        [
            ({"w": (5, 7, 3, 3)}, "x has 6 channels and the kernels have 7"),
            ({"w": (5, 6, 9, 3)}, "a kernel reaches 9 lines; with its padding the input has 7"),
            ({"y": (5, 5, 5)}, r"the convolution gives a cube of 5x5x6 \(channels x height x width\), y has 5x5x5"),
            ({"out": "FP16", "precision": "INT16"}, None),
            ({"out": "INT8", "precision": "INT16"}, "INT16 becomes INT16 or FP16, not INT8"),
            ({"x_precision": "INT16"}, "x is INT16, the kernels are INT8: make them alike; only images"),
        ],
    )
    def test_what_does_not_fit_is_named(self, bench, config, settings, why):
        precision = settings.get("precision", "INT8")
        x, w = self.tensors(bench, (6, 7, 8), settings.get("w", (5, 6, 3, 3)), precision)
        if "x_precision" in settings:
            x = bench.empty(x.shape, settings["x_precision"])
        y = bench.empty(settings.get("y", (5, 5, 6)), settings.get("out", precision))
        program = [Convolve(x, w) >> SdpLayer(y)]
        if why is None:
            assert len(jobs_of(program, config)) == 1
            return
        with pytest.raises(ValueError, match=why):
            jobs_of(program, config)

    def test_a_layer_that_does_not_fit_the_buffer_at_once_says_what_would(self, bench, config):
        lines = 1 + config.cbuf_banks * config.cbuf_bank_entries // 8
        conv = Convolve(*self.tensors(bench, (2 * config.mac_channels, lines, 8), (1, 2 * config.mac_channels, 1, 1)))
        y = bench.empty(conv.shape, "INT8")
        fits = (config.cbuf_banks - 1) * config.cbuf_bank_entries // 8
        with pytest.raises(ValueError, match=f"play it in parts of at most {fits} lines"):
            conv.descriptors(config, SdpLayer(y))
        assert len(jobs_of([conv >> SdpLayer(y)], config)) == 2

    def test_a_single_pixel_must_be_packed(self, bench, config):
        x, w = self.tensors(bench, (6, 2, 2), (3, 6, 1, 1))
        conv = Convolve(x, w, stride=2)
        y, loose = bench.empty(conv.shape, "INT8"), bench.empty(conv.shape, "INT8", gaps=(0, 1))
        with pytest.raises(ValueError, match="of x a single pixel is used; then x must be 1x1 without gaps"):
            jobs_of([conv >> SdpLayer(y)], config)
        with pytest.raises(ValueError, match="of y a single pixel is used"):
            jobs_of([Convolve(bench.empty((6, 1, 1), "INT8"), w) >> SdpLayer(loose)], config)

    def test_half_a_layer_is_named(self, bench, config):
        conv = Convolve(*self.tensors(bench, (6, 5, 5), (6, 6, 3, 3)))
        y = bench.empty(conv.shape, "INT8")
        with pytest.raises(ValueError, match=r"nothing takes its result; write Convolve\(x, w\) >> SdpLayer\(y\)"):
            jobs_of([conv], config)
        with pytest.raises(ValueError, match="SdpLayer: nothing feeds it"):
            jobs_of([SdpLayer(y)], config)

    def test_the_convertor_makes_fp16_of_integers(self, bench, config):
        x = bench.empty((4, 3, 3), "INT16")
        conv = Convolve(x, bench.kernels(np.ones((2, 4, 1, 1)), "FP16"), convertor=Convertor(enabled=True, scale=3))
        y = bench.empty(conv.shape, "FP16")
        (job,) = jobs_of([conv >> SdpLayer(y)], config)
        assert [check_layer(item, config) for item in job.descriptors] == [[], []]

    @pytest.mark.parametrize(
        ("values", "why"),
        [
            (np.ones((1, 1, 1), int), r"kernels of shape \(1, 1, 1\): kernels x channels x rows x columns, at most "),
            (np.ones((1, 1, 33, 1), int), "at most 8192 x 8192 x 32 x 32"),
            (np.full((1, 1, 1, 1), 200), "INT8 holds whole numbers from -128 to 127"),
        ],
    )
    def test_kernels_that_registers_do_not_hold_are_named(self, bench, values, why):
        with pytest.raises(ValueError, match=why):
            bench.kernels(values, "INT8")


class TestOrder:
    BLOCKS = ("CDMA", "CSC", "CMAC_A", "CMAC_B", "CACC", "SDP_RDMA", "SDP")

    def test_the_guides_order_is_the_reverse(self):
        assert guide_order(self.BLOCKS) == ["SDP", "SDP_RDMA", "CACC", "CMAC_A", "CMAC_B", "CSC", "CDMA"]
        assert guide_order(["RBK"]) == ["RBK"]

    def test_in_any_order_a_convolutions_blocks_keep_theirs(self):
        rng, orders = np.random.default_rng(1), set()
        for _ in range(50):
            order = any_order(list(self.BLOCKS), rng)
            assert [name for name in order if "SDP" not in name] == ["CACC", "CMAC_A", "CMAC_B", "CSC", "CDMA"]
            orders.add(tuple(order))
        assert len(orders) > 20


def test_a_new_surface_of_a_pool_holds_what_it_was_given(bench, config):
    shape = ConvKind(bench).draw()
    conv, _ = allocate_conv(bench, shape, SurfacePool(bench))
    layout = conv.input.layout(config)
    held = bench.host.dump(config.port(conv.input.side.ram).name, conv.input.side.address, layout.size_bytes)
    assert held.any()
