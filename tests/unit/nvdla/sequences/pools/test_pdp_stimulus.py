"""Random pooling layers, played on the model."""

import pytest

from models.nvdla.cells import holding, legal
from models.nvdla.config import CONFIGS
from models.nvdla.pdp.aspects import WORKING_MODES, aspects_of_pdp, mode_of_pdp
from models.nvdla.pdp.cells import pdp_cells
from sequences.model_host import run
from sequences.nvdla.pdp.behind import random_behind_sdp
from sequences.nvdla.pdp.random import SMALL, PdpKind
from tests.unit.nvdla.sequences.model_bench import clean_layers, model_bench


@pytest.fixture(params=["nv_full", "tiny"])
def config(request):
    return CONFIGS[request.param]


def test_one_layer_of_each_cell_ends(config):
    bench = model_bench(config)
    run(PdpKind(bench, SMALL).play_cells())
    played = [layer.descriptor for layer in clean_layers(bench) if layer.stage == "PDP"]
    reached = {cell.name for pdp in played for cell in holding(pdp_cells(config), aspects_of_pdp(pdp, config))}
    assert reached == {cell.name for cell in legal(pdp_cells(config))}
    assert len(played) < len(reached) / 3


@pytest.mark.parametrize("seed", range(3))
def test_a_layer_of_each_cell_alone_is_in_it(config, seed):
    kind = PdpKind(model_bench(config, seed), SMALL)
    for cell in pdp_cells(config):
        if cell.illegal:
            with pytest.raises(ValueError, match="no legal layer is in this cell"):
                kind.in_cell(cell)
        else:
            assert cell in holding(pdp_cells(config), aspects_of_pdp(kind.in_cell(cell).pdp, config))


@pytest.mark.parametrize("seed", range(2))
def test_random_layers_are_legal(config, seed):
    bench = model_bench(config, seed)
    run(PdpKind(bench, SMALL).play_random(15))
    assert sum(layer.stage == "PDP" for layer in clean_layers(bench)) == 15


def test_a_working_mode_is_kept(config):
    bench = model_bench(config)
    for mode in WORKING_MODES:
        assert {mode_of_pdp(PdpKind(bench, SMALL, (mode,)).draw().pdp) for _ in range(20)} == {mode}


def test_random_layers_behind_others_take_all_that_these_hand_on(config):
    bench = model_bench(config)
    run(random_behind_sdp(bench, 12))
    layers = clean_layers(bench)
    assert [layer.stage for layer in layers].count("PDP") == 12
    assert {"CONV", "SDP", "PDP"} == {layer.stage for layer in layers}
    assert {layer.descriptor.to_pdp for layer in layers if layer.stage == "SDP"} == {True}
