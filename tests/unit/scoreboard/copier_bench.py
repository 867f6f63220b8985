"""A checker bench with the copier: copies of any shape, and how software serves them."""

import numpy as np

from tests.copier.copies import Copy, Side
from tests.copier.device import BITS, CopierDevice
from tests.unit.scoreboard.checker_bench import CheckerBench

SPACE = 1 << 20
"""Destinations lie so far behind sources."""


class CopierBench(CheckerBench):
    """Of a hardware configuration."""

    def __init__(self, sizes, batch=4096, *, zeroed_memory=False, **config):
        self.sizes = sizes
        device = CopierDevice(sizes, zeroed_memory=zeroed_memory)
        beat_bytes = dict.fromkeys(sizes.memories, sizes.beat_bytes)
        super().__init__(device, batch, beat_bytes, sizes.atom_bytes, zeroed_memory=zeroed_memory, **config)

    def copy(self, route=("RAM", "SRAM"), extent=(1, 1, 1), at=0, gap_atoms=0, source_address=None):
        """A copy; sources lie `at` bytes into their memory, and a memory that is not there is the only one."""
        surfaces, lines, atoms = extent
        line = (atoms + gap_atoms) * self.sizes.atom_bytes
        sides = []
        for name, behind in zip(route, (0, SPACE), strict=True):
            memory = name if name in self.sizes.memories else "RAM"
            sides.append(Side(memory, self.sizes.memories[memory] + at + behind, line, lines * line))
        if source_address is not None:
            sides[0] = Side(sides[0].memory, source_address, line, lines * line)
        return Copy(*sides, surfaces, lines, atoms)

    def start(self, *copies, launch=0, fill=True):
        """Fill the sources, add and launch; returns the layer."""
        block, memories = self.device.registers.COPY, list(self.sizes.memories)
        for copy in copies if fill else ():
            for address in copy.addresses(copy.source, self.sizes.atom_bytes):
                data = self.rng.integers(0, 256, self.sizes.atom_bytes, np.uint8)
                self.load(copy.source.memory, int(address), data)
        for copy in copies:
            self.write(block.SOURCE, copy.source.address)
            self.write(block.DESTINATION, copy.destination.address)
            places = {name: memories.index(getattr(copy, name.lower()).memory) for name in block.MEMORIES.fields}
            self.write(block.MEMORIES, block.MEMORIES.encode(**places))
            self.write(block.SIZE, block.SIZE.encode(ATOMS=copy.atoms, LINES=copy.lines, SURFACES=copy.surfaces))
            self.write(block.LINE_STRIDE, copy.source.line_stride)
            self.write(block.SURFACE_STRIDE, copy.source.surface_stride)
            self.write(block.ADD, 1)
        self.write(block.registers[f"LAUNCH{launch}"], 1)
        return self.device.layers_in_flight[-1] if copies else None

    def serve(self, *launches):
        """Software reads what is set, clears it, and the pin falls."""
        status = self.device.registers.INTERRUPTS.STATUS
        word = status.encode(**{BITS[number]: 1 for number in launches})
        self.read(status, word)
        self.write(status, word)
        self.wait(14)
        self.pin(0)
