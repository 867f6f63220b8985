"""Programs with everything that may go on beside them: a little of each scenario (docs/regressions.md)."""

import pyuvm

from tb.nvdla.knobs import ProgramsTestKnobs
from tests.sim.nvdla.programs import ProgramsTest

NEEDS = ("CDMA", "SDP", "PDP", "CDP")


@pyuvm.test()
class ScenariosTest(ProgramsTest):
    """Illegal layers, resets, storms of interrupts, masks, polling, no look at groups, many images."""

    knobs = ProgramsTestKnobs(
        programs=4, illegal=0.3, resets=0.4, storms=0.3, rush=0.5, polling=0.3, masked=0.3, images=0.5
    )
