"""The reference device: register writes in, memory, interrupts and statuses out, bit by bit.

It is an event machine (docs/architecture.md, 'Descriptors, stages, claims, ends'). A layer starts when software has
started all of its blocks; its whole result is computed then. Its ends come one after the other: with RTL the bench says
what the monitors saw (`allow`, `complete`, `confirm`, `observe`, `interrupt_rose`), alone the device lets them come in
order (`advance`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain

from models.blocks.interrupts import HIGH, InterruptBlock
from models.blocks.register_block import RegisterBlock
from models.layer import UNWATCHED, Cause, Claim, End, EndKind, Layer, Waited
from models.memory.sparse import Bytes, SparseMemory
from models.nvdla.bdma.stage import BdmaStage
from models.nvdla.blocks.make import make_block
from models.nvdla.blocks.memory_interface import outstanding_limit, unserved
from models.nvdla.cdp.stage import CdpStage
from models.nvdla.config import NV_FULL, HwConfig
from models.nvdla.config.names import MEMORY_INTERFACES
from models.nvdla.conv.stage import ConvStage
from models.nvdla.pdp.stage import PdpStage
from models.nvdla.pipeline.stage import RegisterStage
from models.nvdla.registers import registers
from models.nvdla.rubik.stage import RubikStage
from models.nvdla.rulebook import NvdlaRulebook
from models.nvdla.sdp.stage import SdpStage
from models.pipeline.flight import Flight, next_end
from models.prediction import Prediction
from models.reference import Happened, OutstandingLimit

STAGES: tuple[type[RegisterStage], ...] = (BdmaStage, ConvStage, SdpStage, PdpStage, CdpStage, RubikStage)
"""The stages that the reference computes."""
UNITS = frozenset(block for stage in STAGES for block in stage.blocks)
"""Blocks whose data path the reference has."""


class Device:
    """NVDLA without time.

    Every call that may change something returns what happened.

    Args:
        config: the hardware configuration.
        stages: what it computes; those whose blocks the configuration lacks are left out.
        zeroed_memory: memory begins as 0; else nobody knows what it holds until something is written.

    Attributes:
        memories: one memory for each port, by port name.
        listeners: called with what happened, whenever something did.
    """

    def __init__(
        self, config: HwConfig = NV_FULL, stages: Sequence[type[RegisterStage]] = STAGES, *, zeroed_memory: bool = False
    ) -> None:
        self.config = config
        self.listeners: list[Callable[[Happened], None]] = []
        self.registers = registers(config)
        self.memories = {port.name: SparseMemory(zeroed=zeroed_memory) for port in config.ports.values()}
        made = [stage(self.registers, config) for stage in stages if config.units.issuperset(stage.blocks)]
        stage_of = {block: stage for stage in made for block in stage.blocks}
        self._blocks: dict[str, RegisterBlock] = {
            name: stage_of[name].make_block(block) if name in stage_of else make_block(block, config)
            for name, block in self.registers.blocks.items()
        }
        self._interfaces = {block: config.ports[ram] for block, ram in MEMORY_INTERFACES.items() if ram in config.ports}
        # docs/nvdla/pins.md, 'Interrupts'
        self._glb = InterruptBlock(self.registers.GLB, "S_INTR_STATUS", "S_INTR_MASK")
        self._blocks["GLB"] = self._glb
        rulebook = NvdlaRulebook(config, self.memories, self._unserved)
        self._flight = Flight(made, rulebook, self.memories, self._may_come)
        self.reset()

    def reset(self) -> None:
        """Reset: registers at their reset values, nothing in flight. Memory stays.

        How much of its result a layer wrote that the reset cuts off is unknown.
        """
        self._flight.reset()
        for block in self._blocks.values():
            block.reset()
        self._writes = 0
        self._moved = False  # an end may come or has come: other groups may have their turn

    @property
    def layers_in_flight(self) -> list[Layer]:
        """Layers that started and have not ended, oldest first."""
        return list(self._flight.layers)

    @property
    def claims_waiting(self) -> list[Claim]:
        """Claims whose partners or feeder are not there."""
        return self._flight.waiting

    @property
    def outstanding_limits(self) -> dict[str, OutstandingLimit]:
        """What may be outstanding now, by port name (docs/nvdla/pins.md, 'Memory ports')."""
        return {port.name: outstanding_limit(self._blocks[block]) for block, port in self._interfaces.items()}

    def write(self, address: int, data: int) -> Happened:
        """A register write reaches the device; where nothing is, nothing happens."""
        register = self.registers.at(address)
        self._writes += 1
        if register is not None:
            block = self._blocks[register.block]
            block.write(register, data, self._writes)
            self._claim([block])
        else:
            self._flight.stray(address, self._writes)
        return self._happened()

    def predict(self, address: int) -> Prediction:
        """What a read of a byte address may return now."""
        register = self.registers.at(address)
        if register is None:
            return Prediction(None, 0)
        return self._blocks[register.block].predict(register)

    def was_read(self, address: int) -> None:
        """A register read has taken place, whatever it returned."""
        register = self.registers.at(address)
        if register is not None:
            self._blocks[register.block].was_read(register)

    def observe(self, address: int, word: int) -> Happened:
        """A register read was seen: what it says confirms ends."""
        register = self.registers.at(address)
        if register is not None:
            for end in self._blocks[register.block].observe(register, word):
                self._confirm(end)
        return self._happened()

    def read(self, address: int) -> int:
        """Read a register of the device alone: one of the values that are right."""
        word = self.predict(address).example()
        self.observe(address, word)
        self.was_read(address)
        return word

    def interrupt_rose(self) -> Happened:
        """The interrupt pin was seen to rise: that confirms whose interrupt it is, where only one may be."""
        for end in self._glb.rose():
            self._confirm(end)
        return self._happened()

    @property
    def levels(self) -> frozenset[int]:
        """Levels that the interrupt pin may have."""
        return self._glb.levels

    @property
    def interrupt(self) -> bool:
        """The interrupt pin of the device alone."""
        return self._glb.levels == HIGH

    def pass_cycles(self, cycles: int) -> None:
        """So many clock cycles have passed at least: what the part does by itself after reset may be done."""
        for block in self._blocks.values():
            block.pass_cycles(cycles)

    def load(self, port: str, address: int, data: Bytes) -> None:
        """Put bytes into a memory through the back door."""
        self._flight.load(port, address, len(data))
        self.memories[port].write(address, data)

    def dump(self, port: str, address: int, size_bytes: int) -> Bytes:
        """Bytes of a memory."""
        return self.memories[port].read(address, size_bytes)

    def allow(
        self, end: End, elapsed_cycles: int | None = None, recent_writes: int = 0, waited: Waited = UNWATCHED
    ) -> Happened:
        """What an end waits for has been seen on the pins: it may come.

        Args:
            end: the end.
            elapsed_cycles: clock cycles since its layer's start, where somebody counted them: the bound of its
                counters.
            recent_writes: how many register writes may still be on their way.
            waited: what its layer's traffic shows of how long its requests waited.
        """
        layer = end.claim.layer
        if end.cause is Cause.ANSWERED and layer is not None:
            for claim in layer.claims:
                claim.elapsed_cycles, claim.waited = elapsed_cycles, waited
        self._may_come(end, recent_writes)
        return self._happened()

    def complete(self, layer: Layer) -> Happened:
        """The memory answered all writes of the layer: its result stands in memory."""
        self._flight.complete(layer)
        return self._happened()

    def confirm(self, end: End) -> Happened:
        """Enough time has passed since `allow`: the end has come by now."""
        self._confirm(end)
        return self._happened()

    def advance(self) -> End | None:
        """Let the next interrupt come, for a device alone, and all ends before it; None if nothing is in flight."""
        while (end := next_end(self._flight.layers)) is not None:
            layer = end.claim.layer
            if end.cause is Cause.ANSWERED and layer is not None:
                self._flight.complete(layer)
            if not end.allowed:
                self._may_come(end)
            self._confirm(end)
            self._happened()
            if end.kind is EndKind.RAISE:
                return end
        return None

    def over(self) -> Happened:
        """The program is over: what waits for a partner now waits without end."""
        self._flight.over()
        return self._happened()

    def _unserved(self) -> dict[tuple[str, str, int], str]:
        """What the memory interfaces may never serve as they are now, and why."""
        streams = (unserved(self._blocks[name], port, self.config) for name, port in self._interfaces.items())
        return dict(chain.from_iterable(streams))

    def _may_come(self, end: End, recent_writes: int = 0) -> None:
        end.allowed = self._moved = True
        if end.kind is EndKind.RAISE:
            self._glb.bits[end.bit].may_raise(end, self._writes - recent_writes + 1)

    def _confirm(self, end: End) -> None:
        self._moved = True
        for came in self._flight.confirm(end):
            if came.kind is EndKind.RAISE:
                self._glb.bits[came.bit].confirm(came)
            self._blocks[came.claim.block].ended(came)

    def _claim(self, blocks: Iterable[RegisterBlock]) -> None:
        """Let blocks claim whose turn has come, until no more do."""
        for block in blocks:
            for claim in block.claims():
                self._flight.claim(claim)

    def _happened(self) -> Happened:
        """What happened since the last call, and what follows from it; those who listen are told."""
        while self._moved:
            self._moved = False
            self._claim(self._blocks.values())
        happened, self._flight.happened = self._flight.happened, Happened()
        if happened:
            for listener in self.listeners:
                listener(happened)
        return happened
