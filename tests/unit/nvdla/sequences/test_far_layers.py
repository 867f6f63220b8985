"""Random layers of SDP, PDP and CDP of which a size goes as far as registers let it: legal, played, and far."""

import pytest

from models.numbers.rounding import limits
from models.nvdla.registers import registers as registers_of
from models.nvdla.sdp.rules.tables import LIMITS
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES, ceil_div
from sequences.model_host import run
from sequences.nvdla.cdp.random import CdpKind, CdpKnobs
from sequences.nvdla.pdp.draw import PdpKnobs
from sequences.nvdla.pdp.random import PdpKind
from sequences.nvdla.sdp.draw.knobs import SdpKnobs
from sequences.nvdla.sdp.random import SdpKind
from sequences.nvdla.tensors.far_size import ATOMS_AT_MOST
from tests.unit.nvdla.sequences.model_bench import clean_layers, model_bench

KINDS = {
    "sdp": (SdpKind, SdpKnobs(far=1.0, flying=0.0, looks_up=0.5)),
    "pdp": (PdpKind, PdpKnobs(far=1.0)),
    "cdp": (CdpKind, CdpKnobs(far=1.0)),
}
DRAWN, PLAYED = 200, 3


@pytest.mark.parametrize("name", KINDS)
def test_every_size_goes_far(config, name):
    kind, knobs = KINDS[name]
    bench = model_bench(config)
    layers = [getattr(shape, name) for shape in (kind(bench, knobs).draw() for _ in range(DRAWN))]
    most = registers_of(config).SDP.D_DATA_CUBE_WIDTH.WIDTH.limit + 1
    for size in ("channels", "height", "width"):
        assert most / 2 < max(getattr(layer, size) for layer in layers) <= most
    for layer in layers:
        atoms = ceil_div(layer.channels, config.atom_bytes // ELEMENT_BYTES[layer.precision])
        assert atoms * layer.height * layer.width <= ATOMS_AT_MOST


@pytest.mark.parametrize("name", KINDS)
def test_they_are_played(config, name):
    kind, knobs = KINDS[name]
    bench = model_bench(config)
    run(kind(bench, knobs).play_random(PLAYED))
    assert len(clean_layers(bench)) >= PLAYED


def test_tables_lie_anywhere_in_what_is_looked_up(config):
    kind, knobs = KINDS["sdp"]
    bench = model_bench(config)
    layers = [shape.sdp for shape in (kind(bench, knobs).draw() for _ in range(DRAWN))]
    starts = [layer.lut.le.start for layer in layers if layer.lut and layer.precision != "FP16"]
    lowest, highest = limits(LIMITS["INT8"].bits)
    assert min(starts) < lowest / 2
    assert max(starts) > highest / 4
