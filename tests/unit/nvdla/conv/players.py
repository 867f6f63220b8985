"""Plays small convolutions on a device of random memory, one after the other."""

from dataclasses import replace

import numpy as np

from models.nvdla.config import CONFIGS
from models.nvdla.conv.constructor import INPUT_AT, WEIGHTS_AT, small_conv
from models.nvdla.device import Device
from tests.unit.nvdla.models.convolutions import with_partner

CONFIG = CONFIGS["tiny"]
SIZE = 1 << 12


class Player:
    """A device with random memory, and what happened on it."""

    def __init__(self, seed=1):
        self.device, self.rng, self.layers = Device(CONFIG), np.random.default_rng(seed), []
        self.broken, self.refused, self.claimed, self.groups = [], [], [], {}
        self.device.listeners.append(self._heard)
        self.device.pass_cycles(CONFIG.cbuf_flush_cycles)
        for address in (INPUT_AT, WEIGHTS_AT):
            self.fill(address)

    def _heard(self, happened):
        self.layers += [layer for layer in happened.started if layer.stage == "SDP"]
        self.broken += [item.rule for item in happened.broken]
        self.refused += happened.refused
        self.claimed += [claim for claim in happened.claimed if claim.block == "CDMA"]

    def fill(self, address):
        self.device.load("DBB", address, self.rng.integers(0, 256, SIZE, np.uint8))

    def play(self, *convs):
        """What the layers write, byte by byte with what is known of it; each starts when the one before is done."""
        first = len(self.layers)
        for conv in convs:
            self.start(conv)
            while self.device.advance() is not None:
                pass
        return [self._result(layer) for layer in self.layers[first:]]

    def start(self, conv):
        """Start a layer and its partner."""
        for part in reversed([part for item in with_partner(conv, CONFIG) for part in self._parts(item)]):
            self._write(part)

    def _parts(self, item):
        return item.encode(self.device.registers, CONFIG)

    def _write(self, part):
        block = self.device.registers.blocks[part.block]
        group = self.groups[part.block] = 1 - self.groups.get(part.block, 1)
        self.device.write(block.S_POINTER.address, group)
        for name, word in part.words[0].items():
            self.device.write(block.registers[name].address, word)
        self.device.write(block.D_OP_ENABLE.address, 1)

    @staticmethod
    def _result(layer):
        return tuple(np.concatenate([getattr(item, name) for item in layer.writes]) for name in ("data", "care"))


def conv(**choices):
    return small_conv(CONFIG, **({"precision": "INT8", "channels": 3} | choices))


def with_buffer(layer, **changes):
    return replace(layer, buffer=replace(layer.buffer, **changes))


def same(one, other):
    return all(np.array_equal(*pair) for pair in zip(one, other, strict=True))


def reads(claim):
    return [item.where.label for item in claim.fetched]
