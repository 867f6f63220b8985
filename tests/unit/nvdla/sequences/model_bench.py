"""A bench whose accelerator is the model, and what every test of a program on it asks for."""

import numpy as np

from models.nvdla.interrupts import LINE
from sequences.model_host import ModelHost
from sequences.nvdla.bench import make_bench
from tests.unit.nvdla.models.heard import HeardDevice


def model_bench(config, seed=1, announces=()):
    return make_bench(ModelHost(HeardDevice(config), announces), config, np.random.default_rng(seed))


def clean_layers(bench):
    """The layers that were played: all are over, none broke a rule, and every interrupt is served."""
    device = bench.host.device
    happened = device.take_happened()
    assert (happened.warnings, happened.refused) == ([], [])
    assert (device.layers_in_flight, device.claims_waiting) == ([], [])
    assert device.levels == {LINE: {0}}, "every interrupt is served"
    assert not any(layer.races or layer.unknown_reads for layer in happened.started)
    return happened.started
