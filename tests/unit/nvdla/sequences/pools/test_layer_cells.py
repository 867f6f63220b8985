"""The lists of cells of PDP and CDP, and what is said of a layer."""

from collections import Counter

import numpy as np
import pytest

from models.nvdla.aims import NO_AIM, Aim
from models.nvdla.cdp import cells as cdp
from models.nvdla.cdp.aspects import aspects_of_cdp
from models.nvdla.cells import AspectCell, holding, legal, together
from models.nvdla.config import CONFIGS
from models.nvdla.pdp import cells as pdp
from models.nvdla.pdp.aspects import NONE, WORKING_MODES, aspects_of_pdp
from models.nvdla.rules import RULES
from sequences.nvdla.cdp.random import CdpKind
from sequences.nvdla.pdp.draw import draw_pdp
from tests.unit.nvdla.sequences.model_bench import model_bench

RULE_NAMES = {rule.name for rule in RULES}
CELLS = {"PDP": (pdp.pdp_cells, pdp.united_pdp), "CDP": (cdp.cdp_cells, cdp.united_cdp)}


@pytest.fixture(params=["nv_full", "tiny"])
def config(request):
    return CONFIGS[request.param]


@pytest.mark.parametrize("unit", CELLS)
class TestLists:
    def test_there_are_neither_few_nor_too_many_each_with_a_name_of_its_own(self, unit, config):
        names = [cell.name for cell in CELLS[unit][0](config)]
        assert 120 <= len(names) <= 160
        assert len(set(names)) == len(names)

    def test_an_illegal_cell_says_why(self, unit, config):
        why = {cell.illegal for cell in CELLS[unit][0](config) if cell.illegal}
        assert why
        assert {text for text in why if " " not in text} <= RULE_NAMES

    def test_united_cells_are_fewer_and_hold_all(self, unit, config):
        cells, united = (find(config) for find in CELLS[unit])
        assert len(united) < len(cells) / 1.9
        for cell in cells:
            alike = [other for other in united if cell.wanted.items() <= other.wanted.items()]
            assert cell.illegal or any(cell.aim in (NO_AIM, other.aim) for other in alike), cell.name


class TestPdp:
    @pytest.mark.parametrize("mode", WORKING_MODES)
    def test_layers_are_in_the_cells_of_their_mode(self, config, mode):
        rng = np.random.default_rng(1)
        for method in ("AVERAGE", "MAX"):
            layer = draw_pdp(rng, config, mode, method, "INT16")
            names = {cell.name for cell in holding(pdp.pdp_cells(config), aspects_of_pdp(layer, config))}
            assert f"{mode}_{method}_int16".lower() in names
            assert f"stride-x-{layer.x.stride}" in names

    def test_most_aspects_are_met_by_random_layers(self, config):
        rng = np.random.default_rng(2)
        seen = Counter()
        for number in range(400):
            mode, method = WORKING_MODES[number % 4], ("AVERAGE", "MAX", "MIN")[number % 3]
            layer = draw_pdp(rng, config, mode, method, config.precisions[number % len(config.precisions)])
            seen.update(aspects_of_pdp(layer, config).items())
        wanted = {item for cell in legal(pdp.pdp_cells(config)) for item in cell.wanted.items()}
        missing = {name for name, value in wanted if not seen[name, value]}
        assert missing <= {"columns", "input", "input-ram", "output-ram"}
        assert seen["overlap", NONE] == seen["mode", "flying"] + seen["mode", "whole"]


class TestCdp:
    @pytest.mark.parametrize("mode", [{"local": "3"}, {"squares": "bypassed"}, {"product": "bypassed"}])
    def test_layers_are_in_the_cells_of_their_mode(self, config, mode):
        layer = CdpKind(model_bench(config)).attempt(AspectCell({"precision": "INT8", **mode}), 0).cdp
        names = {cell.name for cell in holding(cdp.cdp_cells(config), aspects_of_cdp(layer, config))}
        squares = "bypassed" if layer.bypass_squares else "summed"
        assert (f"int8_squares-summed_local-{layer.local_size}" in names) == (squares == "summed")
        product = "bypassed" if layer.bypass_product else "multiplied"
        assert f"int8_squares-{squares}_product-{product}" in names

    def test_values_are_aimed_at_tables_only(self, config):
        for cell in legal(cdp.cdp_cells(config)):
            assert (cell.aim is NO_AIM) == cell.wanted.keys().isdisjoint({"lut", "under-slope", "over-slope"})


def test_cells_that_disagree_or_aim_at_different_things_are_not_united():
    one = AspectCell({"a": "1"}, aim=Aim.EDGES)
    cells = [one, AspectCell({"a": "2"}), AspectCell({"b": "1"}, aim=Aim.BOTH_HIT), AspectCell({"c": "1"})]
    assert [cell.name for cell in together(cells, lambda _: True)] == ["a-1_c-1_edges", "a-2_b-1_both-hit"]
    assert len(together(cells, lambda _: False)) == len(cells)


@pytest.mark.parametrize("unit", CELLS)
def test_a_configuration_has_cells_of_its_own_precisions_only(unit):
    small = CONFIGS["nv_small"]
    precisions = {cell.wanted.get("precision", "INT8") for cell in CELLS[unit][0](small)}
    assert precisions == set(small.precisions) == {"INT8"}
