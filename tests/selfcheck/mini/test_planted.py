"""Each fault of `planted` is caught (see `PlantedFault`)."""

import pytest

from tests.selfcheck.by_hand import check_planted
from tests.selfcheck.mini.planted import PLANTED
from tests.selfcheck.planted_fault import check_caught, parameters


def test_names_and_texts_tell_faults_apart():
    check_planted(PLANTED)


@pytest.mark.parametrize("fault", parameters(PLANTED))
def test_planted_fault_is_caught(fault):
    check_caught(fault)
