"""A configuration with one memory port: what copies between memories copies within it."""

from dataclasses import replace

import numpy as np
import pytest

from models.nvdla.config import NV_FULL
from sequences.model_host import ModelHost, run
from sequences.nvdla.bdma import directed as bdma
from sequences.nvdla.bench import make_bench
from sequences.nvdla.registers import running
from sequences.nvdla.rubik import directed as rubik
from tests.unit.models.heard import HeardDevice

ONE_PORT = replace(NV_FULL, ports={"DBB": NV_FULL.ports["DBB"]})


@pytest.mark.parametrize(
    "sequence",
    [bdma.every_route, bdma.full_slots, bdma.many_lines, rubik.every_mode, rubik.rubik_back_to_back]
    + [running.disturb_running_group, running.wrong_group_first],
)
def test_directed_layers_play_with_one_memory(sequence):
    host = ModelHost(HeardDevice(ONE_PORT))
    run(sequence(make_bench(host, ONE_PORT, np.random.default_rng(1))))
    news = host.device.take_news()
    assert news.warnings == news.refused == []
    assert news.started
    assert {layer.writes[0].where.port for layer in news.started} == {"DBB"}
