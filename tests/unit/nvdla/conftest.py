"""Hardware configurations that tests of models, stimulus and checkers are run for."""

import pytest

from models.nvdla.config import CONFIGS
from models.nvdla.registers import registers as read_registers


@pytest.fixture(params=["nv_full", "tiny"])
def config(request):
    """One after the other; a test that needs something of one of them is parametrised with it."""
    return CONFIGS[request.param]


@pytest.fixture
def registers(config):
    return read_registers(config)
