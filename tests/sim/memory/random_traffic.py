"""Random legal bursts and what they must leave in memory."""

from __future__ import annotations

from tb.memory.uninitialised import uninitialised_bytes
from tests.sim.memory.axi_test_bench import PORT, WHOLE

_HALF = 32
_LOWER = (1 << _HALF) - 1
_UPPER = _LOWER << _HALF


class ByteModel:
    """Memory as a dictionary of bytes."""

    def __init__(self):
        self.bytes = {}

    def write(self, address, data, strobe):
        self.bytes.update({address + i: data[i] for i in range(len(data)) if strobe >> i & 1})

    def read(self, address, size):
        pattern = uninitialised_bytes(address, size)
        return bytes(self.bytes.get(address + i, int(pattern[i])) for i in range(size))


def random_range(rng, base, lines):
    """Address and length of a burst inside one boundary block of `lines` blocks."""
    block = base + PORT.burst_boundary_bytes * int(rng.integers(lines))
    beats = int(rng.integers(1, PORT.max_burst_beats + 1))
    first = int(rng.integers(PORT.burst_boundary_bytes // PORT.data_bytes - beats + 1))
    return block + first * PORT.data_bytes, beats


def queue_writes(master, model, rng, count, base):
    """Random writes, also to the upper half of a first beat; the model takes them in order."""
    for _ in range(count):
        address, length = random_range(rng, base, lines=16)
        beats = [(rng.bytes(PORT.data_bytes), (_LOWER, _UPPER, WHOLE)[rng.integers(3)]) for _ in range(length)]
        for index, (data, strobe) in enumerate(beats):
            model.write(address + index * PORT.data_bytes, data, strobe)
        offset = _HALF if beats[0][1] == _UPPER and rng.random() < 0.5 else 0
        master.write(int(rng.integers(5)), address + offset, beats)


def queue_reads(master, rng, count, base, lines=16):
    """Random reads; returns (id, address, beats) of each."""
    reads = []
    for _ in range(count):
        address, length = random_range(rng, base, lines)
        reads.append((int(rng.integers(10)), address, length))
        master.read(*reads[-1])
    return reads


def expected_reads(model, reads):
    """Per id: the beats that must come, in order, as (last, data)."""
    expected = {}
    for axi_id, address, length in reads:
        for index in range(length):
            data = model.read(address + index * PORT.data_bytes, PORT.data_bytes)
            expected.setdefault(axi_id, []).append((index == length - 1, data))
    return expected
