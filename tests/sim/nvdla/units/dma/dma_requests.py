"""Requests to the DMA front ends, and what each means, worked out apart from the RTL."""

from dataclasses import dataclass
from itertools import product

import numpy as np

from models.nvdla.config import HwConfig

LEVELS = 5
COUNT_BITS, SIZE_BITS, RAM_BITS = 24, 30, 1
ROUNDS = ((1, 0), (2, 60), (3, 190))
"""Seed and pauses in 256 cycles."""
REQUESTS = 20
"""In a round, of each front end."""
LONG_ATOMS = 2**16 + 3
SOURCE = 7
SMALL_SHIFT = 32
"""Where the four bits of an address begin that are all 1 where words are small."""
GOLDEN, HIGH, NUMBER, MIX = 0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D, 0x2C1B3C6D


@dataclass(frozen=True)
class Request:
    """A nest of lines: all numbers as they are, not less one. Level 0, the innermost, comes first.

    Attributes:
        last_atoms: of the lines in the last step of level 1.
        last_steps: of level 0 in the last step of the outermost level.
    """

    ram: int
    group: int
    notify: bool
    base: int
    atoms: int
    last_atoms: int
    last_steps: int
    steps: tuple[int, ...]
    strides: tuple[int, ...]

    def packed(self, address_bits: int) -> int:
        """The record as the front ends take it."""
        fields = [(self.ram, RAM_BITS), (self.group, 1), (int(self.notify), 1), (self.base, address_bits)]
        fields += [(self.atoms - 1, SIZE_BITS), (self.last_atoms - 1, SIZE_BITS), (self.last_steps - 1, COUNT_BITS)]
        fields += [(steps - 1, COUNT_BITS) for steps in reversed(self.steps)]
        fields += [(stride, address_bits) for stride in reversed(self.strides)]
        record = 0
        for value, bits in fields:
            record = record << bits | value % (1 << bits)
        return record

    def lines(self, address_bits: int) -> list[tuple[int, int, bool]]:
        """Address, atoms, and whether it is the last one, of each line in order."""
        found = []
        for outer in product(*(range(steps) for steps in reversed(self.steps[1:]))):
            for inner in range(self.last_steps if outer[0] == self.steps[-1] - 1 else self.steps[0]):
                taken = (inner, *reversed(outer))
                address = self.base + sum(step * stride for step, stride in zip(taken, self.strides, strict=True))
                ragged = taken[1] == self.steps[1] - 1
                found.append((address % (1 << address_bits), self.last_atoms if ragged else self.atoms, False))
        return [*found[:-1], (*found[-1][:2], True)]


def random_requests(hw: HwConfig, seed: int, side: int) -> list[Request]:
    """The requests of a round; `side` tells reads from writes."""
    rng = np.random.default_rng((seed, side))
    return [_random_request(hw, rng) for _ in range(REQUESTS)]


def _random_request(hw, rng):
    port = next(iter(hw.ports.values()))
    most_atoms = int(rng.choice((1, 3, 9)))
    atoms, last_atoms = (int(count) for count in rng.integers(1, most_atoms + 1, 2))
    steps = tuple(int(count) for count in rng.choice((1, 1, 2, 3), LEVELS))
    return Request(
        ram=int(rng.integers(len(hw.ports))),
        group=int(rng.integers(2)),
        notify=bool(rng.integers(2)),
        base=int(rng.integers(1 << port.address_bits - 4, dtype=np.uint64)) // hw.atom_bytes * hw.atom_bytes,
        atoms=atoms,
        last_atoms=last_atoms if rng.integers(2) else atoms,
        last_steps=int(rng.integers(1, steps[0] + 1)) if rng.integers(2) else steps[0],
        steps=steps,
        strides=tuple(int(count) * hw.atom_bytes for count in rng.integers(-1000, 100_000, LEVELS)),
    )


def long_requests(hw: HwConfig) -> list[Request]:
    """One line that is longer than a 16-bit number of atoms, and a short one behind it."""
    sizes = (LONG_ATOMS, 1)
    return [
        Request(
            ram=len(hw.ports) - 1,
            group=0,
            notify=True,
            base=number * hw.atom_bytes,
            atoms=atoms,
            last_atoms=atoms,
            last_steps=1,
            steps=(1,) * LEVELS,
            strides=(0,) * LEVELS,
        )
        for number, atoms in enumerate(sizes)
    ]


def content(number: int, address: int, size_bytes: int) -> np.ndarray:
    """What a memory of this test holds, as bytes."""
    place = np.uint64(address >> 2) + np.arange(size_bytes // 4, dtype=np.uint64)
    low, high = place.astype(np.uint32), (place >> np.uint64(32)).astype(np.uint32)
    mixed = low * np.uint32(GOLDEN) + high * np.uint32(HIGH) + np.uint32(number * NUMBER & 0xFFFF_FFFF)
    mixed = (mixed ^ mixed >> np.uint32(15)) * np.uint32(MIX)
    mixed ^= mixed >> np.uint32(13)
    small = (place >> np.uint64(SMALL_SHIFT - 2)) % 16 == 15
    return np.where(small, mixed & np.uint32(0xFF), mixed).astype("<u4").view(np.uint8)
