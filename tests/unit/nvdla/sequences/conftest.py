import numpy as np
import pytest

from sequences.model_host import ModelHost, run
from sequences.nvdla.bench import make_bench
from tests.unit.nvdla.models.heard import HeardDevice


class RecordingHost(ModelHost):
    """A host on the reference device that notes what stimulus does."""

    def __init__(self, config):
        super().__init__(HeardDevice(config))
        self.done = []

    async def write(self, register, data, *, posted=True):
        self.done.append(("write", register.full_name, data))
        await super().write(register, data, posted=posted)

    def load(self, port, address, data):
        self.done.append(("load", port, address, data.tobytes()))
        super().load(port, address, data)

    def written(self, name):
        return [item[2] for item in self.done if item[:2] == ("write", name)]


class Player:
    """Plays a sequence from a seed."""

    def __init__(self, config):
        self.config, self.bench = config, None

    def __call__(self, sequence, *args, seed=1, **settings):
        host = RecordingHost(self.config)
        self.bench = make_bench(host, self.config, np.random.default_rng(seed))
        run(sequence(self.bench, *args, **settings))
        return host


@pytest.fixture
def play(config):
    return Player(config)
