"""Each fault of `planted` is caught by its test, and taps name the block that has it."""

import pytest

from tb.sophgo.family import FAMILY
from tests.selfcheck.by_hand import check_planted
from tests.selfcheck.named_unit import PlantedFaults
from tests.selfcheck.sophgo.planted import FAULTS, NETWORK, QUICK

PLANTED = PlantedFaults(FAMILY, FAULTS, QUICK)


@pytest.fixture(scope="module")
def design(tmp_path_factory):
    return PLANTED.design(tmp_path_factory.mktemp("planted") / "rtl")


def test_names_and_texts_tell_faults_apart():
    check_planted(FAULTS)


@pytest.mark.parametrize("number", list(PLANTED.cases()))
def test_a_fault_is_caught_and_its_block_is_named(design, number):
    PLANTED.check_named(design, number)


@pytest.mark.long
def test_without_a_fault_nothing_is_said(design):
    record, log = PLANTED.played(design, NETWORK)
    assert record.passed, log
