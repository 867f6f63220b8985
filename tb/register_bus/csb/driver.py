"""Drives requests on the CSB."""

from __future__ import annotations

from models.registers import WORD_BYTES
from tb.register_bus.accesses import RegisterAccess
from tb.register_bus.csb.config import CsbAgentConfig
from tb.register_bus.driver import RegisterBusDriver


class CsbDriver(RegisterBusDriver):
    """Puts items on the pins of the CSB."""

    config: CsbAgentConfig

    async def _offer(self, access: RegisterAccess) -> None:
        bus, item = self.config.bus, access.item
        bus.address.value = item.address // WORD_BYTES
        bus.write_data.value = item.data if item.write else 0
        bus.write.value = int(item.write)
        bus.nposted.value = int(item.write and not item.posted)
        bus.valid.value = 1
        await self._accept(access)
        bus.valid.value = 0

    def _rest(self) -> None:
        bus = self.config.bus
        for pin in (bus.valid, bus.address, bus.write_data, bus.write, bus.nposted):
            pin.value = 0
