"""Random pooling layers, played on the model."""

import pytest

from models.nvdla.config import CONFIGS
from sequences.model_host import run
from sequences.nvdla.pdp.draw import FLYING
from sequences.nvdla.pdp.random import SMALL, every_pdp_cell, pdp_cells, random_pdp
from tests.unit.sequences.model_bench import clean_layers, model_bench


@pytest.mark.parametrize("config", [CONFIGS["tiny"]], ids=lambda config: config.name)
def test_every_cell_is_played(config):
    bench = model_bench(config)
    run(every_pdp_cell(bench))
    played = [layer.descriptor for layer in clean_layers(bench) if layer.stage == "PDP"]
    cells = pdp_cells(bench)
    assert len(cells) == 36
    assert [(pdp.method, pdp.precision) for pdp in played] == [cell[1:] for cell in cells]
    assert [pdp.source is None for pdp in played] == [mode == FLYING for mode, *_ in cells]


@pytest.mark.parametrize("config", [CONFIGS["nv_full"]], ids=lambda config: config.name)
def test_random_layers_are_legal(config):
    bench = model_bench(config)
    run(random_pdp(bench, 5, SMALL))
    assert sum(layer.stage == "PDP" for layer in clean_layers(bench)) == 5
