"""A reference device as an event machine (docs/architecture.md, 'Descriptors, stages, claims, ends').

Register writes come in, memory, interrupts and statuses go out. A layer starts when software has started all of its
blocks; its whole result is computed then. Its ends come one after the other: with RTL the bench says what the monitors
saw (`allow`, `complete`, `confirm`, `observe`, `interrupt_rose`), alone the device lets them come in order (`advance`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from models.blocks.interrupts import HIGH, Interrupts
from models.blocks.register_block import RegisterBlock
from models.layer import UNWATCHED, Cause, Claim, End, EndKind, Layer, Waited
from models.memory.footprint import FailedAnswer
from models.memory.sparse import Bytes, SparseMemory
from models.pipeline.flight import Flight
from models.pipeline.order import next_end
from models.pipeline.rulebook import Rulebook
from models.pipeline.stage import Stage
from models.prediction import Prediction
from models.reference import Happened, OutstandingLimit
from models.registers import RegisterMap


class EventDevice:
    """A device without time: what reference devices of all families have in common. A family's device derives from it.

    Every call that may change something returns what happened.

    Args:
        registers: the register description.
        blocks: what keeps the registers of each block, by block name.
        stages: what it computes.
        memories: as of the attribute; `pinless` likewise.
        rulebook: the rules that programs are held against.
        interrupts: what keeps its interrupts; it may be one of the blocks.

    Attributes:
        registers: the register description.
        memories: one memory for each port, by port name, and those that no pin shows, by their own.
        pinless: names of these.
        listeners: called with what happened, whenever something did.
    """

    def __init__(
        self,
        registers: RegisterMap,
        blocks: Mapping[str, RegisterBlock],
        stages: Sequence[Stage],
        *,
        memories: Mapping[str, SparseMemory],
        rulebook: Rulebook,
        interrupts: Interrupts,
        pinless: Collection[str] = (),
    ) -> None:
        self.registers, self.memories, self.pinless = registers, memories, pinless
        self.listeners: list[Callable[[Happened], None]] = []
        self._blocks, self._interrupts = blocks, interrupts
        self._flight = Flight(stages, rulebook, memories, pinless, self._may_come)
        self.reset()

    def reset(self) -> None:
        """Reset: registers at their reset values, nothing in flight. Memory stays.

        How much of its result a layer wrote that the reset cuts off is unknown.
        """
        self._flight.reset()
        for block in self._blocks.values():
            block.reset()
        self._writes = 0
        self._moved = False  # an end may come or has come: something else may have its turn

    @property
    def layers_in_flight(self) -> list[Layer]:
        """Layers that started and have not ended, oldest first."""
        return list(self._flight.layers)

    @property
    def claims_waiting(self) -> list[Claim]:
        """Claims whose partners or feeder are not there."""
        return self._flight.waiting

    @property
    def layers_untaken(self) -> list[Layer]:
        """Layers that hand on what no other one has taken; they may have ended, where a link holds all of it."""
        return self._flight.untaken

    @property
    def outstanding_limits(self) -> Mapping[str, OutstandingLimit]:
        """What may be outstanding now, by port name; a port that has no limit is not there."""
        return {}

    def write(self, address: int, data: int) -> Happened:
        """A register write reaches the device; where nothing is, nothing happens."""
        register = self.registers.at(address)
        self._writes += 1
        if register is not None:
            block = self._blocks[register.block]
            if (asked := block.asked(register, data)) is not None:
                self._flight.asked(asked, self._writes)
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

    @property
    def levels(self) -> Mapping[str, frozenset[int]]:
        """Levels that each interrupt line may have once the last change has reached it, by the line's name."""
        return self._interrupts.levels

    @property
    def interrupt(self) -> bool:
        """Whether an interrupt line of the device alone is high."""
        return HIGH in self._interrupts.levels.values()

    def interrupt_rose(self, line: str) -> Happened:
        """An interrupt line was seen to rise: that confirms whose interrupt it is, where only one may be."""
        for end in self._interrupts.rose(line):
            self._confirm(end)
        return self._happened()

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

    def timed(self, layer: Layer, elapsed_cycles: int, waited: Waited = UNWATCHED) -> None:
        """The pins have shown all that a layer does, and how long that took: what bounds its counters.

        Args:
            layer: the layer.
            elapsed_cycles: clock cycles since its start, at most.
            waited: what its traffic shows of how long its requests waited.
        """
        for claim in layer.claims:
            self._blocks[claim.block].timed(claim, elapsed_cycles, waited)

    def allow(self, end: End, recent_writes: int = 0) -> Happened:
        """What an end waits for has been seen on the pins: it may come.

        Args:
            end: the end.
            recent_writes: how many register writes may still be on their way.
        """
        self._may_come(end, recent_writes)
        return self._happened()

    def failed(self, answer: FailedAnswer) -> Happened:
        """Memory answered a read or a write with an error: the stage of whose it is says what comes of that."""
        self._flight.failed(answer)
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

    def _may_come(self, end: End, recent_writes: int = 0) -> None:
        end.allowed = self._moved = True
        if end.kind is EndKind.RAISE:
            self._interrupts.may_raise(end, self._writes - recent_writes + 1)

    def _confirm(self, end: End) -> None:
        self._moved = True
        for came in self._flight.confirm(end):
            if came.kind is EndKind.RAISE:
                self._interrupts.confirm(came)
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
