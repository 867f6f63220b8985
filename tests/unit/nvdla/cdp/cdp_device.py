"""A reference device that plays single CDP layers, its memory filled and read by plain address formulas."""

from itertools import product

import numpy as np

from models.nvdla.cdp.descriptor import Cdp
from models.nvdla.surfaces.side import Side
from tests.unit.nvdla.models.heard import HeardDevice

TYPES = {"INT8": "<i1", "INT16": "<i2", "FP16": "<u2"}
SOURCE, OUTPUT = 0x1_0000, 0x4_0000


class CdpDevice(HeardDevice):
    """A device and what a test needs of it."""

    def layer(self, precision, shape, **fields):
        """A layer with gaps in input and output."""
        sides = {"source": self._side(SOURCE, *shape[1:]), "destination": self._side(OUTPUT, *shape[1:])}
        return Cdp.of(self.config, precision, shape, **(sides | fields))

    def put(self, cdp, values):
        """Fill the input."""
        for index in product(*map(range, values.shape)):
            bytes_ = np.atleast_1d(values[index]).view(np.uint8)
            self.load("DBB", self.place(cdp.source, cdp.precision, index), bytes_)

    def place(self, side, precision, index):
        """The address of an element."""
        c, h, w = index
        size = np.dtype(TYPES[precision]).itemsize
        lanes = self.config.atom_bytes // size
        strides = c // lanes * side.surface_stride_bytes + h * side.line_stride_bytes
        return side.address + strides + w * self.config.atom_bytes + c % lanes * size

    def output(self, cdp):
        """What stands in the output."""
        kind = np.dtype(TYPES[cdp.precision])
        made = np.empty((cdp.channels, cdp.height, cdp.width), kind)
        for index in product(*map(range, made.shape)):
            address = self.place(cdp.destination, cdp.precision, index)
            made[index] = np.asarray(self.dump("DBB", address, kind.itemsize)).view(kind)[0]
        return made

    def write_tables(self, tables=None):
        """Write tables whole; those that count up, if none are given."""
        block = self.registers.CDP
        for table, size in self.config.table_entries.items():
            entries = range(size) if tables is None else tables.by_name[table]
            access = block.S_LUT_ACCESS_CFG.encode(LUT_TABLE_ID=table, LUT_ACCESS_TYPE="WRITE")
            self.write(block.S_LUT_ACCESS_CFG.address, access)
            for entry in entries:
                self.write(block.S_LUT_ACCESS_DATA.address, int(entry) & 0xFFFF)

    def start(self, cdp, group=0, only=("CDP", "CDP_RDMA")):
        """Program and enable a layer, CDP first; or only one of its blocks."""
        for part in reversed(cdp.encode(self.registers, self.config)):
            if part.block in only:
                block = self.registers.blocks[part.block]
                self.write(block.S_POINTER.address, group)
                for name, word in part.words[0].items():
                    self.write(block.registers[name].address, word)
                self.write(block.D_OP_ENABLE.address, 1)

    def play(self, cdp, group=0):
        """Start a layer and let it end; what happened."""
        self.start(cdp, group)
        while self.advance():
            pass
        return self.take_happened()

    def select(self, group):
        """Let registers of CDP be those of a group."""
        self.write(self.registers.CDP.S_POINTER.address, group)

    def word(self, name):
        """A register of CDP that must be known."""
        register = self.registers.CDP.registers[name]
        assert self.predict(register.address).known
        return self.read(register.address)

    def allows(self, name, word):
        """Whether a register of CDP may read so."""
        prediction = self.predict(self.registers.CDP.registers[name].address)
        return prediction.mismatch(word) is None

    def _side(self, address, height, width):
        gap = 2 * self.config.atom_bytes if (height, width) != (1, 1) else 0
        line = width * self.config.atom_bytes + gap
        return Side(ram="DBB", address=address, line_stride_bytes=line, surface_stride_bytes=line * height + gap)
