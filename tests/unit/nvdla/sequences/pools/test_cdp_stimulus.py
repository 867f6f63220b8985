"""Random layers of CDP, played on the model."""

from collections import Counter
from dataclasses import asdict, fields

import numpy as np
import pytest

from models.nvdla.aims import Aim
from models.nvdla.cdp.aspects import aspects_of_cdp
from models.nvdla.cdp.cells import cdp_cells
from models.nvdla.cdp.normalise import Normaliser
from models.nvdla.cells import holding, legal
from models.nvdla.config import CONFIGS
from models.nvdla.rules import check_layer
from models.nvdla.surfaces.padded_lanes import whole_cube
from sequences.model_host import run
from sequences.nvdla.cdp.fill import filled_input
from sequences.nvdla.cdp.random import SMALL, CdpKind
from sequences.nvdla.tensors.elements.elements import DTYPES
from tests.unit.nvdla.sequences.model_bench import clean_layers, model_bench


@pytest.fixture(params=["nv_full", "tiny"])
def config(request):
    return CONFIGS[request.param]


def draws_of(bench):
    return CdpKind(bench, SMALL)


def test_one_layer_of_each_cell_ends(config):
    bench = model_bench(config)
    run(CdpKind(bench, SMALL).play_cells())
    played = [layer.descriptor for layer in clean_layers(bench) if layer.stage == "CDP"]
    reached = {cell.name for cdp in played for cell in holding(cdp_cells(config), aspects_of_cdp(cdp, config))}
    assert reached == {cell.name for cell in legal(cdp_cells(config)) if cell.aim is Aim.ANYTHING}
    aspects = [aspects_of_cdp(cdp, config) for cdp in played]
    assert all(any(cell.holds(item) for item in aspects) for cell in legal(cdp_cells(config)))


@pytest.mark.parametrize("seed", range(2))
def test_a_layer_of_each_cell_alone_is_in_it(config, seed):
    draws = draws_of(model_bench(config, seed))
    for cell in cdp_cells(config):
        if cell.illegal:
            with pytest.raises(ValueError, match="no legal layer is in this cell"):
                draws.in_cell(cell)
        else:
            cdp = draws.in_cell(cell).cdp
            assert cell.holds(aspects_of_cdp(cdp, config))
            assert check_layer(cdp, config) == []


def test_values_meet_what_they_are_aimed_at(config):
    draws, found = draws_of(model_bench(config)), {}
    names = {Aim.BOTH_HIT: "hybrid", Aim.APART: "hybrid", Aim.BOTH_OVER: "overflow", Aim.BOTH_UNDER: "underflow"}
    for cell in 5 * legal(cdp_cells(config)):
        if cell.aim in names:
            found.setdefault(cell.aim, []).append(Counter(asdict(counts_of(draws, cell))))
    assert found.keys() == names.keys()
    for aim, layers in found.items():  # of each layer alike, however wide it is
        shares = [counts[names[aim]] / counts.total() for counts in layers]
        assert np.mean(shares) > 0.2, (aim, shares)


def counts_of(draws, cell):
    shape = draws.in_cell(cell)
    cdp = shape.cdp
    layout = whole_cube(cdp.source, cdp.precision, (cdp.channels, cdp.height, cdp.width), draws.config)
    cube = layout.unpack(filled_input(draws.rng, shape, layout))
    codes = np.uint16 if cdp.precision == "FP16" else DTYPES[cdp.precision]
    same = [item.name for item in fields(Normaliser) if item.name != "precision"]
    normaliser = Normaliser(precision=cdp.precision, **{name: getattr(cdp, name) for name in same})
    return normaliser.apply(np.ascontiguousarray(cube).view(codes)[..., 0], cdp.channels).counts


@pytest.mark.parametrize("seed", range(2))
def test_random_layers_are_legal(config, seed):
    bench = model_bench(config, seed)
    run(CdpKind(bench, SMALL).play_random(12))
    assert sum(layer.stage == "CDP" for layer in clean_layers(bench)) == 12
