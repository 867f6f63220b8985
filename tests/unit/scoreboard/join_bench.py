"""A checker bench with the toy device, and what tests of it share."""

import numpy as np

from tests.toy.descriptors import CHUNK_BYTES, PORT, WEIGHT_CHUNKS, ToyMove, ToyPack, ToySum
from tests.toy.device import ToyDevice
from tests.unit.scoreboard.checker_bench import CheckerBench

SIZE = 6
WEIGHT_BYTES = WEIGHT_CHUNKS * CHUNK_BYTES
AT = {"input": 0x8000_0000, "weights": 0x8010_0000, "middle": 0x8020_0000, "output": 0x8030_0000}
BITS = {
    "SUM_READ": ("DATA_READ", "WEIGHTS_READ"),
    "SUM": ("SUM_DONE",),
    "MOVE": ("MOVE_DONE",),
    "PACK": ("PACK_DONE",),
}


class JoinBench(CheckerBench):
    """Blocks are programmed one by one."""

    def __init__(self, batch=4096):
        super().__init__(ToyDevice(), batch, {PORT: CHUNK_BYTES}, CHUNK_BYTES)
        self.size = SIZE * CHUNK_BYTES

    def filled(self, name, size=None):
        data = self.rng.integers(0, 8, size or self.size, np.uint8)
        self.load(PORT, AT[name], data)
        return data.astype(int)

    def sum(self, **changes):
        return ToySum(SIZE, AT["input"], AT["weights"], **changes)

    def move(self, source=None, target=None, **changes):
        return ToyMove(SIZE, AT.get(source), AT.get(target), **changes)

    def pack(self):
        return ToyPack(SIZE, AT["output"])

    def program(self, descriptor, order=None, words=None):
        """Program blocks and start them, the last of the pipeline first."""
        programs = descriptor.programs()
        for name in order or reversed(programs):
            block = self.device.registers.blocks[name]
            for register, word in (programs[name] | (words or {}).get(name, {})).items():
                self.write(block.registers[register], word)
            self.write(block.START, 1)

    @property
    def layers(self):
        return {layer.stage: layer for layer in self.device.layers_in_flight}

    def running(self, name):
        """What a block may say of how many wait or run."""
        return set(self.device.predict(self.device.registers.blocks[name].RUNNING.address).allowed("COUNT"))

    def fetch(self, owner):
        for port, beats in self.reads(owner):
            self.send(port, beats)

    def write_out(self, layer):
        """Write what a layer must, and have it answered."""
        for port, beats in self.writes(layer):
            self.send(port, beats)
            self.send(port, self.responses(port, beats))

    def serve_bits(self, *names):
        """Software sees bits and clears them; the pin is high before and low after."""
        status = self.device.registers.INTERRUPTS.STATUS
        word = status.encode(**dict.fromkeys(names, 1))
        self.read(status, word)
        self.write(status, word)
        self.wait(14)
        self.pin(0)

    def raised(self, *blocks):
        """The bits of blocks are raised and served."""
        self.interrupt()
        self.serve_bits(*(bit for block in blocks for bit in BITS[block]))

    def result(self, name="output"):
        return self.memories[PORT].read(AT[name], self.size).astype(int)


def ended(bench, *kinds):
    bench.finish()
    assert bench.errors == dict.fromkeys(kinds, 1)
    assert bench.device.layers_in_flight == []


def offline(bench):
    """One layer of MOVE and MOVE_READ that is already started, to its end."""
    (layer,) = bench.device.layers_in_flight
    bench.fetch(layer)
    bench.write_out(layer)
    bench.raised("MOVE")
    return layer
