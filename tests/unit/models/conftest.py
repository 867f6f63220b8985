import numpy as np
import pytest

from models.nvdla.registers import registers
from tests.unit.models.heard import HeardDevice
from tests.unit.models.tiny import TINY


@pytest.fixture
def rng():
    return np.random.default_rng(7)


@pytest.fixture
def device():
    return HeardDevice()


@pytest.fixture
def tiny():
    return HeardDevice(TINY)


@pytest.fixture(scope="session")
def block():
    return registers().BDMA
