"""The register description that the tests of this folder look at."""

import pytest

from tests.unit.registers.toy_description import compile_toy


@pytest.fixture(scope="session")
def toy_description(tmp_path_factory):
    return compile_toy(tmp_path_factory.mktemp("description"))


@pytest.fixture(scope="session")
def toy(toy_description):
    return toy_description.register_map
