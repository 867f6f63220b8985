"""Registers on RTL: through the register model's front door, and the sequences over the whole map."""

import pyuvm

from models.registers import Behaviour, ReadKind
from sequences.nvdla.registers import sweep
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

    async def stimulus(self, bench):
        for register in copies(bench.host.env.registers):
            await register.read()


@pyuvm.test()
class RegisterPatternTest(NvdlaBaseTest):
    """Writes patterns into every plain register and reads them back."""

    async def stimulus(self, bench):
        plain = [
            item
            for item in copies(bench.host.env.registers)
            if item.register.behaviour is Behaviour.PLAIN and item.register.read is ReadKind.STATIC
        ]
        for pattern in PATTERNS:
            for register in plain:
                await register.write(pattern)
            for register in plain:
                await register.read()


@pyuvm.test()
class ReadAllTest(NvdlaBaseTest):
    """Every register after reset, in both groups."""

    async def stimulus(self, bench):
        await sweep.read_all(bench)


@pyuvm.test()
class BitBashTest(NvdlaBaseTest):
    """Every bit of every plain register, both ways."""

    async def stimulus(self, bench):
        await sweep.bit_bash(bench)


@pyuvm.test()
class AddressWalkTest(NvdlaBaseTest):
    """No two registers share an address."""

    async def stimulus(self, bench):
        await sweep.address_walk(bench)


@pyuvm.test()
class ReadOnlyTest(NvdlaBaseTest):
    """What cannot be written stays as it is."""

    async def stimulus(self, bench):
        await sweep.write_read_only(bench)


@pyuvm.test()
class UnmappedTest(NvdlaBaseTest):
    """Where no register is, reads give 0 and writes are answered."""

    announces = ("absent-block", "unmapped-register")

    async def stimulus(self, bench):
        await sweep.unmapped(bench)


@pyuvm.test()
class AbsentUnitsTest(NvdlaBaseTest):
    """Where units would be that the configuration lacks, reads give 0 and writes are answered."""

    announces = ("absent-block",)

    async def stimulus(self, bench):
        await sweep.absent(bench)
        await bench.host.read(bench.registers.GLB.S_INTR_STATUS)


@pyuvm.test()
class PointersTest(NvdlaBaseTest):
    """The producer pointers of all blocks."""

    async def stimulus(self, bench):
        await sweep.pointers(bench)


@pyuvm.test()
class InterruptOrdersTest(NvdlaBaseTest):
    """Set, clear, mask and unmask in every order."""

    async def stimulus(self, bench):
        await sweep.interrupt_orders(bench)
