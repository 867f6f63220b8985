"""Each fault of `planted` is caught (see `PlantedFault`)."""

import pytest

from tests.selfcheck.by_hand import check_planted
from tests.selfcheck.nvdla.planted.assertions import PLANTED_ASSERTIONS
from tests.selfcheck.nvdla.planted.memory import PLANTED_MEMORY
from tests.selfcheck.nvdla.planted.sdp import PLANTED_SDP
from tests.selfcheck.nvdla.planted.statuses import PLANTED as PLANTED_STATUSES
from tests.selfcheck.nvdla.two_seeds.faults import FAULTS as TWO_SEEDS
from tests.selfcheck.planted_fault import check_caught, parameters

PLANTED = (*PLANTED_MEMORY, *PLANTED_STATUSES, *PLANTED_SDP, *PLANTED_ASSERTIONS)


@pytest.mark.parametrize("faults", [PLANTED, TWO_SEEDS.values()], ids=["planted", "two-seeds"])
def test_names_and_texts_tell_faults_apart(faults):
    check_planted(faults)


@pytest.mark.parametrize("fault", parameters(PLANTED))
def test_planted_fault_is_caught(fault):
    check_caught(fault)
