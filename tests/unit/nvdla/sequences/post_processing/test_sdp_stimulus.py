"""SDP layers as stimulus: drawn ones are legal, in their cell, and meet what their values are drawn for."""

from collections import Counter

import pytest

from models.nvdla.aims import CASES, COMPARISONS, NO_AIM, Aim
from models.nvdla.cells import AspectCell, holding, legal
from models.nvdla.config import CONFIGS
from models.nvdla.registers import registers as registers_of
from models.nvdla.rules import RULES, check_layer
from models.nvdla.sdp.aspects import aspects_of_sdp
from models.nvdla.sdp.cells import sdp_cells
from models.nvdla.sdp.descriptor import UNIT
from sequences.model_host import run
from sequences.nvdla.sdp.random import SdpKind
from tests.unit.nvdla.sequences.model_bench import clean_layers, model_bench

COUNTED = {
    Aim.BOTH_HIT: ("D_PERF_LUT_LE_HIT", "D_PERF_LUT_LO_HIT"),
    Aim.BOTH_OVER: ("D_PERF_LUT_OFLOW",),
    Aim.BOTH_UNDER: ("D_PERF_LUT_UFLOW",),
}
RULE_NAMES = {rule.name for rule in RULES}


@pytest.fixture
def draws(config):
    return SdpKind(model_bench(config))


def check_legal(draws, shape):
    layers = draws.allocate(shape)
    for descriptor in layers:
        assert check_layer(descriptor, draws.bench.config) == []
        descriptor.encode(registers_of(draws.bench.config), draws.bench.config)
    return layers[-1]


def statuses(bench, shape):
    """What a layer has counted, by register; the least where that is all that is known."""
    run(SdpKind(bench).play([shape]))
    (layer,) = [item for item in clean_layers(bench) if item.lead.block == UNIT]
    counted = {name: number for (block, name), number in layer.statuses.items() if block == UNIT}
    return counted | {name: least.start for (block, name), least in layer.bounded.items() if block == UNIT}


class TestDraws:
    def test_a_layer_of_each_cell_is_legal_and_in_its_cell(self, draws, config):
        for cell in legal(sdp_cells(config)):
            sdp = check_legal(draws, draws.in_cell(cell))
            assert cell.holds(aspects_of_sdp(sdp, config)), cell.name

    def test_many_draws_are_legal_and_differ(self, draws, config):
        seen = {}
        for _ in range(200):
            for name, value in aspects_of_sdp(check_legal(draws, draws.draw()), config).items():
                seen.setdefault(name, Counter())[value] += 1
        wanted = {item for cell in legal(sdp_cells(config)) for item in cell.wanted.items()}
        missing = [(name, value) for name, value in wanted if not seen[name][value]]
        assert len(missing) <= 6, missing

    def test_the_same_seed_draws_the_same(self, config):
        def drawn(seed):
            draws = SdpKind(model_bench(config, seed))
            return [draws.draw() for _ in range(5)]

        assert drawn(3) == drawn(3)
        assert drawn(3) != drawn(4)

    def test_a_config_of_integers_alone_draws_no_others(self):
        draws = SdpKind(model_bench(CONFIGS["nv_small"]))
        aspects = [aspects_of_sdp(draws.draw().sdp, CONFIGS["nv_small"]) for _ in range(40)]
        assert {item["formats"] for item in aspects} == {"INT8-INT8-INT8"}
        assert {(item["y"], item["lut"]) for item in aspects} == {("off", "none")}


class TestCells:
    def test_there_are_neither_few_nor_too_many_each_with_a_name_of_its_own(self, config):
        names = [cell.name for cell in sdp_cells(config)]
        assert 300 <= len(legal(sdp_cells(config))) <= 500
        assert len(set(names)) == len(names)

    def test_a_layer_is_in_the_cells_that_it_was_drawn_for_and_in_others(self, draws, config):
        for cell in legal(sdp_cells(config))[:: len(legal(sdp_cells(config))) // 4]:
            found = holding(sdp_cells(config), aspects_of_sdp(draws.in_cell(cell).sdp, config))
            assert cell.aim is not NO_AIM or (cell in found and len(found) > 1)

    def test_an_illegal_cell_says_why_and_draws_nothing(self, draws, config):
        illegal = [cell for cell in sdp_cells(config) if cell.illegal]
        assert {cell.illegal for cell in illegal if " " not in cell.illegal} <= RULE_NAMES
        for cell in illegal:
            with pytest.raises(ValueError, match=f"{cell.name}: no legal layer is in this cell: {cell.illegal}"):
                draws.in_cell(cell)

    def test_what_cannot_be_had_says_so(self, draws):
        cell = AspectCell({"way": "offline", "size": "pixel", "surfaces": "many"})
        with pytest.raises(RuntimeError, match="no layer of cell 'offline_size-pixel_surfaces-many' in 100 draws"):
            draws.in_cell(cell)


class TestAims:
    @pytest.mark.parametrize("precision", ["INT8", "INT16", "FP16"])
    @pytest.mark.parametrize("aim", CASES)
    def test_values_meet_a_case_of_two_tables(self, draws, precision, aim):
        met = 0
        for _ in range(2):
            cell = AspectCell({"precision": precision, "lut": "linear"}, aim=aim)
            while not (shape := draws.in_cell(cell)).sdp.count_lut:
                pass
            counted = statuses(draws.bench, shape)
            met += all(counted[name] > 0 for name in COUNTED.get(aim, ()))
        assert met >= 1

    @pytest.mark.parametrize("precision", ["INT8", "INT16", "FP16"])
    @pytest.mark.parametrize("way", ["offline", "flying"])
    @pytest.mark.parametrize("aim", COMPARISONS)
    def test_cubes_that_are_to_be_equal_are(self, draws, way, precision, aim):
        if (aim, way) == (Aim.SAME, "flying"):
            return
        wanted = {"precision": precision, "way": way, "y": "equal", "y-source": "element"}
        for _ in range(2):
            shape = draws.in_cell(AspectCell(wanted, aim=aim))
            equal = aim in (Aim.SAME, Aim.EQUAL)
            assert statuses(draws.bench, shape)["D_STATUS"] == (not equal) or aim is NO_AIM


class TestPlays:
    def test_every_cell_plays_on_the_model(self, draws):
        run(draws.play_cells(part=(1, 8)))
        assert len(clean_layers(draws.bench)) >= 32

    def test_random_layers_play_on_the_model(self, draws):
        run(draws.play_random(20))
        assert len([layer for layer in clean_layers(draws.bench) if layer.lead.block == UNIT]) == 20
