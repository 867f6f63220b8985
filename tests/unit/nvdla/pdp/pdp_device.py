"""A reference device that plays single PDP layers, and what a plain program makes of them."""

import numpy as np

from models.nvdla.numbers.formats import FP17, FloatFormat
from models.nvdla.numbers.wide import half_from_wide, wide_from_half
from models.nvdla.pdp.descriptor import AVERAGE, MAXIMUM
from tests.unit.nvdla.conv.test_sums import plain_sum
from tests.unit.nvdla.sdp.plain_floats import plain_extreme, plain_product
from tests.unit.nvdla.sdp.sdp_device import OUTPUT, SOURCE, TYPES, SdpDevice

FP16 = FloatFormat(5, 10)
CODE = (1 << 17) - 1


class PdpDevice(SdpDevice):
    """A device and what a test needs of it."""

    def placed(self, pdp, gap=2):
        """The layer with its sides somewhere, a few atoms between lines."""
        atoms = gap * self.config.atom_bytes
        source = pdp.source and self.side(SOURCE, 1, pdp.height, pdp.width, atoms)
        destination = self.side(OUTPUT, 1, pdp.out_height, pdp.out_width, atoms)
        return type(pdp)(
            **{name: getattr(pdp, name) for name in pdp.__dataclass_fields__}
            | {"source": source, "destination": destination}
        )

    def put_input(self, pdp, values):
        """Fill the input, whole atoms of it."""
        size, atom = np.dtype(TYPES[pdp.precision]).itemsize, self.config.atom_bytes
        lanes = atom // size
        assert len(values) % lanes == 0
        for surface in range(len(values) // lanes):
            for line in range(pdp.height):
                part = values[surface * lanes : (surface + 1) * lanes, line].astype(TYPES[pdp.precision])
                at = pdp.source.address + surface * pdp.source.surface_stride_bytes
                self.load(
                    "DBB", at + line * pdp.source.line_stride_bytes, np.ascontiguousarray(part.T).view(np.uint8).ravel()
                )

    def pooled(self, pdp):
        """What stands in the output, all lanes of it."""
        kind, atom = np.dtype(TYPES[pdp.precision]), self.config.atom_bytes
        lanes = atom // kind.itemsize
        surfaces = -(-pdp.channels // lanes)
        made = np.empty((surfaces * lanes, pdp.out_height, pdp.out_width), kind)
        for surface in range(surfaces):
            for line in range(pdp.out_height):
                at = pdp.destination.address + surface * pdp.destination.surface_stride_bytes
                at += line * pdp.destination.line_stride_bytes
                data = np.asarray(self.dump("DBB", at, pdp.out_width * atom)).view(kind)
                made[surface * lanes : (surface + 1) * lanes, line] = data.reshape(pdp.out_width, lanes).T
        return made


def lanes_of(config, pdp):
    """Channels of whole atoms."""
    lanes = config.atom_bytes // np.dtype(TYPES[pdp.precision]).itemsize
    return -(-pdp.channels // lanes) * lanes


def plain_pooled(pdp, values):
    """The output, window by window, as if it were not split."""
    made = np.empty((len(values), pdp.out_height, pdp.out_width), TYPES[pdp.precision])
    for c, h, w in np.ndindex(made.shape):
        rows = [
            [int(values[c, line, column]) for column in real(pdp.x, w, pdp.width)]
            for line in real(pdp.y, h, pdp.height)
        ]
        made[c, h, w] = one(pdp, rows)
    return made


def real(window, number, size):
    """The real elements of a window along an axis."""
    first = number * window.stride - window.before
    return [place for place in range(first, first + window.kernel) if 0 <= place < size]


def one(pdp, rows):
    """The output of a window, from its real elements, row by row."""
    if pdp.method != AVERAGE:
        total, *others = [extreme(pdp, row) for row in rows]
        for row in others:
            total = extreme(pdp, [row, total])  # the lower one comes first
        return total
    floating = pdp.precision == "FP16"
    if floating:
        rows = [[int(wide_from_half(np.array([code], np.uint16))[0]) for code in row] for row in rows]
    sums = []
    for row in rows:
        total = row[0]
        for element in row[1:]:
            total = add(floating, total, element)
        if missing := pdp.x.kernel - len(row):
            total = add(floating, total, pad(floating, pdp, missing))
        sums.append(total)
    total = sums[0]
    for row in sums[1:]:
        total = add(floating, row, total)
    if missing := pdp.y.kernel - len(sums):
        value = pad(floating, pdp, missing)
        width = int(wide_from_half(np.array([pdp.x.kernel], np.float16).view(np.uint16))[0])
        total = add(floating, total, plain_product(value, width, FP17) if floating else value * pdp.x.kernel)
    for reciprocal in (pdp.average.recip_width, pdp.average.recip_height):
        total = plain_product(total, reciprocal & CODE, FP17) if floating else rounded(total * reciprocal)
    return int(half_from_wide(np.array([total], np.int64))[0]) if floating else total


def extreme(pdp, numbers):
    first, *others = numbers
    for number in others:
        if pdp.precision == "FP16":
            first = plain_extreme(first, number, FP16, pdp.method == MAXIMUM)
        else:
            first = max(first, number) if pdp.method == MAXIMUM else min(first, number)
    return first


def add(floating, first, second):
    return plain_sum(first, second, FP17) if floating else first + second


def pad(floating, pdp, count):
    value = pdp.average.pads.values[count]
    return value & CODE if floating else value


def rounded(product):
    """To 16 bits less, half away from zero."""
    return (1 if product >= 0 else -1) * ((abs(product) + (1 << 15)) >> 16)
