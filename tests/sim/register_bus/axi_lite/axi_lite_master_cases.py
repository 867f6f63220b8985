"""A passive AXI4-Lite agent beside the master of cocotbext-axi."""

from typing import ClassVar

import pyuvm
from cocotb.triggers import Combine
from cocotbext.axi import AxiLiteBus, AxiLiteMaster, AxiResp

from tb.register_bus.observation import RegisterEvent
from tests.sim.register_bus.axi_lite.axi_lite_parts import AxiLiteCase

KINDS = (RegisterEvent.WRITE, RegisterEvent.WRITE_COMPLETE, RegisterEvent.READ, RegisterEvent.READ_DATA)


@pyuvm.test()
class PassiveAgentSeesPublicMaster(AxiLiteCase):
    """What somebody else's master asks for and is answered is observed, reads beside writes."""

    knobs: ClassVar = {"active": False, "refused_addresses": (range(0x100, 0x200),)}

    def join(self):
        bus = AxiLiteBus.from_prefix(self.dut, "s_axi")
        self.master = AxiLiteMaster(bus, self.dut.clk, self.dut.rst_n, reset_active_level=False)

    async def scenario(self):
        assert not hasattr(self.env.agent, "driver")
        master = self.master
        for word in range(8):
            await master.write(4 * word, (100 + word).to_bytes(4, "little"))
        for word in range(8):
            assert (await master.read(4 * word, 4)).data == (100 + word).to_bytes(4, "little")
        assert (await master.read(0x1F0, 4)).resp == AxiResp.DECERR
        both = master.init_write(0, bytes(32)), master.init_read(32, 32)
        await Combine(*(one.wait() for one in both))
        heard = {
            kind: [(seen.address, seen.data, seen.refused) for seen in self.heard if seen.event is kind]
            for kind in KINDS
        }
        assert heard[RegisterEvent.WRITE][:8] == [(4 * word, 100 + word, False) for word in range(8)]
        assert heard[RegisterEvent.READ_DATA][:9] == [
            *((4 * word, 100 + word, False) for word in range(8)),
            (0x1F0, 0, True),
        ]
        assert [len(heard[kind]) for kind in KINDS] == [16, 16, 17, 17]
