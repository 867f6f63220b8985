"""Random layers of CDP, played on the model."""

import pytest

from models.nvdla.config import CONFIGS
from sequences.model_host import run
from sequences.nvdla.cdp.random import SMALL, cdp_cells, every_cdp_cell, random_cdp
from tests.unit.sequences.model_bench import clean_layers, model_bench


@pytest.mark.parametrize("config", [CONFIGS["tiny"]], ids=lambda config: config.name)
def test_every_cell_is_played(config):
    bench = model_bench(config)
    run(every_cdp_cell(bench))
    played = [layer.descriptor for layer in clean_layers(bench) if layer.stage == "CDP"]
    cells = cdp_cells(bench)
    assert len(cells) == 18
    assert [cdp.precision for cdp in played] == [precision for _, precision in cells]
    assert [cdp.bypass_product for cdp in played] == [mode == "mulbypass" for mode, _ in cells]


@pytest.mark.parametrize("config", [CONFIGS["nv_full"]], ids=lambda config: config.name)
def test_random_layers_are_legal(config):
    bench = model_bench(config)
    run(random_cdp(bench, 5, SMALL))
    assert sum(layer.stage == "CDP" for layer in clean_layers(bench)) == 5
