"""What several groups look at beside an event: what registers hold, which groups run."""

from __future__ import annotations

from models.events import Ended, Finished, RegisterAccess, Reset, Started
from models.layer import EndKind, Layer
from models.nvdla.config import HwConfig
from models.nvdla.groups import GROUPS, group_of
from models.nvdla.register_behaviours import POINTER
from models.nvdla.registers import registers
from models.nvdla.rules import check_layer
from models.registers import Behaviour, Register
from tb.coverage.sampler import Subscriptions
from tb.nvdla.coverage.writers import Writers

IDLE, RUNS = "idle", "other group runs"
"""What a group of a unit does while a layer starts in the other one."""


class DeviceState:
    """The state before the event that is being told.

    Args:
        config: the hardware configuration.

    Attributes:
        registers: the register description.
        layers: those in flight, oldest first: started, and not all of their ends have come.
        writers: the last layers that wrote.
    """

    def __init__(self, config: HwConfig) -> None:
        self.config = config
        self.registers = registers(config)
        self.writers = Writers()
        self._reset()

    @property
    def subscriptions(self) -> Subscriptions:
        """What changes the state."""
        return {
            RegisterAccess: self._access,
            Started: self._started,
            Ended: self._ended,
            Finished: self._finished,
            Reset: lambda _: self._reset(),
        }

    def group_of(self, register: Register) -> int:
        """The group of a register that software reaches."""
        return self._producers.get(register.block, 0) if register.grouped else 0

    def held(self, register: Register, group: int = 0) -> int:
        """What software wrote into a register of a group last."""
        return self._words.get((register.address, group), register.reset)

    def enabled(self, block: str, group: int) -> bool:
        """Whether a ping-pong group was enabled and is not free again."""
        return (block, group) in self._enabled

    def running(self, unit: str) -> frozenset[int]:
        """The groups of a unit whose layer has started and that are not free again."""
        running = (layer for layer in self.layers if layer.stage == unit and not layer.lead.free.confirmed)
        return frozenset(map(group_of, running))

    def in_flight(self, unit: str) -> int:
        """How many layers of a unit are in flight."""
        return sum(layer.stage == unit for layer in self.layers)

    def ignores(self, register: Register) -> bool:
        """Whether a write to the register is ignored, its group being enabled."""
        return register.grouped and self.enabled(register.block, self.group_of(register))

    def meanwhile(self, layer: Layer) -> str:
        """Whether the other group of its unit runs when a layer starts."""
        return RUNS if other(group_of(layer)) in self.running(layer.stage) else IDLE

    def legal(self, layer: Layer) -> bool:
        """Whether a layer breaks no rule: what others do is not settled. Each is checked once, many groups ask."""
        if layer not in self._legal:
            self._legal[layer] = not check_layer(layer.descriptor, self.config)
        return self._legal[layer]

    def _reset(self) -> None:
        self.writers.forget()
        self._legal: dict[Layer, bool] = {}
        self.layers: list[Layer] = []
        self._words: dict[tuple[int, int], int] = {}
        self._producers: dict[str, int] = {}
        self._enabled: set[tuple[str, int]] = set()

    def _access(self, access: RegisterAccess) -> None:
        register = self.registers.at(access.address)
        if not access.write or register is None or self.ignores(register):
            return
        group = self.group_of(register)
        if register.behaviour is POINTER:
            self._producers[register.block] = register.PRODUCER.get(access.data)
        elif register.behaviour is Behaviour.TRIGGER and register.OP_EN.get(access.data):
            self._enabled.add((register.block, group))
        self._words[register.address, group] = access.data & register.write_mask

    def _started(self, event: Started) -> None:
        self.layers.append(event.layer)

    def _ended(self, event: Ended) -> None:
        if event.end.kind is EndKind.FREE:
            self._enabled.discard((event.end.claim.block, group_of(event.end.claim)))

    def _finished(self, event: Finished) -> None:
        self.writers.wrote(event.layer)
        self._legal.pop(event.layer, None)
        if event.layer in self.layers:
            self.layers.remove(event.layer)


def other(group: int) -> int:
    """The other one of two groups."""
    return GROUPS[1 - group]
