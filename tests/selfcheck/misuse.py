"""What a test itself does wrong is found too: each of these plays on a design without a fault."""

import pyuvm

from sequences.nvdla.bdma import CopyShape, gather, launch, place_copy, serve_groups
from tb.nvdla.base_test import NvdlaBaseTest


def small_copy(stage):
    return place_copy(stage, CopyShape(source="MC", destination="CVSRAM", line_atoms=2))


@pyuvm.test()
class NothingComparedTest(NvdlaBaseTest):
    """A test that does nothing."""

    provokes = ("nothing-compared",)

    async def run_phase(self):
        self.raise_objection()
        await self.env.restart()
        self.drop_objection()


@pyuvm.test()
class UnservedInterruptTest(NvdlaBaseTest):
    """A test that starts a layer and does not serve its interrupt."""

    provokes = ("unserved-interrupt",)

    async def stimulus(self, stage):
        await gather(stage, [small_copy(stage)])
        await launch(stage, 0)
        await stage.host.wait_interrupt()


@pyuvm.test()
class UninitialisedReadTest(NvdlaBaseTest):
    """A layer whose input nothing ever wrote."""

    provokes = ("uninitialised-read",)

    async def stimulus(self, stage):
        transfer = small_copy(stage)
        for memory in (stage.host.env.memories, stage.host.env.device.memories):
            memory["DBB"].clear()
        await gather(stage, [transfer])
        await launch(stage, 1)
        await serve_groups(stage, 1)


@pyuvm.test()
class UnitMissingTest(NvdlaBaseTest):
    """A unit is started whose data path is not there yet."""

    provokes = ("not-modelled",)

    async def stimulus(self, stage):
        register = stage.registers.CDP.D_OP_ENABLE
        await stage.host.write(register, register.encode(OP_EN="ENABLE"))
        await stage.host.read(register)
