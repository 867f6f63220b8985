"""The register model on RTL: every register's reset value, and patterns through the front door, in both groups."""

import pyuvm

from models.registers import Behaviour, ReadKind
from tb.nvdla.base_test import NvdlaBaseTest
from tb.ral.model import RegisterModel

PATTERNS = (0xFFFF_FFFF, 0x5A5A_A5A5, 0x0000_0000)


def copies(model: RegisterModel):
    """Every register of the model, grouped ones once a group."""
    for block in model.blocks.values():
        for holder in (block, *block.groups):
            yield from holder.registers.values()


@pyuvm.test()
class RegisterResetTest(NvdlaBaseTest):
    """Reads every register after reset: the reference predicts each, the mirror those that nothing changes."""

    async def stimulus(self, stage):
        for register in copies(stage.host.env.registers):
            await register.read()


@pyuvm.test()
class RegisterPatternTest(NvdlaBaseTest):
    """Writes patterns into every plain register and reads them back."""

    async def stimulus(self, stage):
        plain = [
            item
            for item in copies(stage.host.env.registers)
            if item.register.behaviour is Behaviour.PLAIN and item.register.read is ReadKind.STATIC
        ]
        for pattern in PATTERNS:
            for register in plain:
                await register.write(pattern)
            for register in plain:
                await register.read()
