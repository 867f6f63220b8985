"""Where registers hold what describes a CDP layer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from models.nvdla.codec.forms import FLAG, LESS_ONE, NAME, PLAIN, SIGNED, Form
from models.nvdla.codec.words import places
from models.nvdla.field_table import Row
from models.nvdla.lut.config import LutConfig
from models.nvdla.lut.registers import EDGES, lut_rows
from models.nvdla.numbers.rounding import limits, wrap
from models.nvdla.surfaces.side_registers import SideRegisters
from models.registers import WORD_BYTES, Block, Field

SOURCE = SideRegisters.named("input", "SRC", "D_SRC_DMA_CFG")
DESTINATION = SideRegisters.named("output", "DST", "D_DST_DMA_CFG")
LENGTH = "LEN"
"""What the names of neighbourhoods begin with; the number of channels follows."""
WORD_BITS = 8 * WORD_BYTES


class LocalSize(Form[int]):
    """The channels of a neighbourhood, by which names of the field end."""

    def encode(self, field: Field, value: int) -> int:
        """The number behind the name."""
        return field.value(f"{LENGTH}{value}")

    def decode(self, field: Field, number: int) -> int:
        """What the name ends with."""
        return int(field.label(number).removeprefix(LENGTH))


READ_ROWS: tuple[Row, ...] = (
    Row("width", places("CDP_RDMA.D_DATA_CUBE_WIDTH.WIDTH"), LESS_ONE),
    Row("height", places("CDP_RDMA.D_DATA_CUBE_HEIGHT.HEIGHT"), LESS_ONE),
    Row("channels", places("CDP_RDMA.D_DATA_CUBE_CHANNEL.CHANNEL"), LESS_ONE),
    Row("precision", places("CDP_RDMA.D_DATA_FORMAT.INPUT_DATA"), NAME),
)
"""What registers of CDP_RDMA say."""


def _convertor(name: str, word: str) -> Iterator[Row]:
    yield Row(f"{name}.offset", places(f"CDP.D_{word}_OFFSET.{word}_OFFSET"), SIGNED)
    yield Row(f"{name}.scale", places(f"CDP.D_{word}_SCALE.{word}_SCALE"), SIGNED)
    yield Row(f"{name}.shift", places(f"CDP.D_{word}_SHIFTER.{word}_SHIFTER"), PLAIN)


ROWS: tuple[Row, ...] = (
    Row("precision", places("CDP.D_DATA_FORMAT.INPUT_DATA_TYPE", "CDP_RDMA.D_DATA_FORMAT.INPUT_DATA"), NAME),
    Row("local_size", places("CDP.D_LRN_CFG.NORMALZ_LEN"), LocalSize()),
    Row("nan_to_zero", places("CDP.D_NAN_FLUSH_TO_ZERO.NAN_TO_ZERO"), FLAG),
    Row("bypass_squares", places("CDP.D_FUNC_BYPASS.SQSUM_BYPASS"), FLAG),
    Row("bypass_product", places("CDP.D_FUNC_BYPASS.MUL_BYPASS"), FLAG),
    *_convertor("in_convertor", "DATIN"),
    *_convertor("out_convertor", "DATOUT"),
    Row("count_lut", places("CDP.D_PERF_ENABLE.LUT_EN"), FLAG),
)
"""What CDP is told of a layer."""

LUT_ROWS: tuple[Row, ...] = tuple(lut_rows("CDP"))
"""What CDP is told of its tables, but for where they begin and end."""


EDGE_WORDS: tuple[tuple[str, str, str, str], ...] = tuple(
    (table.lower(), edge, f"S_LUT_{table}_{edge.upper()}_LOW", f"S_LUT_{table}_{edge.upper()}_HIGH")
    for table in ("LE", "LO")
    for edge in EDGES
)
"""Table, edge, and the registers with the low and the high word of where it lies."""


def decode_edges(block: Block, values: Mapping[str, int], *, floating: bool) -> dict[str, dict[str, int]]:
    """Where tables begin and end, by table and edge: two registers hold a signed number, or the first one a code."""
    edges: dict[str, dict[str, int]] = {}
    for table, edge, low, high in EDGE_WORDS:
        number = values[high] << WORD_BITS | values[low]
        edges.setdefault(table, {})[edge] = wrap(number, _bits(block, high, floating=floating))
    return edges


def encode_edges(block: Block, lut: LutConfig, *, floating: bool) -> dict[str, int]:
    """The register values that say where tables begin and end.

    Raises:
        ValueError: one does not fit.
    """
    words: dict[str, int] = {}
    for table, edge, low, high in EDGE_WORDS:
        number: int = getattr(getattr(lut, table), edge)
        least, most = limits(_bits(block, high, floating=floating))
        if not least <= number <= most:
            raise ValueError(f"{low}, {high}: {number} does not fit; {least} to {most} do")
        words[high], words[low] = divmod(number & (most - least), 1 << WORD_BITS)
    return words


def _bits(block: Block, high: str, *, floating: bool) -> int:
    """Of a number whose upper bits a register holds, but for codes of floating-point numbers."""
    return WORD_BITS + (0 if floating else block.registers[high].fields[high.removeprefix("S_")].width)
