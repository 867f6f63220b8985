"""What a round of layers must lead to on CSC's links, in plain loops over what the layers mean."""

from dataclasses import dataclass, field
from itertools import product

import numpy as np

from models.nvdla.config import HwConfig
from tests.sim.nvdla.units.csc.csc_layers import Layer, content
from tests.sim.nvdla.units.csc.csc_sources import Asked, DataSide, WeightsSide, together


@dataclass
class Expected:
    """What passes each link, in order.

    Attributes:
        operations: flags as a number, channels, and data as bytes.
        cells: of each CMAC: last, cell, channels, and weights as bytes.
        stripes: the stripe of each of them, counted over all layers.
        data_entries: entries that are asked for; of weights and masks those of each pass.
        passes: of each pass: the operations that it has, and its first operation, counted over all layers.
        starts: first operation of each stripe.
        groups: first stripe of each kernel group.
        layers: first operation of each layer.
    """

    operations: list[tuple] = field(default_factory=list)
    cells: tuple[list[tuple], list[tuple]] = field(default_factory=lambda: ([], []))
    stripes: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))
    data_entries: list[int] = field(default_factory=list)
    weights_asked: list[Asked] = field(default_factory=list)
    masks_asked: list[Asked] = field(default_factory=list)
    data_released: list[tuple[int, int]] = field(default_factory=list)
    weights_released: list[tuple[int, int, int]] = field(default_factory=list)
    passes: list[tuple[int, int]] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    groups: list[int] = field(default_factory=list)
    layers: list[int] = field(default_factory=list)


def drains(layer: Layer, before: Layer | None) -> tuple[bool, bool]:
    """Whether the banks of data and of weights change with a layer."""
    data = before is None or layer.data_banks != before.data_banks
    return data, data or before is None or layer.weight_banks != before.weight_banks


@dataclass(frozen=True)
class Stand:
    """A layer, and the entries of each ring in which it begins.

    Attributes:
        data_reused: whether data are those that the layer before left, and more; weights likewise.
        fetched_slices: those that were not left.
        weights_entries: of the whole layer.
        groups: of each kernel group its kernels, and the entries of weights and of masks that become complete, and free
            again, with it.
    """

    layer: Layer
    data_first: int
    weights_first: int
    masks_first: int
    data_reused: bool
    weights_reused: bool
    fetched_slices: int
    weights_entries: int
    groups: list[tuple[int, int, int]]


def stands(hw: HwConfig, seed: int, layers: list[Layer]) -> list[Stand]:
    """Where the layers of a round stand in the buffer."""
    found, held, before = [], content(hw, seed), None
    for layer in layers:
        before = _stand(hw, held, layer, before)
        found.append(before)
    return found


def _stand(hw, held, layer, before):
    """Where a layer stands behind the one before."""
    data_drained, weights_drained = drains(layer, before and before.layer)
    left = 0 if before is None or layer.mode != before.layer.mode else before.layer.kept_slices
    data_reused, weights_reused = layer.reuse_data and left > 0, layer.reuse_weights
    data = weights = masks = 0
    if not data_drained:
        used = before.layer.height - (left if data_reused else 0)
        data = (before.data_first + used * before.layer.line_entries(hw)) % (layer.data_banks * hw.cbuf_bank_entries)
    if not weights_drained:
        used = (0, 0) if weights_reused else (before.weights_entries, before.layer.masks_entries(hw))
        weights = (before.weights_first + used[0]) % (layer.weight_banks * hw.cbuf_bank_entries)
        masks = (before.masks_first + used[1]) % hw.cbuf_bank_entries
    ends = WeightsSide(hw, layer, held, weights, masks).group_ends()
    entries = max(1, -(-ends[-1][0] // hw.cbuf_entry_bytes) - (layer.missing if layer.compressed else 0))
    return Stand(
        layer,
        data_first=data,
        weights_first=weights,
        masks_first=masks,
        data_reused=data_reused,
        weights_reused=weights_reused,
        fetched_slices=layer.height - (left if data_reused else 0),
        weights_entries=entries,
        groups=_groups(hw, layer, ends, entries),
    )


def _groups(hw, layer, ends, entries):
    size = hw.cbuf_entry_bytes
    ends = np.minimum(np.array(ends) // (size, 8 * size), (entries, layer.masks_entries(hw)))
    ends[-1] = entries, layer.masks_entries(hw)
    counts = np.diff(ends, axis=0, prepend=[[0, 0]]).tolist()
    return [(kernels, *counts) for kernels, counts in zip(layer.groups(hw), counts, strict=True)]


def expected(hw: HwConfig, seed: int, layers: list[Layer]) -> Expected:
    """What a round leads to."""
    found, held, before = Expected(), content(hw, seed), None
    for stand in stands(hw, seed, layers):
        _Layer(found, hw, stand, held).play()
        _release(found, hw, stand, before)
        before = stand
    return found


def _release(found, hw, stand, stand_before):
    layer, before = stand.layer, stand_before and stand_before.layer
    if before is not None and before.kept_slices and not stand.data_reused:
        found.data_released.append((before.kept_slices, before.kept_slices * before.line_entries(hw)))
    if before is not None and before.keep_weights and not stand.weights_reused:
        most = hw.mac_cells * hw.cbuf_entry_bytes // hw.mac_channels
        sizes = [min(most, before.kernels - first) for first in range(0, before.kernels, most)]
        found.weights_released += [(size, 0, 0) for size in sizes[:-1]]
        found.weights_released.append((sizes[-1], stand_before.weights_entries, before.masks_entries(hw)))
    if not layer.keep_data:
        found.data_released.append((layer.released_slices, layer.released_slices * layer.line_entries(hw)))
    if not layer.keep_weights:
        found.weights_released += stand.groups


def _stripes(hw, pixels):
    """The operations of each stripe of a kernel group's pixels."""
    found = []
    while pixels:
        found.append(pixels if pixels < 2 * hw.mac_cells else hw.mac_cells)
        pixels -= found[-1]
    return found


class _Layer:
    """A layer where it stands in the buffer."""

    def __init__(self, found, hw, stand, held):
        self._found, self._hw, self._layer = found, hw, stand.layer
        self._data = DataSide(hw, stand.layer, held, stand.data_first, found.data_entries)
        self._weights = WeightsSide(hw, stand.layer, held, stand.weights_first, stand.masks_first)

        self._step = 2 if stand.layer.mode == "winograd" else 1  # output columns and lines of an operation
        pixels = stand.layer.out_width * stand.layer.out_height
        self._operations = pixels // self._step**2 * stand.layer.batches

    def play(self):
        """Add what the layer leads to."""
        layer, hw, found = self._layer, self._hw, self._found
        found.layers.append(len(found.operations))
        groups = layer.groups(hw)
        for group, kernels in enumerate(groups):
            found.groups.append(len(found.starts))
            done, stripes = 0, _stripes(hw, self._operations)
            for stripe, size in enumerate(stripes):
                pixels = [self._pixel(number) for number in range(done, done + size)]
                done += size
                last = group == len(groups) - 1 and stripe == len(stripes) - 1
                found.passes.append((size, len(found.operations)))
                self._weights.begin_pass()
                self._pass(pixels, kernels, last)
                asked = self._weights.end_pass()
                found.weights_asked.append(asked[0])
                found.masks_asked += asked[1:] if layer.compressed else ()
            self._weights.end_group()

    def _pixel(self, number):
        """Line, column and batch of an operation of a kernel group."""
        pixel, batch = divmod(number, self._layer.batches)
        return *divmod(pixel, self._layer.out_width // self._step), batch

    def _pass(self, pixels, kernels, last_pass):
        layer, found = self._layer, self._found
        rows, columns = range(0, layer.kernel_height, layer.rows_together), range(layer.kernel_width)
        if layer.mode == "winograd":  # a kernel and a tile are one
            rows = columns = range(1)
        blocks = layer.blocks(self._hw)
        for block, row, column in product(blocks, rows, columns):
            complete = (block, row, column) == (blocks[-1], rows[-1], columns[-1])
            self._load(kernels, block, row)
            found.starts.append(len(found.operations))
            for index, pixel in enumerate(pixels):
                end = index == len(pixels) - 1
                flags = (index == 0) << 3 | end << 2 | complete << 1 | (complete and end and last_pass)
                places = self._data.operation(pixel, block, row, column)
                found.operations.append((flags, places.mask, together(self._hw, [places])))

    def _load(self, kernels, block, row):
        """The weights of a stripe."""
        hw, found = self._hw, self._found
        cell_kernels = self._layer.cell_kernels(hw)
        cells, half = -(-kernels // cell_kernels), hw.mac_cells // 2
        for cell in range(cells):
            parts = [self._weights.kernel(block, row) for _ in range(min(cell_kernels, kernels - cell * cell_kernels))]
            side, index = divmod(cell, half)
            last = cell == cells - 1 or index == half - 1
            found.stripes[side].append(len(found.starts))
            found.cells[side].append((int(last), index, parts[0].mask, together(hw, parts)))
