"""Cases by seed and number."""

import numpy as np

from tests.fuzz.attaching import attach_case
from tests.fuzz.programs import bases, program_case
from tests.fuzz.traces import CONFIG_NAMES, master_case, nvdlav1_case

KINDS = {"nvdlav1": nvdlav1_case, "master": master_case, "program": program_case, "attach": attach_case}


def kind_of(number):
    """The name of a case's kind: they come in turns."""
    return list(KINDS)[number % len(KINDS)]


def case_of(seed, number):
    """Name of the folder, contents of its files, and what reads it."""
    return KINDS[kind_of(number)](np.random.default_rng((seed, number)))


def prepare():
    """Make what all cases share."""
    for name in CONFIG_NAMES:
        bases(name)
