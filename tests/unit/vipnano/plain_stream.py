"""A writer of streams as docs/vipnano/README.md says it, weight by weight; slow, and without anything of the models."""


class PlainStream:
    """Bits that are appended, and a run that has not been closed."""

    def __init__(self, zrl_bits, zero_point):
        self.zrl_bits, self.zero_point = zrl_bits, zero_point
        self.bits, self.run = [], 0

    def put(self, value, width):
        self.bits += [value >> bit & 1 for bit in range(width)]

    def item(self, run, weight):
        self.put(run, self.zrl_bits)
        self.put(weight, 8)
        self.run = 0

    def weight(self, value):
        full = self.run == (1 << self.zrl_bits) - 1
        if value == self.zero_point and not full:
            self.run += 1
        else:
            self.item(self.run, value)

    def close(self):
        if self.run:
            self.item(self.run - 1, self.zero_point)

    def word(self, value):
        self.close()
        self.put(int(value) & 0xFFFFFFFF, 32)

    def bytes(self):
        self.close()
        bits = self.bits + [0] * (-len(self.bits) % 32)
        return bytes(
            sum(bit << at for at, bit in enumerate(bits[first : first + 8])) for first in range(0, len(bits), 8)
        )


def plain_places(shape):
    """Lines and columns of a plane of a kernel."""
    if shape.planes == 1 and shape.in_columns <= 64:
        return [(line, column) for line in range(shape.lines) for column in range(shape.columns)]
    found = []
    for pair in range(0, shape.lines, 2):
        lines = range(pair, min(pair + 2, shape.lines))
        for columns in (range(min(3, shape.columns)), range(3, shape.columns)):
            found += [(line, column) for line in lines for column in columns]
    return found


def plain_stream(kernels, shape, core, zrl_bits):
    """The stream of a core; kernels have all channels that streams have."""
    cores = min(shape.channels, shape.nn_cores)
    count = -(-shape.channels // cores)
    stream = PlainStream(zrl_bits, shape.zero_point)
    stream.put(zrl_bits, 8)
    stream.put(count, 16)
    six = shape.lines == shape.columns == 1 and shape.channels > 8
    places = [(0, 0)] if six else plain_places(shape)
    left, number = count, 0
    while left:
        in_block = min(shape.width, left)
        left -= in_block
        step = 6 if six else 1
        for first in range(0, shape.planes, step):
            for kernel in range(in_block):
                channel = core * in_block + kernel + number * shape.width * cores
                for plane in range(first, min(first + step, shape.planes)):
                    for at, (line, column) in enumerate(places):
                        stream.weight(int(kernels.weights[channel, plane, line, column]))
                        if plane == 0 and at == 0:
                            stream.word(kernels.biases[channel])
                        if plane == shape.planes - 1 and at == len(places) - 1:
                            stream.word(kernels.offsets[channel])
            if not left and not six and shape.planes > 1:
                stream.close()
        number += 1
    return stream.bytes()
