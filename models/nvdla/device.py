"""The reference device: register writes in, memory, interrupts and statuses out, bit by bit (design 'Time and order').

It is an event machine. A layer starts when software starts it; its whole result is computed then. It finishes at an
event: with RTL the bench says what the monitors saw (`answered`, `complete`, `settle`, `observe`), alone the device
finishes layers in the order in which they started (`advance`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from models.hazards import apply_writes, forget_contested, load_races, settle_own_races, settle_races
from models.layer import Layer
from models.memory import Bytes, SparseMemory
from models.nvdla.bdma import Bdma
from models.nvdla.blocks import PingPongBlock, make_block
from models.nvdla.config import NV_FULL, HwConfig
from models.nvdla.glb import HIGH, Glb
from models.nvdla.registers import registers
from models.nvdla.rubik import Rubik
from models.nvdla.unit import Compute, Unit, UnitContext
from models.prediction import Prediction
from models.reference import News

UNITS: Mapping[str, type[Unit]] = MappingProxyType(
    {"BDMA": Bdma, "RBK": Rubik}
)  # units whose data path the reference has


@dataclass(slots=True)
class Progress:
    """How far a layer in flight is.

    Attributes:
        written: its writes are in memory.
        raised: its interrupt has come.
        elapsed_cycles: clock cycles that it took at most, where somebody counted them.
    """

    written: bool = False
    raised: bool = False
    elapsed_cycles: int | None = None


class Device:
    """NVDLA without time.

    Attributes:
        memories: one memory for each port, by port name.
        layers_in_flight: layers that started and have not ended, in the order in which they started.
    """

    def __init__(self, config: HwConfig = NV_FULL) -> None:
        self.config = config
        self.registers = registers(config)
        self.memories = {port.name: SparseMemory() for port in config.ports.values()}
        self._glb = Glb(self.registers.GLB)
        context = UnitContext(config, self.memories, self._start, self._warn, self._refuse)
        self._units = {name: unit(self.registers.blocks[name], context) for name, unit in UNITS.items()}
        self._blocks = {name: make_block(block) for name, block in self.registers.blocks.items()}
        self._blocks |= {"GLB": self._glb, **self._units}
        self._progress: dict[Layer, Progress] = {}
        self.reset()

    def reset(self) -> None:
        """Reset: registers at their reset values, nothing in flight. Memory stays.

        How much of its result a layer wrote that the reset cuts off, nothing settles.
        """
        for layer in self._writing:
            for stream in layer.writes:
                self.memories[stream.where.port].forget(stream.where.addresses, stream.where.chunk_bytes)
        for block in self._blocks.values():
            block.reset()
        self._progress = {}
        self._news = News()
        self._started = 0

    @property
    def layers_in_flight(self) -> list[Layer]:
        """Layers that started and have not ended, oldest first."""
        return list(self._progress)

    def write(self, address: int, data: int) -> None:
        """A register write reaches the device; where nothing is, nothing happens."""
        register = self.registers.at(address)
        self._glb.writes += 1
        if register is None:
            return
        block = self._blocks[register.block]
        ran = isinstance(block, PingPongBlock) and block.running is not None
        block.write(register, data)
        runs = isinstance(block, PingPongBlock) and block.running is not None
        if runs and not ran and register.block not in self._units:
            self._news.refused.append(f"{register.block} was started, but its data path is not there yet")

    def predict(self, address: int) -> Prediction:
        """What a read of a byte address may return now."""
        register = self.registers.at(address)
        if register is None:
            return Prediction(None, 0)
        return self._blocks[register.block].predict(register)

    def observe(self, address: int, word: int) -> None:
        """A register read was seen: what it says settles what was open."""
        register = self.registers.at(address)
        if register is not None:
            for layer in self._blocks[register.block].observe(register, word):
                self._raised(layer)

    def read(self, address: int) -> int:
        """Read a register of the device alone: one of the values that are right."""
        word = self.predict(address).example()
        self.observe(address, word)
        return word

    @property
    def levels(self) -> frozenset[int]:
        """Levels that the interrupt pin may have."""
        return self._glb.levels

    @property
    def interrupt(self) -> bool:
        """The interrupt pin of the device alone."""
        return self._glb.levels == HIGH

    def load(self, port: str, address: int, data: Bytes) -> None:
        """Put bytes into a memory through the back door."""
        load_races(port, address, len(data), self._writing)
        self.memories[port].write(address, data)

    def dump(self, port: str, address: int, size_bytes: int) -> Bytes:
        """Bytes of a memory."""
        return self.memories[port].read(address, size_bytes)

    def answered(self, layer: Layer, elapsed_cycles: int | None = None, recent_writes: int = 0) -> None:
        """The memory answered the layer's last write: its interrupt may come.

        Args:
            layer: the layer.
            elapsed_cycles: clock cycles since its start, where somebody counted them: the bound of its counters.
            recent_writes: how many register writes may still be on their way.
        """
        self._progress[layer].elapsed_cycles = elapsed_cycles
        self._glb.bits[layer.interrupt].may_raise(layer, self._glb.writes - recent_writes + 1)

    def complete(self, layer: Layer) -> None:
        """The memory answered all writes of the layer: its result stands in memory."""
        apply_writes(layer.writes, self.memories)
        self._progress[layer].written = True
        self._end(layer)

    def settle(self, layer: Layer) -> None:
        """Enough time has passed since `answered`: the interrupt has come by now."""
        if layer in self._progress and not self._progress[layer].raised:
            self._glb.bits[layer.interrupt].settle(layer)
            self._raised(layer)

    def advance(self) -> Layer | None:
        """Finish the oldest layer in flight, for a device alone; None if there is none."""
        layer = next(iter(self._progress), None)
        if layer is not None:
            self.answered(layer)
            self.complete(layer)
            self.settle(layer)
        return layer

    def take_news(self) -> News:
        """What happened since the last call."""
        news, self._news = self._news, News()
        return news

    @property
    def _writing(self) -> list[Layer]:
        """Layers whose writes are not all in memory: only these still touch it."""
        return [layer for layer, state in self._progress.items() if not state.written]

    def _start(self, layer: Layer, compute: Compute) -> None:
        """A unit starts a layer: number it, compute its result, look for races."""
        others = self._writing
        layer.serial, self._started = self._started, self._started + 1
        layer.unknown_reads = forget_contested(layer.reads, others, self.memories)
        layer.writes = compute()
        settle_own_races(layer)
        settle_races(layer, others)
        self._progress[layer] = Progress()
        self._news.started.append(layer)

    def _raised(self, layer: Layer) -> None:
        state = self._progress.get(layer)
        if state is not None and not state.raised:
            state.raised = True
            self._units[layer.unit].finish(layer, state.elapsed_cycles)
            self._end(layer)

    def _end(self, layer: Layer) -> None:
        state = self._progress[layer]
        if state.written and state.raised:
            del self._progress[layer]

    def _warn(self, text: str) -> None:
        self._news.warnings.append(text)

    def _refuse(self, text: str) -> None:
        self._news.refused.append(text)
