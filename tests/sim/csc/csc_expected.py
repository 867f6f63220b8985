"""What a round of layers must lead to on CSC's links, in plain loops over what the layers mean."""

from dataclasses import dataclass, field
from itertools import product

import numpy as np

from models.nvdla.config import HwConfig
from tests.sim.csc.csc_layers import Layer, content


@dataclass
class Expected:
    """What passes each link, in order.

    Attributes:
        operations: flags as a number, channels, and data as bytes.
        cells: of each CMAC: last, cell, channels, and weights as bytes.
        stripes: the stripe of each of them, counted over all layers.
        data_entries: entries that are asked for.
        passes: of each pass: the operations that it has, and its first operation, counted over all layers.
        starts: first operation of each stripe.
        groups: first stripe of each kernel group.
        layers: first operation of each layer.
    """

    operations: list[tuple] = field(default_factory=list)
    cells: tuple[list[tuple], list[tuple]] = field(default_factory=lambda: ([], []))
    stripes: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))
    data_entries: list[int] = field(default_factory=list)
    weights_entries: list[int] = field(default_factory=list)
    data_released: list[tuple[int, int]] = field(default_factory=list)
    weights_released: list[tuple[int, int]] = field(default_factory=list)
    passes: list[tuple[int, int]] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    groups: list[int] = field(default_factory=list)
    layers: list[int] = field(default_factory=list)


def drains(layer: Layer, before: Layer | None) -> tuple[bool, bool]:
    """Whether the banks of data and of weights change with a layer."""
    data = before is None or layer.data_banks != before.data_banks
    return data, data or before is None or layer.weight_banks != before.weight_banks


def expected(hw: HwConfig, seed: int, layers: list[Layer]) -> Expected:
    """What a round leads to."""
    found, held = Expected(), content(hw, seed)
    before, data_first, weights_first = None, 0, 0
    for layer in layers:
        data_drained, weights_drained = drains(layer, before)
        data_first, weights_first = 0 if data_drained else data_first, 0 if weights_drained else weights_first
        _Layer(hw, layer, held, data_first, weights_first).play(found)
        _release(found, hw, layer, before)
        data_first = (data_first + layer.height * layer.slice_entries(hw)) % (layer.data_banks * hw.cbuf_bank_entries)
        weights_first = (weights_first + layer.weights_entries(hw)) % (layer.weight_banks * hw.cbuf_bank_entries)
        before = layer
    return found


def group_entries(hw: HwConfig, layer: Layer) -> list[int]:
    """Entries that become complete, and free again, with each kernel group."""
    ends = np.cumsum(layer.groups(hw)) * layer.kernel_bytes // hw.cbuf_entry_bytes
    ends[-1] = layer.weights_entries(hw)
    return [int(count) for count in np.diff(ends, prepend=0)]


def _release(found, hw, layer, before):
    if before is not None and before.kept_slices:
        found.data_released.append((before.kept_slices, before.kept_slices * before.slice_entries(hw)))
    if before is not None and before.keep_weights:
        most = hw.mac_kernels * hw.cbuf_entry_bytes // hw.mac_channels
        sizes = [min(most, before.kernels - first) for first in range(0, before.kernels, most)]
        found.weights_released += [(size, 0) for size in sizes[:-1]] + [(sizes[-1], before.weights_entries(hw))]
    if not layer.keep_data:
        found.data_released.append((layer.released_slices, layer.released_slices * layer.slice_entries(hw)))
    if not layer.keep_weights:
        found.weights_released += list(zip(layer.groups(hw), group_entries(hw, layer), strict=True))


def _stripes(hw, pixels):
    """The operations of each stripe of a kernel group's pixels."""
    found = []
    while pixels:
        found.append(pixels if pixels < 2 * hw.mac_kernels else hw.mac_kernels)
        pixels -= found[-1]
    return found


class _Layer:
    """A layer where it stands in the buffer."""

    def __init__(self, hw, layer, held, data_first, weights_first):
        self._hw, self._layer = hw, layer
        self._data_first = data_first
        self._data_ring = layer.data_banks * hw.cbuf_bank_entries
        self._weights_ring = layer.weight_banks * hw.cbuf_bank_entries
        self._weights_first = weights_first
        self._data = np.roll(held[: self._data_ring], -data_first, axis=0).reshape(-1)
        bank = held[self._data_ring : self._data_ring + self._weights_ring]
        rounds = layer.weights_entries(hw) // self._weights_ring + 1
        self._weights = np.tile(np.roll(bank, -weights_first, axis=0), (rounds, 1)).reshape(-1)
        self._blocks = [
            range(first, min(first + hw.mac_channels, layer.channels))
            for first in range(0, layer.channels, hw.mac_channels)
        ]
        self._last_entry = None

    def play(self, found):
        """Add what the layer leads to."""
        layer, hw = self._layer, self._hw
        found.layers.append(len(found.operations))
        position = 0
        groups = layer.groups(hw)
        for group, kernels in enumerate(groups):
            found.groups.append(len(found.starts))
            done, stripes = 0, _stripes(hw, layer.out_width * layer.out_height)
            for stripe, size in enumerate(stripes):
                pixels = [divmod(pixel, layer.out_width) for pixel in range(done, done + size)]
                done += size
                last = group == len(groups) - 1 and stripe == len(stripes) - 1
                found.passes.append((size, len(found.operations)))
                self._ask_for_weights(found, position, kernels)
                end = self._pass(found, pixels, kernels, position, last)
            position = end

    def _pass(self, found, pixels, kernels, position, last_pass):
        layer = self._layer
        rows, columns = range(layer.kernel_height), range(layer.kernel_width)
        for block, row, column in product(self._blocks, rows, columns):
            complete = (block, row, column) == (self._blocks[-1], rows[-1], columns[-1])
            position = self._load(found, kernels, block, position)
            found.starts.append(len(found.operations))
            for index, (out_y, out_x) in enumerate(pixels):
                end = index == len(pixels) - 1
                flags = (index == 0) << 3 | end << 2 | complete << 1 | (complete and end and last_pass)
                y = out_y * layer.stride_y + row * layer.dilation_y - layer.pad_top
                x = out_x * layer.stride_x + column * layer.dilation_x - layer.pad_left
                data = self._place([self._elements(found, x, y, block)])
                found.operations.append((flags, self._mask(block), data))
        return position

    def _mask(self, block):
        return (1 << len(block)) - 1

    def _elements(self, found, x, y, block):
        """Bytes of a pixel's elements in a block."""
        layer, hw = self._layer, self._hw
        size = layer.element_bytes
        if not (0 <= x < layer.width and 0 <= y < layer.height):
            return layer.pad_value.to_bytes(2, "little")[:size] * len(block)
        whole, rest = layer.packing(hw)
        entry_atoms = hw.cbuf_entry_bytes // hw.atom_bytes
        atom, offset = divmod(block[0] * size, hw.atom_bytes)
        group, atom = divmod(atom, entry_atoms)
        if group < whole:
            place = (group * layer.width + x) * entry_atoms + atom
        else:
            place = whole * layer.width * entry_atoms + x * rest + atom
        first = y * layer.slice_entries(hw) * hw.cbuf_entry_bytes + place * hw.atom_bytes + offset
        entry = (first // hw.cbuf_entry_bytes + self._data_first) % self._data_ring
        if entry != self._last_entry:
            found.data_entries.append(entry)
            self._last_entry = entry
        return self._data[first : first + len(block) * size].tobytes()

    def _place(self, parts):
        """Elements in the places of an operation: those of INT8 in a byte of each, the first part in the lowest."""
        hw = self._hw
        if self._layer.precision != "INT8":
            return parts[0].ljust(hw.cbuf_entry_bytes, b"\0")
        places = np.zeros((hw.mac_channels, hw.cbuf_entry_bytes // hw.mac_channels), np.uint8)
        for number, part in enumerate(parts):
            places[: len(part), number] = np.frombuffer(part, np.uint8)
        return places.tobytes()

    def _load(self, found, kernels, block, position):
        """The weights of a stripe, which begin at `position` of the stream; where the next ones begin."""
        layer, hw = self._layer, self._hw
        size, together = len(block) * layer.element_bytes, layer.cell_kernels(hw)
        cells, half = -(-kernels // together), hw.mac_kernels // 2
        for cell in range(cells):
            parts = []
            for _ in range(min(together, kernels - cell * together)):
                parts.append(self._weights[position : position + size].tobytes())
                position += size
            side, index = divmod(cell, half)
            last = cell == cells - 1 or index == half - 1
            found.stripes[side].append(len(found.starts))
            found.cells[side].append((int(last), index, self._mask(block), self._place(parts)))
        return position

    def _ask_for_weights(self, found, position, kernels):
        size = self._hw.cbuf_entry_bytes
        end = position + kernels * self._layer.kernel_bytes
        for entry in range(position // size, -(-end // size)):
            found.weights_entries.append(self._data_ring + (self._weights_first + entry) % self._weights_ring)
