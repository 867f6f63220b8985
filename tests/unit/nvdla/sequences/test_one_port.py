"""A configuration with one memory port: what copies between memories copies within it."""

import numpy as np
import pytest

from models.nvdla.config import CONFIGS
from sequences.model_host import ModelHost, run
from sequences.nvdla.bdma import directed as bdma
from sequences.nvdla.bench import make_bench
from sequences.nvdla.registers import running
from sequences.nvdla.rubik import directed as rubik
from tests.unit.nvdla.models.heard import HeardDevice

TINY = CONFIGS["tiny"]
SEQUENCES = [
    bdma.every_route,
    bdma.full_slots,
    bdma.many_lines,
    rubik.every_mode,
    rubik.rubik_back_to_back,
    running.disturb_running_group,
    running.wrong_group_first,
]


@pytest.mark.parametrize("sequence", SEQUENCES, ids=lambda sequence: sequence.__name__)
def test_directed_layers_play_with_one_memory(sequence):
    host = ModelHost(HeardDevice(TINY))
    run(sequence(make_bench(host, TINY, np.random.default_rng(1))))
    assert list(TINY.ports) == ["DBB"]
    happened = host.device.take_happened()
    assert happened.warnings == happened.refused == []
    assert happened.started
    assert {layer.writes[0].where.port for layer in happened.started} == {"DBB"}
