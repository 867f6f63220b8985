"""What the public part's own cells gave for our stimuli: tests/vectors/nvdla/README.md."""

import numpy as np

from models.nvdla.config import HwConfig
from tb.runner.paths import ROOT

VECTORS = ROOT / "tests" / "vectors" / "nvdla"
PART_CHANNELS, PART_CELLS = 64, 8
FP44_MANTISSA_BITS, NAN_EXPONENT = 38, 0x3F
INT8_SUM_BITS = 22
PRECISIONS = ("int8", "int16", "fp16")


def growth(hw: HwConfig) -> int:
    """Bits that a sum over the channels needs more than a product."""
    return (hw.mac_channels - 1).bit_length()


def float_bits(hw: HwConfig) -> int:
    """Bits of an FP16 sum of a cell."""
    return 6 + 32 + growth(hw)


def sum_bits(hw: HwConfig) -> int:
    """Bits of a cell's sum on the link to the accumulator."""
    return max(2 * (16 + growth(hw)), float_bits(hw))


def tile_sums(hw: HwConfig) -> int:
    """Sums of a cell that an operation may have."""
    return 4 if "WINOGRAD" in hw.features else 1


def stripes(hw: HwConfig, precision: str, file: str = "mac_cells"):
    """Weights by cell, data by operation, and sums by operation and cell, of what fits the configuration's lanes."""
    with np.load(VECTORS / f"{file}.npz") as recorded:
        weights, data, sums = (recorded[f"{precision}_{name}"] for name in ("weights", "data", "sums"))
    cells, lanes = hw.mac_cells // 2, hw.mac_channels
    for index in range(len(weights)):
        if weights[index, :, lanes:].any() or data[index, :, lanes:].any():
            continue
        for first in range(0, PART_CELLS, cells):
            chosen = slice(first, first + cells)
            yield weights[index, chosen, :lanes], data[index, :, :lanes], sums[index, :, chosen]


def adapted(hw: HwConfig, precision: str, value: int) -> int:
    """A sum of the part in the widths of the configuration."""
    if precision == "int8":
        wide = 16 + growth(hw)
        parts = [signed(value >> INT8_SUM_BITS * kernel, INT8_SUM_BITS) for kernel in range(2)]
        return sum((part & (1 << wide) - 1) << wide * kernel for kernel, part in enumerate(parts))
    if precision == "int16":
        return signed(value, 38) & (1 << sum_bits(hw)) - 1
    exponent, mantissa = divmod(value, 1 << FP44_MANTISSA_BITS)
    here = float_bits(hw) - 6
    if exponent == NAN_EXPONENT:
        mantissa >>= FP44_MANTISSA_BITS - here
    return exponent << here | mantissa & (1 << here) - 1


def signed(value: int, bits: int) -> int:
    """The lowest bits as a two's complement number."""
    value &= (1 << bits) - 1
    return value - (value >> bits - 1 << bits)


def steps():
    """Steps of the accumulator by column; kind is 0 for INT8, 1 for INT16, 2 for FP16."""
    with np.load(VECTORS / "cacc_steps.npz") as recorded:
        columns = {name: recorded[name].tolist() for name in recorded.files}
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
