"""NVDLA's cases: traces of both dialects, register programs, and compiled networks."""

from tests.fuzz.nvdla.loadables import base, loadable_case
from tests.fuzz.nvdla.programs import bases, program_case
from tests.fuzz.nvdla.traces import CONFIG_NAMES, master_case, nvdlav1_case

KINDS = {"nvdlav1": nvdlav1_case, "master": master_case, "program": program_case, "loadable": loadable_case}


def prepare():
    """Make what all cases share."""
    for name in CONFIG_NAMES:
        bases(name)
    base()
