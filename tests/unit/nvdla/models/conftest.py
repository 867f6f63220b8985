import numpy as np
import pytest

from tests.unit.nvdla.models.heard import HeardDevice


@pytest.fixture
def rng():
    return np.random.default_rng(7)


@pytest.fixture
def device(config):
    return HeardDevice(config)


@pytest.fixture
def block(registers):
    return registers.BDMA
