"""Each fault of `planted` is caught: by the test that is named for it, with an error of the kind that is named.

`make test` plays the first fault of each kind of error, `make long` the others.
"""

import pytest

from tb.findings import Severity
from tb.runner.jobs.job import CONFIG_VARIABLE
from tests.nvdla.designs import answered
from tests.selfcheck.nvdla.planted.assertions import PLANTED_ASSERTIONS
from tests.selfcheck.nvdla.planted.memory import PLANTED_MEMORY
from tests.selfcheck.nvdla.planted.sdp import PLANTED_SDP
from tests.selfcheck.nvdla.planted.statuses import PLANTED as PLANTED_STATUSES
from tests.simulation import play

PLANTED = (*PLANTED_STATUSES, *PLANTED_MEMORY, *PLANTED_SDP, *PLANTED_ASSERTIONS)
FIRST = {fault.kind: fault for fault in reversed(PLANTED)}


def played_when(fault):
    """A fault as a parameter of a test, with when it is played."""
    return pytest.param(fault, id=str(fault), marks=() if FIRST[fault.kind] is fault else pytest.mark.long)


def test_names_tell_faults_apart():
    assert len({fault.name for fault in PLANTED}) == len(PLANTED)


@pytest.mark.parametrize("fault", [played_when(fault) for fault in PLANTED])
def test_planted_fault_is_caught(fault):
    assert fault.changed != fault.path.read_text()
    design = answered(fault.responder, fault.config, fault.design())
    result = play(design, fault.module, "icarus", test_filter=fault.test_filter, env={CONFIG_VARIABLE: fault.config})
    assert not result.problem, f"{result.problem}; log {result.log}"
    (record,) = result.records
    errors = [finding for finding in record.findings if finding.severity is Severity.ERROR]
    assert errors, f"{fault.test} did not see it; log {result.log}"
    assert errors[0].kind == fault.kind, f"first error: {errors[0].kind}: {errors[0].message}; log {result.log}"
