"""Keeps a register model's mirror by what the monitor of a register bus sees."""

from __future__ import annotations

from dataclasses import dataclass

from pyuvm import uvm_subscriber

from tb.clocking.state import ResetState
from tb.ral.mirror import PendingRead, RegisterMirror
from tb.register_bus.observation import ALL_BYTES, RegisterEvent, RegisterObservation


@dataclass(frozen=True, slots=True, kw_only=True)
class RegisterPredictorConfig:
    """Configuration of a `RegisterPredictor`.

    Attributes:
        mirror: what is kept.
        reset: the design's reset.
    """

    mirror: RegisterMirror
    reset: ResetState


class RegisterPredictor(uvm_subscriber):
    """Tells a `RegisterMirror` every access on the register bus and every reset; connect it to the monitor's `ap`.

    Its configuration is the entry ``config`` of pyuvm's ConfigDB.
    """

    def build_phase(self) -> None:
        """Take the configuration."""
        super().build_phase()
        config: RegisterPredictorConfig = self.cdb_get("config")
        self._mirror, self._reset = config.mirror, config.reset
        self._pending: dict[tuple[int, float], PendingRead | None] = {}

    async def run_phase(self) -> None:
        """Forget everything at each reset."""
        while True:
            await self._reset.assertion()
            self._mirror.reset()
            self._pending.clear()
            await self._reset.release()

    def write(self, tt: RegisterObservation) -> None:
        """Take an observation."""
        request = (tt.address, tt.request_time_ns)
        if tt.event is RegisterEvent.WRITE:
            if tt.strobe == ALL_BYTES:  # of a part, the next read tells what became of the whole
                self._mirror.write(tt.address, tt.data)
        elif tt.event is RegisterEvent.READ:
            self._pending[request] = self._mirror.request(tt.address)
        elif tt.event is RegisterEvent.READ_DATA:
            pending = self._pending.pop(request, None)
            if pending and not tt.refused:
                self._mirror.read(pending, tt.data)
