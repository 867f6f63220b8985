"""A checker bench whose device has the toy stages, and what tests of them share."""

import numpy as np

from models.nvdla.groups import group_of
from models.nvdla.interrupts import done_bits
from tests.toy.descriptors import ToyConv, ToyPdp, ToySdp, packed
from tests.toy.stages import TOY_STAGES
from tests.unit.scoreboard.bench import Bench

WIDTH, HEIGHT = 3, 2
AT = {"input": 0x8000_0000, "weights": 0x8010_0000, "middle": 0x8020_0000, "output": 0x8030_0000}


class JoinBench(Bench):
    """A checker bench whose device has the toy stages; blocks are programmed one by one."""

    def __init__(self, config, batch=4096):
        super().__init__(config, batch, TOY_STAGES)
        self.size = WIDTH * HEIGHT * config.atom_bytes
        self.groups = {}

    def filled(self, name, size=None):
        data = self.rng.integers(0, 8, size or self.size, np.uint8)
        self.load("DBB", AT[name], data)
        return data.astype(int)

    def side(self, name):
        return packed("DBB", AT[name], WIDTH, self.hw)

    def conv(self, **changes):
        return ToyConv(self.side("input"), packed("DBB", AT["weights"], 1, self.hw), WIDTH, HEIGHT, **changes)

    def sdp(self, source=None, destination=None, **changes):
        sides = [None if name is None else self.side(name) for name in (source, destination)]
        return ToySdp(WIDTH, HEIGHT, *sides, **changes)

    def pdp(self):
        return ToyPdp(WIDTH, HEIGHT, self.side("output"))

    def program(self, descriptor, order=None, words=None):
        """Program blocks, each in the group whose turn it is, and enable them, the last of the pipeline first."""
        programs = {part.block: part.words[0] for part in descriptor.encode(self.device.registers, self.hw)}
        for name in order or reversed(programs):
            block = self.device.registers.blocks[name]
            group = self.groups.get(name, 0)
            self.groups[name] = 1 - group
            self.write(block.S_POINTER, group)
            for register, word in (programs[name] | (words or {}).get(name, {})).items():
                self.write(block.registers[register], word)
            self.write(block.D_OP_ENABLE, 1)

    @property
    def layers(self):
        return {layer.stage: layer for layer in self.device.layers_in_flight}

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
        status = self.device.registers.GLB.S_INTR_STATUS
        word = status.encode(**dict.fromkeys(names, 1))
        self.read(status, word)
        self.write(status, word)
        self.wait(14)
        self.pin(0)

    def raised(self, *names):
        self.interrupt()
        self.serve_bits(*names)

    def result(self, name="output"):
        return self.memories["DBB"].read(AT[name], self.size).astype(int)


def ended(bench, *kinds):
    bench.finish()
    assert bench.errors == dict.fromkeys(kinds, 1)
    assert bench.device.layers_in_flight == []


def bits(block, group=0):
    return done_bits(block, group)


def offline(bench):
    """One layer of SDP and SDP_RDMA that is already enabled, to its end."""
    (layer,) = bench.device.layers_in_flight
    bench.fetch(layer)
    bench.write_out(layer)
    bench.raised(*bits("SDP", group_of(layer)))
    return layer
