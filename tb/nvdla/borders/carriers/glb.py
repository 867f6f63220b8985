"""GLB: its status is what units pulse and software sets and clears, and the pin shows what of it is not masked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from models.nvdla.config import HwConfig
from models.nvdla.config.names import INTERRUPT_SOURCES
from models.nvdla.interrupts import DONE_BITS
from models.nvdla.registers import registers
from models.registers import WORD_BYTES
from tb.borders.carriers.wrong import Inside, Wrong
from tb.nvdla.borders.carriers.csb import ANSWERS, REQUESTS, answers_of, asked_of, numbers_of

UNIT, PULSES = "GLB", "glb_pulses"
WINDOW_CYCLES = 8
"""In which a change may reach a read or the pin."""
STATUS, MASK, SET = "S_INTR_STATUS", "S_INTR_MASK", "S_INTR_SET"


@dataclass(frozen=True, slots=True)
class State:
    """What GLB holds from a time on."""

    time_ns: float
    status: int
    mask: int

    @property
    def pending(self) -> int:
        """What the pin shows."""
        return int(self.status & ~self.mask != 0)


def status_bits(config: HwConfig, pulses: int) -> int:
    """The bits of the status that pulses set."""
    found = 0
    for source, groups in _pulsing(pulses):
        found |= groups << config.interrupt_bits[source]
    return found


def _pulsing(pulses: int) -> Iterator[tuple[str, int]]:
    """The sources that pulse, each with the bits of its groups: two bits a source, the first source's lowest."""
    for number, source in enumerate(INTERRUPT_SOURCES):
        if groups := pulses >> (2 * number) & 3:
            yield source, groups


def pulsed_last(inside: Inside, time_ns: float) -> str:
    """The unit that pulsed last before a time; empty if none did, or nobody looked."""
    tap = inside.taps.get(PULSES)
    if tap is None or not (tap.time <= time_ns).any():
        return ""
    row = int(np.flatnonzero(tap.time <= time_ns)[-1])
    pulses = int(tap.numbers(0, tap.payload_bits)[row])
    blocks = {INTERRUPT_SOURCES[source] for source, _ in _pulsing(pulses)}
    return next((block for block in DONE_BITS if block in blocks), "")


def glb(inside: Inside, config: HwConfig) -> list[Wrong]:
    """What is wrong between pulses, accesses of GLB's registers, and the pin."""
    if any(name not in inside.taps for name in (PULSES, REQUESTS, ANSWERS)):
        return []
    states = list(_states(inside, config))
    return [*_read(inside, config, states), *_pin(inside, states)]


def _states(inside: Inside, config: HwConfig) -> Iterator[State]:
    """What it must hold, change by change."""
    tap, number = inside.taps[PULSES], numbers_of(config)[UNIT]
    pulses = tap.numbers(0, tap.payload_bits)
    events = [(float(time), PULSES, int(bits)) for time, bits in zip(tap.time, pulses, strict=True)]
    words = _words(config)
    events += [
        (time, words[word], data)
        for time, write, (block, word, data) in asked_of(inside, config)
        if write and block == number and word in words
    ]
    status = mask = 0
    yield State(float("-inf"), status, mask)
    for time_ns, what, data in sorted(events):
        if what == PULSES:
            status |= status_bits(config, data)
        elif what == STATUS:
            status &= ~data
        elif what == SET:
            status |= data & _settable(config)
        else:
            mask = data & _settable(config)
        yield State(time_ns, status, mask)


def _words(config: HwConfig) -> dict[int, str]:
    """The registers that software writes, by their words."""
    block, base = registers(config).blocks[UNIT], config.block_bases[UNIT]
    return {(block.registers[name].address - base) // WORD_BYTES: name for name in (STATUS, MASK, SET)}


def _settable(config: HwConfig) -> int:
    return registers(config).blocks[UNIT].registers[SET].write_mask


def _read(inside: Inside, config: HwConfig, states: list[State]) -> Iterator[Wrong]:
    """What software read of the status and the mask."""
    number, words = numbers_of(config)[UNIT], _words(config)
    reads = [item for item in asked_of(inside, config) if not item[1]]
    for (time_ns, _, (block, word, _)), (_, _, got) in zip(reads, answers_of(inside), strict=False):
        name = words.get(word)
        if block != number or name not in (STATUS, MASK):
            continue
        near = _near(inside, states, time_ns)
        values = [state.status if name == STATUS else state.mask for state in near]
        ever = never = values[0]
        for value in values:
            ever, never = ever | value, never & value
        if got & ~ever or never & ~got:
            what = f"{name} read {got:#x}; by the units' pulses and software's writes it was {values[-1]:#x}"
            yield Wrong(UNIT, what, time_ns)
            return


def _pin(inside: Inside, states: list[State]) -> Iterator[Wrong]:
    """The pin: where it moves it may, and where nothing changes for long it is as it must be."""
    for edge in inside.seen.edges:
        if all(state.pending != edge.level for state in _near(inside, states, edge.time_ns)):
            moved = "rose" if edge.level else "fell"
            yield Wrong(UNIT, f"its pin {moved}, by the units' pulses and software's writes it must not", edge.time_ns)
            return
    window = WINDOW_CYCLES * inside.cycle_ns
    for state, following in zip(states[1:], [*states[2:], None], strict=False):
        look = state.time_ns + window
        if following is not None and following.time_ns < look:
            continue
        level = next((edge.level for edge in reversed(inside.seen.edges) if edge.time_ns <= look), 0)
        if level != state.pending:
            yield Wrong(UNIT, f"its pin is {level} with status {state.status:#x} and mask {state.mask:#x}", look)
            return


def _near(inside: Inside, states: list[State], time_ns: float) -> list[State]:
    """What it may hold around a time."""
    window = WINDOW_CYCLES * inside.cycle_ns
    before = [state for state in states if state.time_ns < time_ns - window]
    within = [state for state in states if abs(state.time_ns - time_ns) <= window]
    return [*before[-1:], *within]
