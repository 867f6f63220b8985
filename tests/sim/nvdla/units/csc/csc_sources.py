"""Where the elements of operations and cells lie in the buffer, in plain words about one element."""

from dataclasses import dataclass

import numpy as np

from models.nvdla.config import HwConfig
from tests.sim.nvdla.units.csc.csc_layers import Layer
from tests.sim.nvdla.units.csc.csc_winograd import pre_added


class Places:
    """The elements of an operation or of a kernel in it.

    Attributes:
        values: bytes of each element.
        used: the elements that count.
    """

    def __init__(self, hw: HwConfig, layer: Layer):
        self.values = np.zeros((hw.mac_channels, layer.element_bytes), np.uint8)
        self.used = np.zeros(hw.mac_channels, bool)

    def put(self, first: int, values: bytes) -> None:
        """Elements that follow each other."""
        rows = np.frombuffer(values, np.uint8).reshape(-1, self.values.shape[1])
        self.values[first : first + len(rows)] = rows
        self.used[first : first + len(rows)] = True

    @property
    def mask(self) -> int:
        return sum(1 << int(channel) for channel in np.flatnonzero(self.used))


def together(hw: HwConfig, parts: list[Places]) -> bytes:
    """Elements in the places of an operation: those of INT8 in a byte of each, the first part in the lowest."""
    places = np.zeros((hw.mac_channels, hw.cbuf_entry_bytes // hw.mac_channels), np.uint8)
    size = parts[0].values.shape[1]
    for number, part in enumerate(parts):
        places[:, number * size : (number + 1) * size] = part.values
    return places.tobytes()


class DataSide:
    """The data of a layer.

    Args:
        first: entry in which they begin.
        asked: takes the entries that are asked for.
    """

    def __init__(self, hw: HwConfig, layer: Layer, held: np.ndarray, first: int, asked: list[int]):
        self._hw, self._layer, self._first, self._asked = hw, layer, first, asked
        self._ring = layer.data_banks * hw.cbuf_bank_entries
        self._data = np.roll(held[: self._ring], -first, axis=0).reshape(-1)
        self._known: list[int] = []

    def operation(self, pixel, block, row, column) -> Places:
        """The elements of an output pixel (line, column, batch) for a block, rows of the kernel, and a column."""
        out_y, out_x, batch = pixel
        layer, places = self._layer, Places(self._hw, self._layer)
        if layer.mode == "winograd":
            places.put(0, self._tile(2 * out_y, 2 * out_x, block))
            return places
        apart = self._hw.mac_channels // layer.rows_together
        for number in range(min(layer.rows_together, layer.kernel_height - row)):
            y = out_y * layer.stride_y + (row + number) * layer.dilation_y - layer.pad_top
            x = out_x * layer.stride_x + column * layer.dilation_x - layer.pad_left
            places.put(number * apart, self._elements(x, y, batch, block))
        return places

    def _elements(self, x, y, batch, block):
        layer, size = self._layer, self._layer.element_bytes
        if not (0 <= x < layer.width and 0 <= y < layer.height):
            return layer.pad_value.to_bytes(2, "little")[:size] * len(block)
        within = self._in_image(x, block) if layer.mode == "image" else self._in_features(x, block)
        first = (y * layer.batches + batch) * layer.slice_entries(self._hw) * self._hw.cbuf_entry_bytes + within
        self._ask(first, first + len(block) * size - 1)
        return self._data[first : first + len(block) * size].tobytes()

    def _tile(self, y, x, block):
        layer, size, atom = self._layer, self._layer.element_bytes, self._hw.atom_bytes
        surface, offset = divmod(block[0] * size, atom)
        lines = (y + np.arange(4)) * layer.slice_entries(self._hw) + surface * (layer.width // 4)
        firsts = 4 * lines[:, None] + np.arange(x, x + 4)
        codes = self._data[(firsts * atom + offset)[..., None] + np.arange(len(block) * size)]
        self._ask(firsts[0, 0] * atom, firsts[0, 3] * atom, layer.slice_entries(self._hw))
        kind = {"INT8": np.int8, "INT16": "<i2", "FP16": "<u2"}[layer.precision]
        return pre_added(codes.view(kind), layer.precision, layer.truncate).tobytes()

    def _in_image(self, x, block):
        return (x * self._layer.components + block[0]) * self._layer.element_bytes

    def _in_features(self, x, block):
        layer, hw = self._layer, self._hw
        whole, rest = layer.packing(hw)
        entry_atoms = hw.cbuf_entry_bytes // hw.atom_bytes
        atom, offset = divmod(block[0] * layer.element_bytes, hw.atom_bytes)
        group, atom = divmod(atom, entry_atoms)
        if group < whole:
            place = (group * layer.width + x) * entry_atoms + atom
        else:
            place = whole * layer.width * entry_atoms + x * rest + atom
        return place * hw.atom_bytes + offset

    def _ask(self, first_byte, last_byte, next_line=0):
        """One or two entries; the two that came last are still there. With Winograd those of four lines together."""
        low, high = ((byte // self._hw.cbuf_entry_bytes + self._first) % self._ring for byte in (first_byte, last_byte))
        needed = [low] if low == high else [low, high]
        if self._known[-len(needed) :] == needed:
            return
        missing = needed[1:] if self._known[-1:] == needed[:1] else needed
        lines = 4 if next_line else 1
        self._asked += [(entry + line * next_line) % self._ring for entry in missing for line in range(lines)]
        self._known = (self._known + missing)[-2:]


class Ring:
    """What a part of the buffer holds of a layer, from an entry on, as often as it comes round."""

    def __init__(self, held: np.ndarray, bank: int, size: int, first: int):
        self._bank, self._size, self._first = bank, size, first
        self._held = np.roll(held[bank : bank + size], -first, axis=0).reshape(-1)

    def bytes(self, first: int, count: int) -> np.ndarray:
        return self._held[np.arange(first, first + count) % len(self._held)]

    def bits(self, first: int, count: int) -> np.ndarray:
        whole = self.bytes(first // 8, count // 8 + 2)
        return np.unpackbits(whole, bitorder="little")[first % 8 :][:count]

    def entry(self, number: int) -> int:
        return self._bank + (self._first + number) % self._size


@dataclass(frozen=True)
class Asked:
    """The entries that a pass asks for.

    Attributes:
        entries: with some behind them that it may ask for too early.
        needed: those that it has to ask for.
    """

    entries: list[int]
    needed: int


class WeightsSide:
    """The weights of a layer: streams of bytes and of mask bits, of which each cell takes the next ones."""

    def __init__(self, hw: HwConfig, layer: Layer, held: np.ndarray, weights_first: int, masks_first: int):
        self._hw, self._layer = hw, layer
        bank = layer.data_banks * hw.cbuf_bank_entries
        last_bank = (hw.cbuf_banks - 1) * hw.cbuf_bank_entries
        self._weights = Ring(held, bank, layer.weight_banks * hw.cbuf_bank_entries, weights_first)
        self._masks = Ring(held, last_bank, hw.cbuf_bank_entries, masks_first)
        self._byte = self._group_byte = self._bit = self._group_bit = 0

    def begin_pass(self):
        """A pass reads all weights of its group."""
        self._byte, self._bit = self._group_byte, self._group_bit

    def end_pass(self) -> tuple[Asked, Asked]:
        """What it had to ask for."""
        size = self._hw.cbuf_entry_bytes
        return (
            self._asked(self._weights, self._group_byte // size, -(-self._byte // size)),
            self._asked(self._masks, self._group_bit // (8 * size), -(-self._bit // (8 * size))),
        )

    def end_group(self):
        """The next group begins where this one ends."""
        self._group_byte, self._group_bit = self._byte, self._bit

    def kernel(self, block, row) -> Places:
        """What a kernel has in an operation."""
        layer, places = self._layer, Places(self._hw, self._layer)
        apart = self._hw.mac_channels // layer.rows_together
        if layer.mode == "winograd":
            places.put(0, self._next(self._hw.mac_channels))
            return places
        for number in range(min(layer.rows_together, layer.kernel_height - row)):
            places.put(number * apart, self._next(len(block)))
        return places

    def group_ends(self) -> list[tuple[int, int]]:
        """The byte and the mask bit behind each group."""
        layer, ends, byte, bit = self._layer, [], 0, 0
        for kernels in layer.groups(self._hw):
            elements = kernels * layer.kernel_bytes // layer.element_bytes
            there = int(self._masks.bits(bit, elements).sum()) if layer.compressed else elements
            byte, bit = byte + there * layer.element_bytes, bit + (elements if layer.compressed else 0)
            ends.append((byte, bit))
        return ends

    def _next(self, elements):
        size = self._layer.element_bytes
        values = np.zeros((elements, size), np.uint8)
        there = np.ones(elements, bool)
        if self._layer.compressed:
            there = self._masks.bits(self._bit, elements).astype(bool)
            self._bit += elements
        count = int(there.sum()) * size
        values[there] = self._weights.bytes(self._byte, count).reshape(-1, size)
        self._byte += count
        return values.tobytes()

    def _asked(self, ring, first, end):
        early = 6 if self._layer.compressed else 0
        return Asked([ring.entry(number) for number in range(first, end + early)], max(end - first, 0))
