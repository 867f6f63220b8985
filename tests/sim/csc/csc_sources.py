"""Where the elements of operations and cells lie in the buffer, in plain words about one element."""

import numpy as np

from models.nvdla.config import HwConfig
from tests.sim.csc.csc_layers import Layer


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

    def operation(self, out_y, out_x, block, row, column) -> Places:
        """The elements of an output pixel for a block, from a row of the kernel on, and for a column."""
        layer, places = self._layer, Places(self._hw, self._layer)
        apart = self._hw.mac_channels // layer.rows_together
        for number in range(min(layer.rows_together, layer.kernel_height - row)):
            y = out_y * layer.stride_y + (row + number) * layer.dilation_y - layer.pad_top
            x = out_x * layer.stride_x + column * layer.dilation_x - layer.pad_left
            places.put(number * apart, self._elements(x, y, block))
        return places

    def _elements(self, x, y, block):
        layer, size = self._layer, self._layer.element_bytes
        if not (0 <= x < layer.width and 0 <= y < layer.height):
            return layer.pad_value.to_bytes(2, "little")[:size] * len(block)
        within = self._in_image(x, block) if layer.mode == "image" else self._in_features(x, block)
        first = y * layer.slice_entries(self._hw) * self._hw.cbuf_entry_bytes + within
        self._ask(first, first + len(block) * size - 1)
        return self._data[first : first + len(block) * size].tobytes()

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

    def _ask(self, first_byte, last_byte):
        """One or two entries; the two that came last are still there."""
        low, high = ((byte // self._hw.cbuf_entry_bytes + self._first) % self._ring for byte in (first_byte, last_byte))
        needed = [low] if low == high else [low, high]
        if self._known[-len(needed) :] == needed:
            return
        missing = needed[1:] if self._known[-1:] == needed[:1] else needed
        self._asked += missing
        self._known = (self._known + missing)[-2:]


class WeightsSide:
    """The weights of a layer: a stream of bytes, of which each cell takes the next ones."""

    def __init__(self, hw: HwConfig, layer: Layer, held: np.ndarray, first: int, asked: list[int]):
        self._hw, self._layer, self._first, self._asked = hw, layer, first, asked
        self._bank = layer.data_banks * hw.cbuf_bank_entries
        self._ring = layer.weight_banks * hw.cbuf_bank_entries
        banks = held[self._bank : self._bank + self._ring]
        rounds = layer.weights_entries(hw) // self._ring + 1
        self._weights = np.tile(np.roll(banks, -first, axis=0), (rounds, 1)).reshape(-1)
        self._byte = self._group = 0

    def begin_pass(self, kernels):
        """A pass reads all weights of its group."""
        self._byte, size = self._group, self._hw.cbuf_entry_bytes
        end = self._byte + kernels * self._layer.kernel_bytes
        for entry in range(self._byte // size, -(-end // size)):
            self._asked.append(self._bank + (self._first + entry) % self._ring)

    def end_group(self):
        """The next group begins where this one ends."""
        self._group = self._byte

    def kernel(self, block, row) -> Places:
        """What a kernel has in an operation."""
        layer, places = self._layer, Places(self._hw, self._layer)
        apart = self._hw.mac_channels // layer.rows_together
        for number in range(min(layer.rows_together, layer.kernel_height - row)):
            places.put(number * apart, self._next(len(block)))
        return places

    def _next(self, elements):
        first = self._byte
        self._byte += elements * self._layer.element_bytes
        return self._weights[first : self._byte].tobytes()
