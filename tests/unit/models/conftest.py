import numpy as np
import pytest

from models.nvdla.device import Device
from models.nvdla.registers import registers
from tests.unit.models.tiny import TINY


@pytest.fixture
def rng():
    return np.random.default_rng(7)


@pytest.fixture
def device():
    return Device()


@pytest.fixture
def tiny():
    return Device(TINY)


@pytest.fixture(scope="session")
def block():
    return registers().BDMA
