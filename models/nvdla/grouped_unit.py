"""Units with ping-pong groups: when their layers start, and what their pointers and statuses may read meanwhile.

S_STATUS, D_OP_ENABLE and CONSUMER change when the data path is done, before the memory has answered and before the
interrupt comes (``facts/nvdla_rtl.md``, section 4). From a layer's start until its end is seen they may read either
way; a read of one of them, or the interrupt, settles it.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import deque
from collections.abc import Iterator, Mapping

from models.layer import Layer
from models.nvdla.blocks import PingPongBlock
from models.nvdla.counters import BoundedCounters
from models.nvdla.unit import Compute, Unit
from models.prediction import Prediction
from models.registers import Field, ReadKind, Register


class GroupedUnit(Unit, PingPongBlock):
    """A unit whose layers are described by register groups that take turns.

    A layer starts when its group is enabled and it is the group's turn behind the layers that run already: the part
    begins it as soon as its data path is free, before anybody sees the end of the one before.
    """

    def reset(self) -> None:
        """Both groups idle, nothing in flight."""
        super().reset()
        self.running_layers: deque[Layer] = deque()  # their data paths may still work, oldest first
        self.counters = BoundedCounters()
        self._refused: set[int] = set()  # groups whose layer cannot be computed: they never end
        self._doubtful: set[tuple[int, str]] = set()  # written while their group may have been running

    @abstractmethod
    def describe(self, group: int, values: Mapping[str, int]) -> tuple[Layer, Compute] | None:
        """The layer that a group's registers describe, and what computes its writes; None if it cannot be computed."""

    def write(self, register: Register, data: int) -> None:
        """Take a write; start what can start."""
        place = (self.producer, register.name)
        in_doubt = register.grouped and any(layer.group == self.producer for layer in self.running_layers)
        super().write(register, data)
        if in_doubt:
            self._doubtful.add(place)
        else:
            self._doubtful.discard(place)
        self._start()

    def predict(self, register: Register) -> Prediction:
        """What a read may return now: before or after each end that nobody has seen yet."""
        if self.shows_state(register):
            first, *others = (self.predict_state(register, *state) for state in self._states())
            for other in others:
                first = first.widen(other)
            return first
        if register.read is ReadKind.BOUNDED:
            allowed = self.counters.allowed((self.producer, register.name))
            return Prediction(register, 0, dict.fromkeys(register.fields, allowed))
        if (self.producer, register.name) in self._doubtful:
            return Prediction(register, 0, settled=False)
        return super().predict(register)

    def observe(self, register: Register, word: int) -> list[Layer]:
        """A read shows how many data paths are done; a counter that was read at rest is frozen."""
        if self.shows_state(register):
            for ended, state in enumerate(self._states()):
                if self.predict_state(register, *state).mismatch(word) is None:
                    for _ in range(ended):
                        self._free()
                    break
        elif register.read is ReadKind.BOUNDED and not self.running_layers:
            self.counters.freeze((self.producer, register.name), word)
        elif (self.producer, register.name) in self._doubtful:
            self.groups[self.producer][register.name] = word
            self._doubtful.discard((self.producer, register.name))
        return []

    def finish(self, layer: Layer, elapsed_cycles: int | None) -> None:
        """A layer has ended, and so have those before it."""
        while layer in self.running_layers:
            self._free()
        self.counters.finish(self._counter_keys(layer.group), elapsed_cycles)

    def _states(self) -> Iterator[tuple[int, list[bool]]]:
        """Consumer pointer and enabled groups: as they were at the last certain moment, and after each possible end."""
        consumer, enabled = self.consumer, list(self.enabled)
        yield consumer, enabled
        for layer in self.running_layers:
            enabled = [on and group != layer.group for group, on in enumerate(enabled)]
            consumer = 1 - layer.group
            yield consumer, enabled

    def _free(self) -> None:
        """The oldest layer's data path is done."""
        layer = self.running_layers.popleft()
        self.enabled[layer.group] = False
        self.consumer = 1 - layer.group
        self._start()

    def _start(self) -> None:
        """Start the groups whose turn it is, one behind the other."""
        while self._start_next():
            pass

    def _start_next(self) -> bool:
        """Start the group whose turn it is behind the layers that run, if it is enabled."""
        turn = 1 - self.running_layers[-1].group if self.running_layers else self.consumer
        starts = self.enabled[turn] and all(layer.group != turn for layer in self.running_layers)
        if not starts or turn in self._refused:
            return False
        described = self.describe(turn, self.groups[turn])
        if described is None:
            self._refused.add(turn)
            return False
        layer, compute = described
        self.running_layers.append(layer)
        counting = self.block.D_PERF_ENABLE
        self.counters.switch(on=bool(self.groups[turn][counting.name] & counting.write_mask))
        self.counters.start(self._counter_keys(turn), self._counter_field())
        self.context.start(layer, compute)
        return True

    def _counter_keys(self, group: int) -> list[tuple[int, str]]:
        return [(group, register.name) for register in self.block if register.read is ReadKind.BOUNDED]

    def _counter_field(self) -> Field:
        bounded = next(register for register in self.block if register.read is ReadKind.BOUNDED)
        return next(iter(bounded.fields.values()))
