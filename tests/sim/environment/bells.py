"""A family made for tests, with its environment: registers on AXI4-Lite, two interrupt lines, no memory, no layers."""

from models.blocks.interrupts import InterruptBlock
from models.blocks.register_block import RegisterBlock
from models.pipeline.device import EventDevice
from models.pipeline.plain_rulebook import PlainRulebook
from models.registers import Behaviour, ReadKind
from tb.clocking.config import ClockSpec, ResetSpec
from tb.environment.axi_lite import axi_lite_part
from tb.environment.base_test import DeviceBaseTest
from tb.environment.config import EnvConfig
from tb.environment.env import DeviceEnv
from tb.environment.env_family import ClockPlan, EnvFamily
from tb.pins import Pin, PinDirection, PinRole
from tb.register_bus.axi_lite.pins import axi_lite_pins, axi_lite_signals
from tb.scoreboard.limits import DeviceLimits
from tests.made_devices import BLOCK_BYTES, made_block, made_map

SIGNALS = axi_lite_signals("s_axi_")
LINES = {"bell_low": ("C", "D"), "bell_high": ("E",)}
BITS = [(name, low, 1) for low, name in enumerate(name for bits in LINES.values() for name in bits)]
FAULTS = ("swap", "forget")


def register_map():
    return made_map(
        "bells",
        made_block("NOTES", 0, ("FIRST", ("WORD", 0, 32), {}), ("SECOND", ("WORD", 0, 32), {})),
        made_block(
            "BELLS",
            BLOCK_BYTES,
            ("STATUS", *BITS, {"read": ReadKind.ONE_OF, "behaviour": Behaviour.WRITE_ONE_TO_CLEAR}),
            ("MASK", *BITS, {}),
            ("SET", *BITS, {"behaviour": Behaviour.PULSE}),
        ),
    )


class BellsDevice(EventDevice):
    """Two notes, and bells that software rings."""

    def __init__(self):
        registers = register_map()
        bells = InterruptBlock(registers.blocks["BELLS"], "STATUS", "MASK", LINES)
        blocks = {"NOTES": RegisterBlock(registers.blocks["NOTES"]), "BELLS": bells}
        super().__init__(
            registers, blocks, (), memories={}, rulebook=PlainRulebook((), None, "tests"), interrupts=bells
        )


class BellsFamily(EnvFamily):
    """What an environment asks for, and nothing more."""

    def pins(self, _config):
        pins = [Pin("clk", 1, PinDirection.INPUT, PinRole.CLOCK), Pin("rst_n", 1, PinDirection.INPUT, PinRole.RESET)]
        lines = [Pin(line, 1, PinDirection.OUTPUT, PinRole.CONTROL) for line in LINES]
        return [*pins, *axi_lite_pins(SIGNALS, address_bits=16), *lines]

    def ports(self, _config):
        return ()

    def device(self, _config):
        return BellsDevice()

    def clocks(self, config):
        return ClockPlan(clocks=(ClockSpec("clk", config.core_period_ns),), resets=(ResetSpec("rst_n"),), memory="clk")

    def register_bus(self, config, around):
        return axi_lite_part(config, around, SIGNALS, "clk")

    def limits(self, _config):
        return DeviceLimits(granule_bytes=4, end_cycles=10, window_cycles=8, rereads=1, spare_beats=0)

    def bench(self, host, *_others, **_options):
        return host

    async def last_reads(self, bench, _config):
        await bench.read(register_map().blocks["BELLS"].registers["STATUS"])


class BellsEnv(DeviceEnv):
    """The environment around it."""

    family = BellsFamily


class BellsBaseTest(DeviceBaseTest):
    """The base of its tests."""

    env_type, config_type = BellsEnv, EnvConfig
    fault = ""
    registers = register_map()

    def configure(self):
        levels = {name: int(name == self.fault) for name in FAULTS}
        return EnvConfig(seed=self.seed, watchdog_cycles=200, tie_offs=levels)

    def register(self, block, name):
        return self.registers.blocks[block].registers[name]
