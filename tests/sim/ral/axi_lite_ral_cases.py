"""The register model in front of the AXI4-Lite agent."""

from typing import ClassVar

import pyuvm
from pyuvm import uvm_status_e

from tb.create import create
from tb.ral.mirror import RegisterMirror
from tb.ral.model import RegisterModel
from tb.register_bus.adapter import RegisterAdapter
from tb.register_bus.predictor import RegisterPredictor, RegisterPredictorConfig
from tests.sim.register_bus.axi_lite.axi_lite_parts import AxiLiteCase, write
from tests.unit.ral.small_map import small_map

OK, NOT_OK = uvm_status_e.UVM_IS_OK, uvm_status_e.UVM_NOT_OK


class ModelCase(AxiLiteCase):
    """With the register model in front."""

    def build_phase(self):
        super().build_phase()
        self.model = RegisterModel(small_map())
        config = RegisterPredictorConfig(mirror=RegisterMirror(self.model), reset=self.env.reset)
        self.predictor = create(RegisterPredictor, "predictor", self, config)

    def connect_phase(self):
        self.env.agent.monitor.ap.connect(self.predictor.analysis_export)

    def end_of_elaboration_phase(self):
        self.model.connect(self.env.agent.sequencer, RegisterAdapter())


@pyuvm.test()
class RegisterModelOnAxiLite(ModelCase):
    """The register model's front door, its mirror, and what it says of a refused access."""

    expected = ("axi-lite-response",)

    async def scenario(self):
        control = self.model.UNIT.S_CONTROL
        assert await control.write(0x21) == OK
        assert await control.read() == (OK, 0x21)
        self.dut.refuse.value = 1
        assert await control.write(0x71) is NOT_OK
        status, _ = await control.read()
        assert status is NOT_OK
        assert control.mirrored == 0x71
        self.dut.refuse.value = 0
        assert await control.read() == (OK, 0x21)
        assert control.mirrored == 0x21


@pyuvm.test()
class PartOfAModelledRegister(ModelCase):
    """Of a register that was written in part the mirror knows no more than before, until it is read."""

    knobs: ClassVar = {"partial_writes": True}

    async def scenario(self):
        size = self.model.UNIT.groups[0].D_SIZE
        assert await size.write(0x0A0B) == OK
        await self.play(write(size.register.address // 4, 0xFFFF, strobe=0b0010, posted=False))
        assert size.mirrored == 0x0A0B
        assert await size.read() == (OK, 0xFF0B)
        assert size.mirrored == 0xFF0B
