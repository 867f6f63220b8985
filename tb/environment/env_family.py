"""What a family gives to its environment and its tests: one `EnvFamily`."""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

import numpy as np
from cocotb.handle import HierarchyObject

from models.memory.footprint import Footprint
from models.memory.ports import MemoryPort
from models.memory.sparse import SparseMemory
from models.pipeline.device import EventDevice
from models.registers import WORD_BYTES, Register
from sequences.host import Host
from sequences.recording import Recorded
from sequences.shrink.shrinking import AnyShrinking
from tb.borders.tapped import TappedUnits
from tb.clocking.config import ClockSpec, ResetSpec
from tb.clocking.state import ResetState
from tb.coverage.collector import Collector
from tb.environment.config import EnvConfig
from tb.findings import Findings
from tb.memory.config import PortRules
from tb.pins import Pin
from tb.register_bus.agent import RegisterBusAgent
from tb.register_bus.config import RegisterBusConfig
from tb.runner.paths import class_line
from tb.scoreboard.limits import DeviceLimits

Config = TypeVar("Config", bound=EnvConfig)
Bench = TypeVar("Bench")


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockPlan:
    """A design's clocks and resets.

    Attributes:
        clocks: all clocks.
        resets: all resets; they are asserted and released together.
        memory: pin of the clock that memory ports have.
    """

    clocks: tuple[ClockSpec, ...]
    resets: tuple[ResetSpec, ...]
    memory: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What an agent of a register bus finds around it.

    Attributes:
        dut: the design.
        reset: its reset.
        findings: those of the test.
        name_address: how messages call a byte address.
    """

    dut: HierarchyObject
    reset: ResetState
    findings: Findings
    name_address: Callable[[int], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class BusPart:
    """A design's register bus.

    Attributes:
        name: what its agent is called in the environment.
        agent: makes the agent.
        config: the agent's configuration.
    """

    name: str
    agent: type[RegisterBusAgent]
    config: RegisterBusConfig


@dataclass(frozen=True, slots=True, kw_only=True)
class HangLook:
    """What is read after a hang or a lost interrupt, and what it says.

    Attributes:
        registers: read in this order.
        say: gives for the words read what they say, and what follows of an interrupt that was lost.
    """

    registers: Sequence[Register]
    say: Callable[[Sequence[int]], tuple[str, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A test that was played since reset, at rest.

    Attributes:
        commands: what its stimulus did.
        written: where its layers wrote.
        memories: the design's memories, by port name.
        device: the reference.
        dialect: the form that its trace is to have, of those that the family has; empty: the first.
    """

    commands: Sequence[Recorded]
    written: Sequence[Footprint]
    memories: Mapping[str, SparseMemory]
    device: EventDevice
    dialect: str = ""


class EnvFamily(ABC, Generic[Config, Bench]):
    """A family's strategies. Its environment names its class as `family`; `config` is the configuration of a test."""

    @abstractmethod
    def pins(self, config: Config) -> Sequence[Pin]:
        """All pins that the design must have."""

    @abstractmethod
    def ports(self, config: Config) -> Sequence[MemoryPort]:
        """Its memory ports; their agents are called as they are, in small letters."""

    @abstractmethod
    def device(self, config: Config) -> EventDevice:
        """The reference device."""

    @abstractmethod
    def clocks(self, config: Config) -> ClockPlan:
        """Its clocks and resets."""

    @abstractmethod
    def register_bus(self, config: Config, around: Surroundings) -> BusPart:
        """The agent through which software reaches the registers."""

    @abstractmethod
    def limits(self, config: Config) -> DeviceLimits:
        """How long the checker waits."""

    @abstractmethod
    def bench(self, host: Host, config: Config, rng: np.random.Generator, *, recorded: bool) -> Bench:
        """What a test's stimulus is given.

        Args:
            host: the processor's side.
            config: the test's configuration.
            rng: the stimulus' own generator.
            recorded: what is played becomes a trace; surfaces lie where those of a trace may.
        """

    def interrupts(self, config: Config) -> Mapping[str, str]:
        """Pin of each interrupt line, by the name of its agent: that of the pin, unless a family calls it otherwise.

        The reference calls lines as their pins.
        """
        return {line: line for line in self.device(config).levels}

    def whole_word(self, device: EventDevice, address: int, data: int, strobe: int) -> int:
        """The word that a register is written with where a write has only some of its bytes.

        The others are those that a read would give, or 0 in a register that shows what the hardware says: what is not
        written there clears nothing. A family's registers may do something else.

        Args:
            device: the reference, before the write.
            address: the register's byte address.
            data: the word on the bus.
            strobe: the bytes that are written, a bit each.
        """
        mask = sum(0xFF << 8 * byte for byte in range(WORD_BYTES) if strobe >> byte & 1)
        register = device.registers.at(address)
        shows_hardware = register is not None and register.behaviour.shows_hardware
        return data & mask | (0 if shows_hardware else device.predict(address).example() & ~mask)

    def port_rules(self, config: Config, port: MemoryPort) -> PortRules:  # noqa: ARG002 - for those that have rules
        """What a memory port keeps beyond AXI."""
        return PortRules()

    def borders(self, config: Config) -> TappedUnits | None:  # noqa: ARG002
        """The borders between units at which a design with taps is compared; None: it has none."""
        return None

    def coverage(self, config: Config) -> Collector | None:  # noqa: ARG002
        """What counts; None: nothing is counted."""
        return None

    def reset_listener(self, config: Config, device: EventDevice) -> Callable[[bool], None] | None:  # noqa: ARG002
        """What is told that the resets were asserted or released, beside the reference; None: nobody."""
        return None

    def errata(self, config: Config) -> Mapping[str, Sequence[str]]:  # noqa: ARG002
        """Ids of faults of the part that registers would show, by ``BLOCK.REGISTER``, where these are errors."""
        return {}

    def look_after_hang(self, device: EventDevice) -> HangLook | None:  # noqa: ARG002
        """What is read after a hang; None: nothing."""
        return None

    async def last_copies(self, bench: Bench, config: Config, device: EventDevice) -> None:
        """Let the design bring out what its memories without pins hold, so that it is compared at the end on the pins.

        Args:
            bench: what the test's stimulus was given.
            config: the test's configuration.
            device: the reference, which knows what they should hold.
        """

    async def last_reads(self, bench: Bench, config: Config) -> None:
        """Read at the end what says that nothing is left: the checker looks at each read."""

    def shrinking(self, config: Config) -> AnyShrinking | None:  # noqa: ARG002
        """How programs of its layers are made smaller; None: they are not."""
        return None

    def export(self, played: Played, config: Config, folder: Path, title: str) -> None:  # noqa: ARG002
        """Write a test as a trace, with the answers of the design under test as goldens.

        Args:
            played: what was played.
            config: the test's configuration.
            folder: the trace's folder.
            title: one line about it.

        Raises:
            TypeError: the family has no traces.
            UnwritableError: that form of trace cannot say what was played.
        """
        raise TypeError(f"{class_line(type(self))} has no export, so that its tests cannot become traces")


def family_of(env: type) -> EnvFamily[Any, Any]:
    """The strategies of an environment.

    Raises:
        TypeError: it names none, or they are not complete.
    """
    wanted = f"EnvFamily ({EnvFamily.__module__.replace('.', '/')}.py)"
    family = getattr(env, "family", None)
    if not (inspect.isclass(family) and issubclass(family, EnvFamily)):
        raise TypeError(f"{class_line(env)}.family is {family!r}: name a class that derives from {wanted}")
    if family.__abstractmethods__:
        lacking = ", ".join(sorted(family.__abstractmethods__))
        raise TypeError(f"{class_line(family)} has no {lacking}, which {wanted} asks for")
    return family()


def check_names(family: EnvFamily[Any, Any], config: EnvConfig, device: EventDevice) -> None:
    """Make sure that a family's pins and its reference device speak of the same interrupt lines and memories.

    Raises:
        TypeError: they do not.
    """
    lines, named = sorted(device.levels), sorted(family.interrupts(config).values())
    if lines != named:
        raise TypeError(f"{class_line(type(family))}.interrupts has the pins {named}, its device the lines {lines}")
    ports = sorted(port.name for port in family.ports(config))
    memories = sorted(set(device.memories).difference(device.pinless))
    if ports != memories:
        raise TypeError(f"{class_line(type(family))}.ports are {ports}, its device has the memories {memories}")
