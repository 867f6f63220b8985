"""A reference device that plays single SDP layers from memory, its memory filled and read by plain address formulas."""

from itertools import product

import numpy as np

from models.nvdla.sdp.descriptor import Sdp, SdpSource
from models.nvdla.sdp.operators.operand_cube import Operands
from models.nvdla.surfaces.side import Side
from tests.unit.nvdla.models.heard import HeardDevice

TYPES = {"INT8": "<i1", "INT16": "<i2", "FP16": "<u2"}
SOURCE, OPERANDS, OUTPUT = 0x1_0000, 0x2_0000, 0x4_0000
PLACES = {"x1": OPERANDS, "x2": OPERANDS + 0x8000, "y": OPERANDS + 0x1_0000}


class SdpDevice(HeardDevice):
    """A device and what a test needs of it."""

    def side(self, address, pixel_atoms, height, width, gap=0):
        line = width * pixel_atoms * self.config.atom_bytes + gap
        return Side(ram="DBB", address=address, line_stride_bytes=line, surface_stride_bytes=line * height + gap)

    def layer(self, precision, shape, **fields):
        """A layer from memory to memory, with gaps in both."""
        gap = 2 * self.config.atom_bytes if shape[1:] != (1, 1) else 0
        source, destination = (self.side(address, 1, *shape[1:], gap) for address in (SOURCE, OUTPUT))
        sides = {"source": SdpSource(side=source, precision=precision), "destination": destination}
        return Sdp.of(self.config, precision, shape, **(sides | fields))

    def operands(self, name, use, layer, *, per_element, element_bytes=2):
        """Where operands of an operator lie, with gaps."""
        precision, shape = layer
        parts = 2 if use == "BOTH" else 1
        atoms = parts * element_bytes // np.dtype(TYPES[precision]).itemsize
        gap = 4 * self.config.atom_bytes if shape[1:] != (1, 1) else 0
        side = self.side(PLACES[name], atoms, *shape[1:], gap)
        return Operands(use=use, element_bytes=element_bytes, per_element=per_element, side=side)

    def put(self, sdp, values):
        """Fill the input."""
        for place in product(*map(range, values.shape)):
            self.load("DBB", self.place(sdp.source.side, sdp.in_precision, place), bytes_of(values[place]))

    def put_operands(self, sdp, operands, values):
        """Fill operands: [parts, channels, height, width], of those for kernels [parts, channels, 1, 1]."""
        lanes = self.config.atom_bytes // np.dtype(TYPES[sdp.precision]).itemsize
        size, parts = operands.element_bytes, len(values)
        for part, c, h, w in product(*map(range, values.shape)):
            offset = ((c % lanes) * parts + part) * size
            if operands.per_element:
                surface = c // lanes * operands.side.surface_stride_bytes + h * operands.side.line_stride_bytes
                offset += surface + w * lanes * parts * size
            else:
                offset += c // lanes * lanes * parts * size
            self.load("DBB", operands.side.address + offset, bytes_of(values[part, c, h, w]))

    def place(self, side, precision, index):
        """The address of an element of a cube."""
        c, h, w = index
        size = np.dtype(TYPES[precision]).itemsize
        lanes = self.config.atom_bytes // size
        strides = c // lanes * side.surface_stride_bytes + h * side.line_stride_bytes
        return side.address + strides + w * self.config.atom_bytes + c % lanes * size

    def output(self, sdp):
        """What stands in the output."""
        kind = np.dtype(TYPES[sdp.out_precision])
        made = np.empty((sdp.channels, sdp.height, sdp.width), kind)
        for index in product(*map(range, made.shape)):
            address = self.place(sdp.destination, sdp.out_precision, index)
            made[index] = np.asarray(self.dump("DBB", address, kind.itemsize)).view(kind)[0]
        return made

    def start(self, sdp, group=0):
        """Program and enable a layer, SDP first."""
        for part in reversed(sdp.encode(self.registers, self.config)):
            block = self.registers.blocks[part.block]
            self.write(block.S_POINTER.address, group)
            for name, word in part.words[0].items():
                self.write(block.registers[name].address, word)
            self.write(block.D_OP_ENABLE.address, 1)

    def play(self, sdp, group=0):
        """Start a layer and let it end; what happened."""
        self.start(sdp, group)
        while self.advance():
            pass
        return self.take_happened()

    def word(self, block, name):
        """A register that must be known."""
        register = self.registers.blocks[block].registers[name]
        assert self.predict(register.address).known
        return self.read(register.address)

    def write_table(self, table, entries, first=0):
        """Write entries of a look-up table."""
        block = self.registers.SDP
        access = block.S_LUT_ACCESS_CFG.encode(LUT_ADDR=first, LUT_TABLE_ID=table, LUT_ACCESS_TYPE="WRITE")
        self.write(block.S_LUT_ACCESS_CFG.address, access)
        for entry in entries:
            self.write(block.S_LUT_ACCESS_DATA.address, int(entry) & 0xFFFF)


def bytes_of(number):
    """The bytes of a number of a type."""
    return np.atleast_1d(number).view(np.uint8)
