"""Faults, as designers make them, that the random tests of the unit itself must catch with one of two seeds."""

from dataclasses import dataclass

from tests.selfcheck.by_hand import HandFault


@dataclass(frozen=True, kw_only=True)
class TwoSeedFault(HandFault):
    """One fault.

    Attributes:
        tests: the unit's random tests, as ``module.class`` in ``tests.sim.nvdla``.
        config: the configuration that it is simulated in.
    """

    tests: tuple[str, ...]
    config: str = "tiny"
