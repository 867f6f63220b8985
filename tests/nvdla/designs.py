"""NVDLA's designs for tests."""

from functools import partial

from tb.nvdla.family import FAMILY
from tests import designs

answered = partial(designs.answered, FAMILY)
"""Arguments as of `designs.answered`, without the family."""
