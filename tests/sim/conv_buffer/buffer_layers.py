"""Layers for CDMA and the convolution buffer, and what each puts there, worked out apart from the RTL."""

from dataclasses import dataclass

import numpy as np

from models.nvdla.config import HwConfig
from models.nvdla.registers import registers
from tests.sim.dma.dma_requests import content

ELEMENT_BYTES = {"INT8": 1, "INT16": 2, "FP16": 2}
ROUNDS = ((1, 0), (2, 120))
"""Seed and pauses in 256 cycles."""
LAYERS = 7
"""In a round."""
FP16_LARGEST = 0x7BFF


@dataclass(frozen=True)
class Fetch:
    """What CDMA is told of a layer.

    Attributes:
        convert: offset, scale and shift of the convertor, or None.
        grain: slices that it wants room for at once; only packed lines may have more than one.
        weight_bytes: of the whole surface, which may be more than the kernels.
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
            "D_MISC_CFG": block.D_MISC_CFG.encode(IN_PRECISION=self.precision, PROC_PRECISION=self.processing),
            "D_DATAIN_SIZE_0": block.D_DATAIN_SIZE_0.encode(
                DATAIN_WIDTH=self.width - 1, DATAIN_HEIGHT=self.height - 1
            ),
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

    def raw(self) -> np.ndarray:
        """The input as memory has it: bytes of shape (height, atoms of a pixel, width, atom)."""
        size = self.width * self.hw.atom_bytes
        lines = [
            content(self.ram, self.base + surface * self.surface_stride + y * self.line_stride, size)
            for y in range(self.height)
            for surface in range(self.atoms)
        ]
        return np.array(lines).reshape(self.height, self.atoms, self.width, self.hw.atom_bytes)

    def data_entries(self) -> np.ndarray:
        """The entries of the data, in order: bytes of shape (entries, bytes of an entry)."""
        data = self.converted(self.raw())
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

    def converted(self, data: np.ndarray) -> np.ndarray:
        """What of the input goes into the buffer."""
        if self.precision == "FP16":
            return flushed(data) if self.flush else data
        if self.convert is None:
            return data
        offset, scale, shift = self.convert
        signed = np.dtype("i1" if self.precision == "INT8" else "<i2")
        values = (data.view(signed).astype(object) - offset) * scale
        rounded = np.vectorize(lambda value: rounding_shift(value, shift), otypes=[np.int64])(values)
        rounded = np.clip(rounded, -(1 << 16), (1 << 16) - 1)
        if self.processing == "FP16":
            halves = np.clip(rounded, -65504, 65504).astype(np.float16)
            return halves.astype("<f2").view(np.uint8)
        limits = np.iinfo(signed)
        return np.clip(rounded, limits.min, limits.max).astype(signed).view(np.uint8)

    def weight_entries(self) -> np.ndarray:
        """The entries of the weights, in order."""
        raw = content(self.weight_ram, self.weight_base, self.weight_bytes)
        kept = flushed(raw) if self.flush and self.processing == "FP16" else raw
        return kept.reshape(-1, self.hw.cbuf_entry_bytes)

    def groups(self) -> list[tuple[int, int]]:
        """Kernels and entries of each group, as CSC is told."""
        size = self.hw.mac_kernels * (2 if self.processing == "INT8" else 1)
        total, told, found = self.weight_bytes // self.hw.cbuf_entry_bytes, 0, []
        for first in range(0, self.kernels, size):
            kernels = min(size, self.kernels - first)
            last = first + kernels == self.kernels
            end = total if last else -(-(first + kernels) * self.kernel_bytes // self.hw.cbuf_entry_bytes)
            found.append((kernels, end - told))
            told = end
        return found

    def counters(self) -> dict[str, int]:
        """NaN and infinities of FP16 that went by."""
        data = specials(self.raw()) if self.precision == "FP16" else (0, 0)
        weights = content(self.weight_ram, self.weight_base, self.weight_bytes)
        weights = specials(weights) if self.processing == "FP16" else (0, 0)
        names = (f"D_{kind}_INPUT_{what}_NUM" for what in ("DATA", "WEIGHT") for kind in ("NAN", "INF"))
        return dict(zip(names, (*data, *weights), strict=True))


def word_of(hw: HwConfig, name: str) -> int:
    """The number of a register of CDMA in its window."""
    block = registers(hw).CDMA
    return (getattr(block, name).address - hw.block_bases["CDMA"]) // 4


def slots_of(atoms: int) -> int:
    """A number of atoms rounded up to a power of two, or 0."""
    return 1 << (atoms - 1).bit_length() if atoms else 0


def rounding_shift(value: int, shift: int) -> int:
    """Half away from zero."""
    magnitude = abs(value) + (1 << shift >> 1) >> shift
    return -magnitude if value < 0 else magnitude


def _exponents(data):
    codes = data.reshape(-1).view("<u2")
    return codes, (codes >> 10 & 31) == 31, (codes & 1023) != 0


def flushed(data: np.ndarray) -> np.ndarray:
    """FP16 with zeros for NaN."""
    codes, top, payload = _exponents(data)
    return np.where(top & payload, 0, codes).astype("<u2").view(np.uint8).reshape(data.shape)


def specials(data: np.ndarray) -> tuple[int, int]:
    """NaN and infinities."""
    _, top, payload = _exponents(np.ascontiguousarray(data))
    return int((top & payload).sum()), int((top & ~payload).sum())


def random_layers(hw: HwConfig, seed: int) -> list[Fetch]:
    """The layers of a round. The last two share out the banks alike and are too big for them."""
    rng = np.random.default_rng((seed, hw.atom_bytes))
    layers = [_random_layer(hw, rng, number) for number in range(LAYERS)]
    return [*layers, *(_large_layer(hw, rng, 2) for _ in range(2))]


KINDS = (
    ("INT8", "INT8", None),
    ("INT16", "FP16", (-31, 3, 0)),
    ("FP16", "FP16", None),
    ("INT8", "INT8", (-3, 13, 4)),
    ("FP16", "FP16", (7, 7, 7)),
    ("INT16", "INT16", (1000, -17411, 15)),
    ("INT16", "INT16", None),
)


def _random_layer(hw, rng, number, **chosen):
    precision, processing, convert = KINDS[number % len(KINDS)]
    elements = hw.atom_bytes // ELEMENT_BYTES[precision]
    width, height = int(rng.integers(1, 20)), int(rng.integers(1, 6))
    channels = int(rng.integers(1, 6 * elements))
    if number == 3:
        width, height, channels = 1, 1, int(rng.integers(20, 40)) * elements - 3
    gaps = int(rng.integers(3)), int(rng.integers(3))
    line_stride = (width + (gaps[0] if number != 3 else 0)) * hw.atom_bytes
    data_banks = int(rng.integers(1, hw.cbuf_banks))
    weight_banks = int(rng.integers(1, hw.cbuf_banks - data_banks + 1))
    kernel_bytes = int(rng.integers(1, 40)) * ELEMENT_BYTES[processing]
    values = {
        "hw": hw,
        "precision": precision,
        "processing": processing,
        "flush": number == 2,
        "convert": convert,
        "ram": int(rng.integers(len(hw.ports))),
        "base": _base(hw, rng),
        "channels": channels,
        "height": height,
        "width": width,
        "line_stride": line_stride,
        "surface_stride": line_stride * height + (gaps[1] * hw.atom_bytes if number != 3 else 0),
        "grain": 1,
        "data_banks": data_banks,
        "weight_banks": weight_banks,
        "weight_ram": int(rng.integers(len(hw.ports))),
        "weight_base": _base(hw, rng),
        "kernels": int(rng.integers(1, 5 * hw.mac_kernels)),
        "kernel_bytes": kernel_bytes,
        "weight_bytes": 0,
    }
    return _fitting(Fetch(**(values | chosen)), int(rng.integers(3)))


def _large_layer(hw, rng, kernels_of_bank):
    """Data and weights that are twice as big as their banks."""
    bank_bytes = hw.cbuf_bank_entries * hw.cbuf_entry_bytes
    width = int(rng.integers(hw.cbuf_bank_entries // 4 - 3, hw.cbuf_bank_entries // 4))
    line_stride = width * hw.atom_bytes
    return _random_layer(
        hw, rng, 0, data_banks=1, weight_banks=1, width=width, height=10, line_stride=line_stride, surface_stride=10 * line_stride,
        channels=hw.cbuf_entry_bytes - 3, kernels=9 * hw.mac_kernels + 1,
        kernel_bytes=bank_bytes // (4 * hw.mac_kernels) - 5,
    )  # fmt: skip


def _base(hw, rng):
    port = next(iter(hw.ports.values()))
    return int(rng.integers(1 << port.address_bits - 4, dtype=np.uint64)) // hw.atom_bytes * hw.atom_bytes


def _fitting(layer, more_entries):
    """The layer with banks, a grain and a size of the weights that fit."""
    hw, values = layer.hw, layer.__dict__ | {}
    while values["data_banks"] * hw.cbuf_bank_entries < layer.slice_entries:
        values["data_banks"] += 1
        values["weight_banks"] = 1
    room = values["data_banks"] * hw.cbuf_bank_entries // layer.slice_entries
    if layer.packed_lines:
        values["grain"] = min(room, max(1, layer.height // 2))
    size = -(-layer.kernels * layer.kernel_bytes // hw.cbuf_entry_bytes) + more_entries
    values["weight_bytes"] = size * hw.cbuf_entry_bytes
    return Fetch(**values)
