"""Each fault of `planted` is caught (see `PlantedFault`)."""

import pytest

from tests.selfcheck.nvdla.planted.assertions import PLANTED_ASSERTIONS
from tests.selfcheck.nvdla.planted.memory import PLANTED_MEMORY
from tests.selfcheck.nvdla.planted.sdp import PLANTED_SDP
from tests.selfcheck.nvdla.planted.statuses import PLANTED as PLANTED_STATUSES
from tests.selfcheck.planted_fault import check_caught, parameters

PLANTED = (*PLANTED_MEMORY, *PLANTED_STATUSES, *PLANTED_SDP, *PLANTED_ASSERTIONS)


def test_names_tell_faults_apart():
    assert len({fault.name for fault in PLANTED}) == len(PLANTED)


@pytest.mark.parametrize("fault", parameters(PLANTED))
def test_planted_fault_is_caught(fault):
    check_caught(fault)
