"""A whole device behind AXI, without the bench: its registers by AXI4-Lite and a memory behind its port, in Python."""

import logging
from typing import ClassVar, Self

import cocotb
import numpy as np
from cocotb.triggers import RisingEdge, Timer
from cocotbext.axi import AxiBus, AxiLiteBus, AxiLiteMaster, AxiRam

from tb.clocking.config import ClockSpec
from tb.clocking.driver import toggle


class AxiDevice:
    """A device that is out of reset.

    Attributes:
        memory_bytes: size of its memory.
    """

    memory_bytes: ClassVar[int]

    @classmethod
    async def start(cls, dut) -> Self:
        self = cls()
        logging.getLogger("cocotb").setLevel(logging.WARNING)
        cocotb.start_soon(toggle(ClockSpec("aclk", 10), dut.aclk))
        dut.aresetn.value = 0
        self.dut = dut
        self.bus = AxiLiteMaster(AxiLiteBus.from_prefix(dut, "s_axil"), dut.aclk, dut.aresetn, False)
        self.memory = AxiRam(AxiBus.from_prefix(dut, "m_axi"), dut.aclk, dut.aresetn, False, size=self.memory_bytes)
        await Timer(100, "ns")
        dut.aresetn.value = 1
        await RisingEdge(dut.aclk)
        return self

    async def read(self, address: int) -> int:
        """A register."""
        return int.from_bytes((await self.bus.read(address, 4)).data, "little")

    async def write(self, address: int, value: int) -> None:
        """A register."""
        await self.bus.write(address, value.to_bytes(4, "little"))

    def put(self, offset: int, data) -> None:
        """Write memory."""
        self.memory.write(offset, bytes(data))

    def get(self, offset: int, count: int, dtype="u1") -> np.ndarray:
        """Read so many elements from memory."""
        return np.frombuffer(self.memory.read(offset, count * np.dtype(dtype).itemsize), dtype)
