"""The whole device with a processor that writes its registers and a memory behind its port, both in Python."""

from cocotb.triggers import RisingEdge, with_timeout

from models.vipnano.registers import registers
from models.vipnano.structures.description import NN
from tests.axi_device import AxiDevice

HOST, PS = registers().HOST, registers().PS


class Npu(AxiDevice):
    """A device that is out of reset."""

    memory_bytes = 1 << 22

    async def play(self, jobs, timeout_us: int = 3_000) -> None:
        """Play jobs: structures and where they are."""
        for job, address in jobs:
            self.put(address, job.encode())
            await self.write((PS.NN_INST_ADDR if job.kind is NN else PS.TP_INST_ADDR).address, address)
            await self.write(PS.SEQUENCE_END.address, 0)
            await with_timeout(RisingEdge(self.dut.irq), timeout_us, "us")
            await self.write(HOST.INTR_STATUS.address, 1)
