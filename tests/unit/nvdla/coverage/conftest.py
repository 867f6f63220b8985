from types import SimpleNamespace

import numpy as np
import pytest

from models.nvdla.device import Device
from sequences.model_host import ModelHost, run
from sequences.nvdla.bench import make_bench
from tb.nvdla.coverage.groups import make_coverage


class Covered:
    """Plays sequences on the reference device alone and counts what they cover."""

    def __init__(self, config, seed=1):
        self.host = ModelHost(Device(config), announces=None)
        self.bench = make_bench(self.host, config, np.random.default_rng(seed))
        self.collector = make_coverage(config)
        self.host.listeners.append(self.collector.notify)

    def play(self, sequence, *args, **settings):
        run(sequence(self.bench, *args, **settings))
        return self

    def group(self, name):
        counts = self.collector.finish()[name]
        assert counts.impossible() == []
        return SimpleNamespace(
            hit=lambda item, label: bool(counts.hit(item, str(label))),
            hits=lambda item: set(counts.hits().get(item, {})),
            labels=lambda item: next(set(one.labels) for one in counts.group.items if one.name == item),
        )


@pytest.fixture
def covered(config):
    return Covered(config)
