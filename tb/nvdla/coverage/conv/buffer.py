"""How a convolution uses the convolution buffer: banks, entries, what it fetches at a time and what it releases."""

from __future__ import annotations

from models.nvdla.config import HwConfig
from models.nvdla.conv.buffer.sizes import full_weight_banks, least_weight_banks
from models.nvdla.conv.descriptor import Conv
from models.nvdla.surfaces.layout import ELEMENT_BYTES, ceil_div
from tb.coverage.bins import Ranges, Value, each, flag, names, octaves, ranges
from tb.coverage.group import Cross, Point, cross

SINGLE_BANKS = 2
MOST = 1 << 32
SLICES = ranges([(1, 1), (2, 2), (3, 4), (5, 8), (9, MOST)], ["1", "2", "3-4", "5-8", "9 and more"])
WHOLE = ranges([(0, 0), (1, 1), (2, 2), (3, MOST)], ["0", "1", "2", "3 and more"])


class BufferPoints:
    """The points of the buffer.

    Args:
        config: the hardware configuration.
        precision: the point of what is multiplied.
    """

    def __init__(self, config: HwConfig, precision: Point) -> None:
        self._config, self._precision = config, precision
        self._entry_atoms = config.cbuf_entry_bytes // config.atom_bytes
        banks = config.cbuf_banks
        self.data_banks = Point("data banks", each(range(1, banks)))
        self.weight_banks = Point("weight banks", each(range(1, banks)))
        self.data_share = Point("data's share of banks", octaves(SINGLE_BANKS, banks - 1))
        self.weight_share = Point("weights' share of banks", octaves(SINGLE_BANKS, banks - 1))
        self.all_banks = Point("banks are left", flag())
        self.weights_held = Point("weights held at once", names("all", "groups", "one group"))
        self.whole = Point("entries of a pixel before its last", WHOLE)
        self.rest = Point("atoms in a pixel's last entry", each(range(1, self._entry_atoms + 1)))
        self.filled = Point("last entry of a slice", names("full", "in part"))
        self.grains = Point("grains", SLICES)
        self.all_grains = Point("grains are the input", flag())
        self.released = Point("slices released", names("all", "some"))
        self.keep_data, self.keep_weights = Point("data kept", flag()), Point("weights kept", flag())

    @property
    def points(self) -> tuple[Point, ...]:
        """All of them."""
        banks = (self.data_banks, self.weight_banks, self.data_share, self.weight_share, self.all_banks)
        entries = (self.weights_held, self.whole, self.rest, self.filled)
        return *banks, *entries, self.grains, self.all_grains, self.released, self.keep_data, self.keep_weights

    @property
    def crosses(self) -> tuple[Cross, ...]:
        """Shares of the banks, entries, what is kept."""
        least = {label: low for low, label in zip(self._shares.lows, self._shares.labels, strict=True)}
        banks = self._config.cbuf_banks

        def too_many(data: str, weights: str) -> bool:
            return least[data] + least[weights] > banks

        return (
            cross(self.data_share, self.weight_share, absent=too_many),
            cross(self._precision, self.weights_held),
            cross(self.whole, self.rest),
            cross(self._precision, self.rest),
            cross(self.keep_data, self.keep_weights),
        )

    def values(self, conv: Conv) -> dict[str, Value]:
        """The values of a layer."""
        config, buffer, cube = self._config, conv.buffer, conv.input
        atoms = ceil_div(cube.channels * ELEMENT_BYTES[cube.precision], config.atom_bytes)
        whole, last = divmod(atoms - 1, self._entry_atoms)
        pixel = cube.height == cube.width == 1  # is packed
        share = last + 1 if pixel else 1 << last.bit_length()
        return {
            self.data_banks.name: buffer.data_banks,
            self.weight_banks.name: buffer.weight_banks,
            self.data_share.name: buffer.data_banks,
            self.weight_share.name: buffer.weight_banks,
            self.all_banks.name: int(buffer.data_banks + buffer.weight_banks < config.cbuf_banks),
            self.weights_held.name: self._held(conv),
            self.whole.name: whole,
            self.rest.name: last + 1,
            self.filled.name: "in part" if cube.width * share % self._entry_atoms else "full",
            self.grains.name: cube.grains,
            self.all_grains.name: int(cube.grains >= cube.height),
            self.released.name: "all" if buffer.release_slices >= cube.height else "some",
            self.keep_data.name: int(buffer.keep_data),
            self.keep_weights.name: int(buffer.keep_weights),
        }

    @property
    def _shares(self) -> Ranges:
        assert isinstance(self.data_share.bins, Ranges)
        return self.data_share.bins

    def _held(self, conv: Conv) -> str:
        """Whether the buffer holds all weights, or only as many as it needs to go on, or something between."""
        weights, banks = conv.weights, conv.buffer.weight_banks
        if banks >= full_weight_banks(self._config, weights.size_bytes):
            return "all"
        least = least_weight_banks(self._config, weights.kernels, weights.kernel_bytes, conv.precision)
        return "groups" if banks > least else "one group"
