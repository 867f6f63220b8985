"""Tests of a family made for tests: what they share with those of every family."""

import pyuvm

from tests.sim.environment.bells import LINES, BellsBaseTest


@pyuvm.test()
class NotesAreComparedTest(BellsBaseTest):
    """What is written is read again, and the reference has predicted it."""

    async def stimulus(self, bench):
        word = int(self.rng.integers(1 << 32))
        await bench.write(self.register("NOTES", "FIRST"), word)
        await bench.write(self.register("NOTES", "SECOND"), word ^ 0xFFFF_FFFF, posted=False)
        assert await bench.read(self.register("NOTES", "FIRST")) == word
        assert self.env.registers.NOTES.SECOND.mirrored == word ^ 0xFFFF_FFFF
        assert self.env.checker.counters["register reads compared"] == 1


@pyuvm.test()
class PartsHaveTheirPathsTest(BellsBaseTest):
    """Generators hang on the paths of parts; a family names those that only it has."""

    async def stimulus(self, bench):
        paths = [agent.get_full_name() for agent in (self.env.register_bus, *self.env.interrupts.values())]
        top = self.get_full_name()
        assert paths == [f"{top}.env.axi_lite", f"{top}.env.bell_low", f"{top}.env.bell_high"]
        await bench.read(self.register("NOTES", "FIRST"))


@pyuvm.test()
class EachBellHasItsLineTest(BellsBaseTest):
    """An interrupt shows on its own line; the host waits for either."""

    async def stimulus(self, bench):
        status, ring = (self.register("BELLS", name) for name in ("STATUS", "SET"))
        for line, names in LINES.items():
            for name in names:
                bit = status.fields[name].mask
                await bench.write(ring, bit)
                await bench.wait_interrupt()
                levels = {other: bool(agent.monitor.level) for other, agent in self.env.interrupts.items()}
                assert levels == {other: other == line for other in LINES}
                assert await bench.read(status) == bit
                await bench.write(status, bit)
                await bench.pause(20)
                assert not bench.interrupt_level()


@pyuvm.test()
class SwappedLinesAreFoundTest(BellsBaseTest):
    """Lines that ring for each other: the checker knows each by its name."""

    fault = "swap"
    provokes = ("extra-interrupt", "lost-interrupt")

    async def stimulus(self, bench):
        await bench.write(self.register("BELLS", "SET"), 1)
        await bench.wait_interrupt()
        await bench.pause(30)


@pyuvm.test()
class ForgottenHalfIsFoundTest(BellsBaseTest):
    """A register that does not keep what it must."""

    fault = "forget"
    provokes = ("wrong-register",)

    async def stimulus(self, bench):
        await bench.write(self.register("NOTES", "SECOND"), 0x1234_5678)
        assert await bench.read(self.register("NOTES", "SECOND")) == 0x5678


@pyuvm.test()
class SilentBellIsAHangTest(BellsBaseTest):
    """A masked bell rings nobody: what waits for it has hung."""

    provokes = ("hang",)

    async def stimulus(self, bench):
        await bench.write(self.register("BELLS", "MASK"), 1)
        await bench.write(self.register("BELLS", "SET"), 1)
        await bench.wait_interrupt()
