"""A checker bench with the ring device, whose design does commands when a test says so."""

import numpy as np

from models.memory.sparse import SparseMemory
from tests.ring.commands import COMMAND_BYTES, RAM, SCRATCH
from tests.ring.device import RingDevice
from tests.unit.scoreboard.checker_bench import CheckerBench

BASE = 0x1000
BEAT_BYTES = 8


class RingBench(CheckerBench):
    """Its scratch memory may be looked into if `peeks`; what the design holds there is `scratch`."""

    def __init__(self, batch=4096, *, peeks=True, **patience):
        self.scratch = SparseMemory()
        peek = self.peek if peeks else None
        super().__init__(RingDevice(), batch, {RAM: BEAT_BYTES}, 4, peek=peek, **patience)
        self.ring, self.filler = self.device.registers.RING, self.device.registers.FILL
        self.count = 0
        self.write(self.ring.BASE, BASE)

    def peek(self, where):
        return self.scratch.read_chunks(where.addresses, where.chunk_bytes)[0]

    def words(self, address, count):
        """Random words in memory."""
        data = self.rng.integers(0, 256, 4 * count, np.uint8)
        self.load(RAM, address, data)
        return data

    def put(self, *commands):
        """Put commands into the ring; they run."""
        for command in commands:
            self.load(RAM, BASE + COMMAND_BYTES * self.count, command.encode())
            self.count += 1
        self.write(self.ring.TAIL, self.count)

    def fill(self, port, address, words):
        """Start FILL."""
        for register, data in ((self.filler.ADDRESS, address), (self.filler.LENGTH, words)):
            self.write(register, data)
        self.write(self.filler.MEMORY, int(port == SCRATCH))
        self.write(self.filler.START, 1)

    @property
    def layer(self):
        """The last one that started."""
        return self.device.layers_in_flight[-1]

    def do(self, layer, fault=None, wrong=0):
        """The design does what a layer must; `wrong` is added to what it writes into the scratch memory."""
        for stream in layer.writes:
            if stream.where.port == SCRATCH:
                self.scratch.write_chunks(stream.where.addresses, stream.data + np.uint8(wrong))
        self.run(layer, fault)

    def serve(self, *bits, line):
        """A line rises, software reads and clears the bits, the line falls."""
        self.interrupt(line)
        word = self.ring.INTR_STATUS.encode(**dict.fromkeys(bits, 1))
        self.read(self.ring.INTR_STATUS, word)
        self.write(self.ring.INTR_STATUS, word)
        self.wait(14)
        self.pin(0, line)

    def ended(self):
        """The test is over, and all that runs is through."""
        self.finish()
        assert self.device.layers_in_flight == []
        return self.errors, self.warnings
