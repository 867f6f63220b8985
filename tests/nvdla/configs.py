"""Configurations as parameters of tests."""

import pytest

from models.nvdla.config import CONFIGS


def quick_on_tiny(*others):
    """The small configuration, which `make test` plays, and behind it others, which are left to `make long`."""
    return [CONFIGS["tiny"], *(pytest.param(CONFIGS[name], marks=pytest.mark.long) for name in others)]
