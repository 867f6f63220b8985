"""The register description that the tests of this folder compare."""

import json

import pytest

from models.nvdla.config import NV_FULL
from tb.registers.compile import compile_description
from tb.registers.sources import description
from tb.runner.paths import ROOT

FACTS = ROOT.parent / "shared" / "facts" / "nvdlav1_registers.json"


@pytest.fixture(scope="session")
def full():
    return compile_description(description("nvdla"), "nvdla", [NV_FULL])[0].register_map


@pytest.fixture(scope="session")
def facts():
    if not FACTS.is_file():
        pytest.skip("the list of the real part's registers is not on this machine")
    return json.loads(FACTS.read_text())
