"""Random layers of CDP, played on the model."""

from collections import Counter

import pytest

from models.nvdla.config import CONFIGS
from models.nvdla.rules import check_layer
from sequences.model_host import run
from sequences.nvdla.aims import Aim
from sequences.nvdla.cdp.allocate import allocate_cdp
from sequences.nvdla.cdp.aspects import aspects_of_cdp
from sequences.nvdla.cdp.cells import cdp_cells, cells_of_cdp, legal_cdp_cells
from sequences.nvdla.cdp.draw import CdpDraws
from sequences.nvdla.cdp.random import SMALL, draw_cdp_in_cell, every_cdp_cell, random_cdp
from tests.unit.sequences.model_bench import clean_layers, model_bench


@pytest.fixture(params=["nv_full", "tiny"])
def config(request):
    return CONFIGS[request.param]


def draws_of(bench):
    return CdpDraws(bench.rng, bench.config, SMALL)


def test_one_layer_of_each_cell_ends(config):
    bench = model_bench(config)
    run(every_cdp_cell(bench))
    played = [layer.descriptor for layer in clean_layers(bench) if layer.stage == "CDP"]
    reached = {cell.name for cdp in played for cell in cells_of_cdp(cdp, config)}
    assert reached == {cell.name for cell in legal_cdp_cells(config) if cell.aim is Aim.ANYTHING}
    aspects = [aspects_of_cdp(cdp, config) for cdp in played]
    assert all(any(cell.holds(item) for item in aspects) for cell in legal_cdp_cells(config))


@pytest.mark.parametrize("seed", range(2))
def test_a_layer_of_each_cell_alone_is_in_it(config, seed):
    draws = draws_of(model_bench(config, seed))
    for cell in cdp_cells(config):
        if cell.illegal:
            with pytest.raises(ValueError, match="no legal layer is in this cell"):
                draw_cdp_in_cell(draws, cell)
        else:
            cdp = draw_cdp_in_cell(draws, cell).cdp
            assert cell.holds(aspects_of_cdp(cdp, config))
            assert check_layer(cdp, config) == []


def test_values_meet_what_they_are_aimed_at(config):
    bench = model_bench(config)
    draws, found = draws_of(bench), {}
    names = {Aim.BOTH_HIT: "HYBRID", Aim.APART: "HYBRID", Aim.BOTH_OVER: "OFLOW", Aim.BOTH_UNDER: "UFLOW"}
    for cell in legal_cdp_cells(config):
        if cell.aim in names:
            cdp = allocate_cdp(bench, draw_cdp_in_cell(draws, cell))
            run(bench.play(cdp))
            counts = found.setdefault(cell.aim, Counter())
            counts.update(counts_of(bench))
    clean_layers(bench)
    for aim, counts in found.items():
        assert counts[names[aim]] > 0.2 * counts.total(), (aim, counts)


def counts_of(bench):
    block, device = bench.registers.CDP, bench.host.device
    pointer = block.S_POINTER
    group = pointer.CONSUMER.get(device.read(pointer.address)) ^ 1
    device.write(pointer.address, pointer.encode(PRODUCER=group))
    return {
        name: device.read(block.registers[f"D_PERF_LUT_{name}"].address)
        for name in ("UFLOW", "OFLOW", "HYBRID", "LE_HIT", "LO_HIT")
    }


@pytest.mark.parametrize("seed", range(2))
def test_random_layers_are_legal(config, seed):
    bench = model_bench(config, seed)
    run(random_cdp(bench, 12, SMALL))
    assert sum(layer.stage == "CDP" for layer in clean_layers(bench)) == 12
