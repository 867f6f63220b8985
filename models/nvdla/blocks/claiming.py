"""Blocks with ping-pong groups: when their groups claim, and what pointers and statuses may read meanwhile.

S_STATUS, D_OP_ENABLE and CONSUMER change when the data path is done, before the memory has answered and before the
interrupt comes (docs/nvdla/groups.md, 'Statuses'). From the moment at which a claim's end may come until it is seen,
they may read either way; a read of one of them, or an end that proves this one, decides which.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from models.layer import Bounds, Claim, End, EndKind, Waited
from models.nvdla.blocks.counted import counted
from models.nvdla.blocks.counters import BoundedCounters
from models.nvdla.blocks.ping_pong import PingPongBlock
from models.nvdla.config import HwConfig
from models.nvdla.groups import group_of, instance_of
from models.prediction import Prediction
from models.registers import Behaviour, Block, ReadKind, Register

PERF_SWITCH = "D_PERF_ENABLE"
STALL_FIELDS = ("DMA_EN", "PERF_DMA_EN", "PERF_EN")
"""What the field of this register that switches stalls is called, in different units: others count other things."""


class ClaimingBlock(PingPongBlock):
    """A block whose enabled groups take turns.

    A group claims when it is enabled and its turn has come, as far as anybody can tell: the part takes it up as soon as
    the data path is free, before anybody sees the end of the one before.

    Args:
        block: the registers.
        config: the hardware configuration.
        keeps: stalls that were counted may be left to later layers.
    """

    def __init__(self, block: Block, config: HwConfig, *, keeps: bool = True) -> None:
        self._config, self._keeps = config, keeps
        self._bounded = [register for register in block if register.read is ReadKind.BOUNDED]
        self._final = [register for register in block if register.read is ReadKind.FINAL]
        fields = block.registers[PERF_SWITCH].fields if PERF_SWITCH in block.registers else {}
        self._switches = [field for name, field in fields.items() if name in STALL_FIELDS]
        super().__init__(block)

    def reset(self) -> None:
        """Both groups idle, nothing in flight."""
        super().reset()
        self.running: deque[Claim] = deque()  # their data paths may still work, oldest first
        self.counters = BoundedCounters(kept=self._keeps)
        self._statuses: dict[tuple[int, str], int | range | None] = {}  # of layers that ended; None: unknown
        self._doubtful: set[tuple[int, str]] = set()  # written while their group may have been running

    def write(self, register: Register, data: int, number: int) -> None:
        """Take a write."""
        key = (self.producer, register.name)
        in_doubt = register.grouped and any(
            group_of(claim) == self.producer and claim.free.allowed for claim in self.running
        )
        super().write(register, data, number)
        if register.name == PERF_SWITCH and self.running and not self._counts(self.producer):
            self.counters.switch(on=False)
        if in_doubt:
            self._doubtful.add(key)
        else:
            self._doubtful.discard(key)

    def claims(self) -> Iterator[Claim]:
        """Groups whose turn it is now, one behind the other."""
        while (claim := self._next()) is not None:
            yield claim

    def predict(self, register: Register) -> Prediction:
        """What a read may return now: before or after each end that nobody has seen yet."""
        if self.shows_state(register):
            first, *others = (self.predict_state(register, *state) for state in self._states())
            for other in others:
                first = first.widen(other)
            return first
        key = (self.producer, register.name)
        if register.read is ReadKind.BOUNDED:
            return Prediction(register, 0, dict.fromkeys(register.fields, self.counters.allowed(key)))
        if register.read is ReadKind.FINAL:
            word = self._statuses.get(key, register.reset)
            if isinstance(word, range):
                return Prediction(register, 0, dict.fromkeys(register.fields, word))
            return Prediction(register, word or 0, known=word is not None)
        if key in self._doubtful:
            return Prediction(register, 0, known=False)
        return super().predict(register)

    def observe(self, register: Register, word: int) -> list[End]:
        """A read shows how many data paths are done; a counter that was read at rest is frozen."""
        key = (self.producer, register.name)
        if self.shows_state(register):
            for ended, state in enumerate(self._states()):
                if self.predict_state(register, *state).mismatch(word) is None:
                    return [claim.free for claim in list(self.running)[:ended]]
        elif register.read is ReadKind.BOUNDED and not self.running:
            self.counters.freeze(key, word)
        elif key in self._doubtful:
            self.groups[self.producer][register.name] = word
            self._doubtful.discard(key)
        return []

    def ended(self, end: End) -> None:
        """An end of a claim of this block has come: those before it in the block have ended too."""
        if end.kind is EndKind.FREE:
            while end.claim in self.running:
                self._free(self.running.popleft())

    def timed(self, claim: Claim, elapsed_cycles: int, waited: Waited) -> None:
        """The cycles that a layer took bound its counters: also of CDMA and the RDMAs, which have ended before it."""
        for register in self._bounded:
            bounds = self._shown(claim, register.name, waited)
            self.counters.finish(claim, (group_of(claim), register.name), elapsed_cycles, bounds)

    def _shown(self, _claim: Claim, register: str, waited: Waited) -> Bounds:
        """What a layer's traffic shows of what a counter counts."""
        return counted(self.block.name, register, waited, self._config)

    def _states(self) -> Iterator[tuple[int, list[bool]]]:
        """Consumer pointer and enabled groups: as they were at the last certain moment, and after each possible end."""
        consumer, enabled = self.consumer, list(self.enabled)
        yield consumer, enabled
        for claim in self.running:
            if not claim.free.allowed or claim.reads_due:
                return
            enabled = [on and group != group_of(claim) for group, on in enumerate(enabled)]
            consumer = 1 - group_of(claim)
            yield consumer, enabled

    def _free(self, claim: Claim) -> None:
        """A claim's data path is done."""
        self.enabled[group_of(claim)] = False
        self.consumer = 1 - group_of(claim)
        for register in self._final:
            self._statuses[group_of(claim), register.name] = _status(claim, register)

    def _next(self) -> Claim | None:
        """The claim of the group whose turn it is behind those that run, if it is enabled."""
        last = self.running[-1] if self.running else None
        turn = 1 - group_of(last) if last else self.consumer
        if not self.enabled[turn] or (last and not last.free.allowed):
            return None
        if any(group_of(claim) == turn for claim in self.running):
            return None
        writers = self.group_writers[turn]
        started_by = max((writers.get(r.name, 0) for r in self.block if r.behaviour is Behaviour.TRIGGER), default=0)
        settings, written = dict(self.groups[turn]), {(0, name): by for name, by in writers.items()}
        claim = Claim(self.block.name, instance_of(turn), settings, written, started_by)
        self.running.append(claim)
        self._begin(claim)
        return claim

    def _counts(self, group: int) -> bool:
        """Whether stalls are counted in a group."""
        return any(field.get(self.groups[group][PERF_SWITCH]) for field in self._switches)

    def _begin(self, claim: Claim) -> None:
        """A group's counters and statuses start anew."""
        group = group_of(claim)
        self.counters.switch(on=self._counts(group))
        for register in self._bounded:
            field = next(iter(register.fields.values()))
            self.counters.start(claim, [(group, register.name)], field, on=self._counts(group))
        if not self._counts(1 - group):
            self.counters.leave()  # behind the layer's end the other group's switch counts
        for register in self._final:
            self._statuses[group, register.name] = None


class UnclearedBlock(ClaimingBlock):
    """Registers of a unit whose stall counters nothing but reset clears: later counts go on from what was counted."""

    def _begin(self, claim: Claim) -> None:
        super()._begin(claim)
        self.counters.leave()


def _status(claim: Claim, register: Register) -> int | range | None:
    """What a register holds of a claim that has ended; None: unknown."""
    if claim.layer is None:
        return None
    name = claim.block, register.name
    return claim.layer.statuses.get(name, claim.layer.bounded.get(name))
