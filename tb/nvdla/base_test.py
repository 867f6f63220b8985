"""The base of every NVDLA test."""

from __future__ import annotations

from abc import abstractmethod

from sequences.nvdla.bench import NvdlaBench
from tb.environment.base_test import DeviceBaseTest
from tb.nvdla.env import NvdlaEnv
from tb.nvdla.env_config import NvdlaEnvConfig


class NvdlaBaseTest(DeviceBaseTest[NvdlaEnvConfig, NvdlaBench]):
    """Resets the design, plays `stimulus`, looks at what is left and checks.

    A test overrides `stimulus`, and `configure` where the defaults do not fit.

    Attributes:
        env: the environment.
        provokes: kinds of errors that the test provokes. It passes only if the first error is of the first kind and the
            others are found too; what else follows from them does not matter. A test that provokes none has none.
        announces: names of the rules that the test's program means to break; any other broken rule is an error.
    """

    env: NvdlaEnv
    env_type, config_type = NvdlaEnv, NvdlaEnvConfig

    @abstractmethod
    async def stimulus(self, bench: NvdlaBench) -> None:
        """What the test does."""
