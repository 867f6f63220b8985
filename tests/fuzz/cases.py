"""Cases by seed and number: those of the family that is meant, and attach descriptions."""

import os
from importlib import import_module
from importlib.util import find_spec

import numpy as np

from tb.runner.family.find import load_family
from tests.fuzz.attaching import attach_case

FAMILY = f"tests.fuzz.{load_family(os.environ.get('FAMILY')).name}"
OF_FAMILY = import_module(f"{FAMILY}.cases") if find_spec(FAMILY) else None
"""Its `KINDS`, and `prepare`, which makes what they share."""
KINDS = (OF_FAMILY.KINDS if OF_FAMILY else {}) | {"attach": attach_case}


def kind_of(number):
    """The name of a case's kind: they come in turns."""
    return list(KINDS)[number % len(KINDS)]


def case_of(seed, number):
    """Name of the folder, contents of its files, and what reads it."""
    return KINDS[kind_of(number)](np.random.default_rng((seed, number)))


def prepare():
    """Make what all cases share."""
    if OF_FAMILY:
        OF_FAMILY.prepare()
