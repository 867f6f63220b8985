"""Where components hear what monitors publish."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pyuvm import uvm_analysis_export, uvm_component


class ObservationTap(uvm_analysis_export):
    """An analysis export that hands what is published to a function."""

    def __init__(self, name: str, parent: uvm_component, action: Callable[[Any], None]) -> None:
        super().__init__(name, parent)
        self._action = action

    def write(self, observation: Any) -> None:  # noqa: ANN401 - an export takes what its port publishes
        """Take an observation."""
        self._action(observation)
