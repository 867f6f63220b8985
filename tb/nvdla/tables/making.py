"""SDP's look-up tables of a function, for the command line."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

import numpy as np

from models.nearest import did_you_mean
from models.nvdla.codec.codec import encode
from models.nvdla.config import find_config
from models.nvdla.config.names import FEATURES
from models.nvdla.registers import registers
from models.nvdla.sdp.descriptor import UNIT
from sequences.nvdla.lut.asked import ask
from sequences.nvdla.lut.error import measure
from tb.nvdla.tables.page import page_of
from tb.runner.errors import UserError, printable

FEATURE = "SDP_LUT"
MOST_NAME = 60
"""Characters of a function's name that a file is called by."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRequest:
    """What is asked for; None: the family chooses.

    Attributes:
        function: a name, ``module:function``, or an expression of x.
        config: the hardware configuration.
        precision: name of a number format.
        low: where the range begins; `high` where it ends.
        in_step: the real number that 1 at the tables' input stands for.
        out_step: the real number that 1 in an entry stands for.
        exponential: a table with entries at powers of two covers the range.
    """

    function: str
    config: str
    precision: str | None = None
    low: float | None = None
    high: float | None = None
    in_step: float | None = None
    out_step: float | None = None
    exponential: bool | None = None


@dataclass(frozen=True, slots=True)
class TableReport:
    """What came of it.

    Attributes:
        name: of the function, as a file may be called.
        lines: registers and how far off the tables are.
        page: HTML with the numbers and a picture.
        data: registers and entries as JSON.
    """

    name: str
    lines: tuple[str, ...]
    page: str
    data: str


def make_tables(request: TableRequest) -> TableReport:
    """Tables of a function.

    Raises:
        UserError: the configuration has none, there is no such function, or a number makes no sense.
    """
    config = find_config(request.config)
    precision = request.precision or "INT16"
    if FEATURE not in config.features:
        raise UserError(f"{config.name} lacks {FEATURE}: {FEATURES[FEATURE]}")
    if precision not in config.precisions:
        has = f"{', '.join(config.precisions)}{did_you_mean(precision, config.precisions)}"
        raise UserError(f"PRECISION={printable(precision)}: {config.name} has {has}")
    try:
        design = ask(
            request.function,
            precision,
            low=request.low,
            high=request.high,
            in_step=request.in_step,
            out_step=request.out_step,
            exponential=request.exponential,
        )
        blocks = registers(config).blocks
        words = blocks[UNIT].in_address_order(encode(blocks, config, design.config, unit=UNIT)[UNIT])
        design.tables.need_sizes(config.table_entries)
    except (ValueError, OverflowError) as error:
        raise UserError(printable(str(error))) from error
    numbers = design.numbers
    steps = "" if numbers.floating else f", 1 is {numbers.in_step:g} at the input and {numbers.out_step:g} in an entry"
    title = f"{printable(request.function)} {precision}"
    lines = (
        f"{title}, {design.low:g} to {design.high:g}{steps}",
        f"accuracy: {measure(design)}",
        *(f"  SDP.{name:24} {word:#010x}" for name, word in words.items()),
    )
    data = {"registers": words} | {
        name: [int(entry) for entry in entries.view(np.uint16)] for name, entries in design.tables.by_name.items()
    }
    name = re.sub(r"[^A-Za-z0-9_.-]+", "_", title).strip("_.")[:MOST_NAME]
    return TableReport(name, lines, page_of({title: design}), json.dumps(data, indent=1) + "\n")
