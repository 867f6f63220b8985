"""What a test itself does wrong is found too: each of these plays on a design without a fault."""

import re
import sys
from dataclasses import replace

import numpy as np
import pyuvm
from cocotb.triggers import Event

from sequences.nvdla.bdma.layers import Copy
from sequences.nvdla.bdma.shapes import CopyShape, allocate_copy
from sequences.nvdla.firmware.slots import gather, launch, serve_groups
from sequences.nvdla.tensors.side_shape import SideShape
from tb.nvdla.base_test import NvdlaBaseTest
from tb.nvdla.env_config import NvdlaEnvConfig


def small_copy(bench):
    return allocate_copy(bench, CopyShape(source=SideShape("DBB"), destination=SideShape("CVSRAM"), line_atoms=2))


def copy_layer(bench):
    x = bench.tensor(np.arange(24).reshape(2, 3, 4), "INT8")
    return Copy(x, bench.empty(x.shape, "INT8"))


@pyuvm.test()
class NothingComparedTest(NvdlaBaseTest):
    """A test that does nothing."""

    provokes = ("nothing-compared",)

    async def run_phase(self):
        self.raise_objection()
        await self.env.restart()
        self.drop_objection()


@pyuvm.test()
class EmptyTest(NvdlaBaseTest):
    """A test whose stimulus does nothing: the bench's own last look compares nothing for it."""

    provokes = ("nothing-compared",)

    async def stimulus(self, _bench):
        pass


@pyuvm.test()
class ForgottenAwaitTest(NvdlaBaseTest):
    """A layer that is not awaited is not played."""

    provokes = ("stimulus",)

    async def stimulus(self, bench):
        await bench.play(copy_layer(bench))
        bench.play(copy_layer(bench))


@pyuvm.test()
class NotAsyncTest(NvdlaBaseTest):
    """A stimulus that is a plain function."""

    provokes = ("stimulus", "nothing-compared")

    def stimulus(self, bench):
        small_copy(bench)


@pyuvm.test()
class OwnLineTest(NvdlaBaseTest):
    """What npuvm raises is told at the line of the test that led there."""

    provokes = ("stimulus", "nothing-compared")

    async def stimulus(self, bench):
        bench.config.port("MC")

    def report_phase(self):
        super().report_phase()
        first = self.env.findings.errors[0]
        where = r"tests/selfcheck/nvdla/misuse\.py:\d+: no memory is called 'MC'; .* \(ValueError\)$"
        assert re.match(where, first.message)


@pyuvm.test()
class NoBenchTest(NvdlaBaseTest):
    """A stimulus that takes no bench."""

    provokes = ("stimulus", "nothing-compared")

    async def stimulus(self):
        pass

    def report_phase(self):
        super().report_phase()
        assert "misuse.py" in self.env.findings.errors[0].message


@pyuvm.test()
class LeavesPythonTest(NvdlaBaseTest):
    """A stimulus that ends the process."""

    provokes = ("stimulus", "nothing-compared")

    async def stimulus(self, _bench):
        sys.exit(0)


@pyuvm.test()
class WaitsForNothingTest(NvdlaBaseTest):
    """A stimulus that waits for what nobody brings, while no layer is in flight."""

    provokes = ("hang",)

    def configure(self):
        return NvdlaEnvConfig(seed=self.seed, watchdog_cycles=100)

    async def stimulus(self, bench):
        await bench.play(copy_layer(bench))
        await Event().wait()


@pyuvm.test()
class LongPauseTest(WaitsForNothingTest):
    """A stimulus that waits as long on purpose."""

    provokes = ()

    async def stimulus(self, bench):
        await bench.play(copy_layer(bench))
        await bench.host.pause(20_000)


@pyuvm.test()
class UnservedInterruptTest(NvdlaBaseTest):
    """A test that starts a layer and does not serve its interrupt."""

    provokes = ("unserved-interrupt",)

    async def stimulus(self, bench):
        await gather(bench, [small_copy(bench)])
        await launch(bench, 0)
        await bench.host.wait_interrupt()


@pyuvm.test()
class UninitialisedReadTest(NvdlaBaseTest):
    """A layer whose input nothing ever wrote."""

    provokes = ("uninitialised-read",)

    async def stimulus(self, bench):
        transfer = small_copy(bench)
        for memory in (bench.host.env.memories, bench.host.env.device.memories):
            memory["DBB"].clear()
        await gather(bench, [transfer])
        await launch(bench, 1)
        await serve_groups(bench, 1)


@pyuvm.test()
class TooLargeTest(NvdlaBaseTest):
    """A layer is started that is larger than the reference device computes."""

    provokes = ("not-modelled",)

    async def stimulus(self, bench):
        copy, lines = small_copy(bench), 1 << 13
        line_bytes = copy.line_atoms * bench.config.atom_bytes
        surface_bytes = lines * line_bytes
        strides = {"line_stride_bytes": line_bytes, "surface_stride_bytes": surface_bytes}
        large = replace(
            copy,
            source=replace(copy.source, address=0, **strides),
            destination=replace(copy.destination, address=0, **strides),
            lines=lines,
            surfaces=lines,
        )
        await gather(bench, [large])
        await launch(bench, 0)
