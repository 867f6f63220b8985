"""A layer as CDMA is told of it, and what it puts into the convolution buffer, worked out apart from the RTL."""

from dataclasses import dataclass
from typing import Self

import numpy as np

from models.nvdla.config import HwConfig
from models.nvdla.registers import registers
from tests.sim.nvdla.units.conv_buffer.buffer_elements import ELEMENT_BYTES, content, converted, flushed, specials

COUNTERS = tuple(f"D_{kind}_INPUT_{what}_NUM" for what in ("DATA", "WEIGHT") for kind in ("NAN", "INF"))


@dataclass(frozen=True)
class Fetch:
    """What CDMA is told of a layer.

    Attributes:
        convert: offset, scale and shift of the convertor, or None.
        grain: slices that it wants room for at once; it counts for packed lines only.
        weight_bytes: of the whole surface, which may be more than the kernels.
        keep: nothing of it is to be let go, for the next layer.
        reuse: what the layer before kept need not be fetched.
        batches: their number and how far they are from each other.
        compression: base and bytes of the mask, and the base of the groups' sizes, or None.
    """

    hw: HwConfig
    precision: str
    processing: str
    flush: bool
    convert: tuple[int, int, int] | None
    ram: int
    base: int
    channels: int
    height: int
    width: int
    line_stride: int
    surface_stride: int
    grain: int
    data_banks: int
    weight_banks: int
    weight_ram: int
    weight_base: int
    kernels: int
    kernel_bytes: int
    weight_bytes: int
    keep: bool = False
    reuse: bool = False
    compression: tuple[int, int, int] | None = None
    batches: tuple[int, int] = (1, 0)

    @property
    def line_entries(self) -> int:
        """Entries of a line in all batches."""
        return self.slice_entries * self.batches[0]

    @property
    def kind(self) -> str:
        """What the data are."""
        return "features"

    @property
    def slices(self) -> int:
        """As CSC is told."""
        return self.height

    @property
    def grain_lines(self) -> int:
        """Slices that it wants room for at once."""
        return self.grain if self.packed_lines else 1

    @property
    def packed_lines(self) -> bool:
        return self.line_stride == self.width * self.hw.atom_bytes

    @property
    def packed_surfaces(self) -> bool:
        return self.surface_stride == self.line_stride * self.height

    def words(self) -> dict[int, int]:
        """Register values, by word number in CDMA's window; D_OP_ENABLE is not among them."""
        block = registers(self.hw).CDMA
        offset, scale, shift = self.convert or (0, 1, 0)
        values = {
            "D_MISC_CFG": block.D_MISC_CFG.encode(
                IN_PRECISION=self.precision,
                PROC_PRECISION=self.processing,
                DATA_REUSE=int(self.reuse),
                WEIGHT_REUSE=int(self.reuse),
                SKIP_DATA_RLS=int(self.keep),
                SKIP_WEIGHT_RLS=int(self.keep),
            ),
            "D_DATAIN_SIZE_0": block.D_DATAIN_SIZE_0.encode(DATAIN_WIDTH=self.width - 1, DATAIN_HEIGHT=self.height - 1),
            "D_DATAIN_SIZE_1": self.channels - 1,
            "D_DAIN_RAM_TYPE": self._ram_type(self.ram),
            "D_DAIN_ADDR_HIGH_0": self.base >> 32,
            "D_DAIN_ADDR_LOW_0": self.base & 0xFFFF_FFFF,
            "D_LINE_STRIDE": self.line_stride,
            "D_SURF_STRIDE": self.surface_stride,
            "D_DAIN_MAP": block.D_DAIN_MAP.encode(
                LINE_PACKED=int(self.packed_lines), SURF_PACKED=int(self.packed_surfaces)
            ),
            "D_ENTRY_PER_SLICE": self.slice_entries - 1,
            "D_FETCH_GRAIN": self.grain - 1,
            "D_DATAIN_FORMAT": 0,
            "D_BATCH_NUMBER": self.batches[0] - 1,
            "D_BATCH_STRIDE": self.batches[1],
            "D_WEIGHT_SIZE_0": self.kernel_bytes - 1,
            "D_WEIGHT_SIZE_1": self.kernels - 1,
            "D_WEIGHT_RAM_TYPE": self._ram_type(self.weight_ram),
            "D_WEIGHT_ADDR_HIGH": self.weight_base >> 32,
            "D_WEIGHT_ADDR_LOW": self.weight_base & 0xFFFF_FFFF,
            "D_WEIGHT_BYTES": self.weight_bytes,
            "D_CVT_CFG": block.D_CVT_CFG.encode(CVT_EN=int(self.convert is not None), CVT_TRUNCATE=shift),
            "D_CVT_OFFSET": offset & 0xFFFF,
            "D_CVT_SCALE": scale & 0xFFFF,
            "D_BANK": block.D_BANK.encode(DATA_BANK=self.data_banks - 1, WEIGHT_BANK=self.weight_banks - 1),
            "D_NAN_FLUSH_TO_ZERO": int(self.flush),
            "D_PERF_ENABLE": 1,
        }
        if self.compression is not None:
            mask_base, mask_bytes, sizes_base = self.compression
            values |= {
                "D_WEIGHT_FORMAT": 1,
                "D_WGS_ADDR_HIGH": sizes_base >> 32,
                "D_WGS_ADDR_LOW": sizes_base & 0xFFFF_FFFF,
                "D_WMB_ADDR_HIGH": mask_base >> 32,
                "D_WMB_ADDR_LOW": mask_base & 0xFFFF_FFFF,
                "D_WMB_BYTES": mask_bytes,
            }
        else:
            values["D_WEIGHT_FORMAT"] = 0
        return {word_of(self.hw, name): value for name, value in values.items()}

    def _ram_type(self, ram):
        return sorted(map(self.hw.ram_type, self.hw.ports))[ram]

    @property
    def atoms(self) -> int:
        """Atoms of a pixel."""
        return -(-self.channels * ELEMENT_BYTES[self.precision] // self.hw.atom_bytes)

    @property
    def slice_entries(self) -> int:
        """Entries of a slice."""
        entry_atoms = self.hw.cbuf_entry_bytes // self.hw.atom_bytes
        groups, rest = divmod(self.atoms, entry_atoms)
        return groups * self.width + -(-self.width * slots_of(rest) // entry_atoms)

    def lines_read(self, side: str) -> list[tuple[int, int]]:
        """Address and bytes of what is read of a side, each once."""
        if side == "data":
            return self.data_lines()
        lines = [(self.weight_base, self.weight_bytes)]
        if self.compression is not None:
            mask_base, mask_bytes, sizes_base = self.compression
            lines += [(mask_base, mask_bytes), (sizes_base, 4 * len(self.group_kernels))]
        return lines

    def data_lines(self) -> list[tuple[int, int]]:
        """Address and bytes of the lines of the input."""
        number, stride = self.batches
        return [
            (self.base + batch * stride + surface * self.surface_stride + y * self.line_stride, self._surface_line)
            for batch in range(number)
            for y in range(self.height)
            for surface in range(self.atoms)
        ]

    @property
    def _surface_line(self):
        return self.width * self.hw.atom_bytes

    def raw(self) -> np.ndarray:
        """The input as memory has it: bytes of shape (height * batches, atoms of a pixel, width, atom)."""
        lines = [content(self.ram, address, size) for address, size in self.data_lines()]
        in_batches = np.array(lines).reshape(self.batches[0], self.height, self.atoms, self.width, self.hw.atom_bytes)
        return in_batches.swapaxes(0, 1).reshape(-1, self.atoms, self.width, self.hw.atom_bytes)

    def data_entries(self) -> np.ndarray:
        """The entries of the data, in order: bytes of shape (entries, bytes of an entry)."""
        data = self.kept(self.raw())
        entry_atoms = self.hw.cbuf_entry_bytes // self.hw.atom_bytes
        entries = []
        for line in data:
            for first in range(0, self.atoms, entry_atoms):
                part = line[first : first + entry_atoms]
                slots = slots_of(len(part))
                per_entry = entry_atoms // slots
                pixels = np.zeros((-(-self.width // per_entry) * per_entry, slots, self.hw.atom_bytes), np.uint8)
                pixels[: self.width, : len(part)] = part.transpose(1, 0, 2)
                entries.append(pixels.reshape(-1, self.hw.cbuf_entry_bytes))
        return np.concatenate(entries)

    def data_offsets(self) -> np.ndarray:
        """Where each of these goes, from the first entry on."""
        return np.arange(self.slices * self.line_entries)

    def kept(self, data: np.ndarray) -> np.ndarray:
        """What of the input goes into the buffer."""
        if self.precision == "FP16":
            return flushed(data) if self.flush else data
        if self.convert is None:
            return data
        return converted(data, self.precision, self.processing, self.convert)

    def weight_entries(self) -> np.ndarray:
        """The entries of the weights, in order."""
        raw = content(self.weight_ram, self.weight_base, self.weight_bytes)
        kept = flushed(raw) if self.flush and self.processing == "FP16" else raw
        return kept.reshape(-1, self.hw.cbuf_entry_bytes)

    def data_specials(self) -> tuple[int, int]:
        """NaN and infinities of FP16 in the input."""
        return specials(self.raw())

    def mask_entries(self) -> np.ndarray:
        """The entries of the mask, in order."""
        base, size, _ = self.compression or (0, 0, 0)
        return content(self.weight_ram, base, size).reshape(-1, self.hw.cbuf_entry_bytes)

    @property
    def group_kernels(self) -> list[int]:
        """Kernels of each group."""
        size = self.hw.mac_cells * (2 if self.processing == "INT8" else 1)
        return [min(size, self.kernels - first) for first in range(0, self.kernels, size)]

    def groups(self) -> list[tuple[int, int, int]]:
        """Kernels, entries of weights and of the mask of each group, as CSC is told."""
        ends = np.cumsum(self.group_kernels) * self.kernel_bytes
        if self.compression is None:
            weights, masks = self._entries_told(ends, self.weight_bytes), [0] * len(ends)
        else:
            _, mask_bytes, sizes_base = self.compression
            sizes = content(self.weight_ram, sizes_base, 4 * len(ends)).view("<u4")
            weights = self._entries_told(np.cumsum(sizes), self.weight_bytes)
            masks = self._entries_told(-(-ends // (8 * ELEMENT_BYTES[self.processing])), mask_bytes)
        return list(zip(self.group_kernels, weights, masks, strict=True))

    def _entries_told(self, ends, total):
        """Entries that become complete with each group; the last group has all that is there."""
        entries = -(-np.append(ends[:-1], total) // self.hw.cbuf_entry_bytes)
        return np.diff(entries, prepend=0).tolist()

    def banks(self, side: str) -> tuple[int, ...]:
        """The numbers of banks whose change makes the fetch of a side wait; its own comes last but for masks."""
        return (self.data_banks,) if side == "data" else (self.data_banks, self.weight_banks)

    def skips(self, side: str, before: Self | None) -> bool:
        """Whether a side is not fetched behind another layer."""
        if before is None or (side == "data" and before.kind != self.kind):
            return False
        return self.reuse and before.keep and self.banks(side) == before.banks(side)

    def counters(self, before: Self | None) -> dict[str, int]:
        """NaN and infinities of FP16 that went by."""
        data, weights = (0, 0), (0, 0)
        if self.precision == "FP16" and not self.skips("data", before):
            data = self.data_specials()
        if self.processing == "FP16" and not self.skips("weights", before):
            weights = specials(content(self.weight_ram, self.weight_base, self.weight_bytes))
        return dict(zip(COUNTERS, (*data, *weights), strict=True))


def word_of(hw: HwConfig, name: str) -> int:
    """The number of a register of CDMA in its window."""
    block = registers(hw).CDMA
    return (getattr(block, name).address - hw.block_bases["CDMA"]) // 4


def slots_of(atoms: int) -> int:
    """A number of atoms rounded up to a power of two, or 0."""
    return 1 << (atoms - 1).bit_length() if atoms else 0
