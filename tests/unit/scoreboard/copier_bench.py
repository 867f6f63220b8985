"""A checker bench with the copier: copies of any shape, and how software serves them."""

import numpy as np

from tests.copier.device import BITS, CopierDevice
from tests.copier.software import copy_of, words
from tests.unit.scoreboard.checker_bench import CheckerBench


class CopierBench(CheckerBench):
    """Of a hardware configuration."""

    def __init__(self, sizes, batch=4096, *, zeroed_memory=False, **config):
        self.sizes = sizes
        device = CopierDevice(sizes, zeroed_memory=zeroed_memory)
        beat_bytes = dict.fromkeys(sizes.memories, sizes.beat_bytes)
        super().__init__(device, batch, beat_bytes, sizes.atom_bytes, zeroed_memory=zeroed_memory, **config)

    def copy(self, *shape, **changes):
        return copy_of(self.sizes, *shape, **changes)

    def start(self, *copies, launch=0, fill=True):
        """Fill the sources, add and launch; returns the layer."""
        for copy in copies if fill else ():
            for address in copy.addresses(copy.source, self.sizes.atom_bytes):
                data = self.rng.integers(0, 256, self.sizes.atom_bytes, np.uint8)
                self.load(copy.source.memory, int(address), data)
        for register, data in words(self.device, copies, launch):
            self.write(register, data)
        return self.device.layers_in_flight[-1] if copies else None

    def serve(self, *launches):
        """Software reads what is set, clears it, and the pin falls."""
        status = self.device.registers.INTERRUPTS.STATUS
        word = status.encode(**{BITS[number]: 1 for number in launches})
        self.read(status, word)
        self.write(status, word)
        self.wait(14)
        self.pin(0)
