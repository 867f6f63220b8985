"""What came of a network, on the console and for the report."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from tb.nvdla.networks.job import NetworkResult
from tb.nvdla.networks.pictures import read_array, said
from tb.runner.errors import UserError
from tb.runner.paths import shown

MOST_SHOWN = 16
"""Elements of an output that is shown."""


@dataclass(frozen=True, slots=True)
class Golden:
    """How the first output compares with a golden file.

    Attributes:
        text: in words; empty: there is no such file.
        agrees: whether all elements do.
    """

    text: str = ""
    agrees: bool = True


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the first output is to be.

    Attributes:
        path: the golden file.
        array: what it holds.
    """

    path: Path
    array: NDArray[Any]


def show(result: NetworkResult, console: Console) -> None:
    """The table of operations, and what the processor computed."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in ("operation", "unit", "output"):
        table.add_column(name)
    for name in ("MACs", "bytes", "cycles", "of the peak", "layers"):
        table.add_column(name, justify="right")
    for one in result.record.operations:
        numbers = (
            f"{one.macs:,}" if one.macs else "",
            f"{one.bytes_moved:,}",
            f"{one.cycles:,}" if one.cycles else "",
            "" if one.peak is None else f"{one.peak:.1%}",
        )
        table.add_row(one.name, one.units, one.shape, *numbers, ", ".join(map(str, one.layers)))
    console.print(table)
    for line in result.record.computed:
        console.print(f"the processor: {line}")


def show_wrong(result: NetworkResult, console: Console) -> None:
    """The first wrong tensor, as pictures; which operation the first finding is about, the test has said."""
    wrong = result.record.wrong
    if wrong is None:
        return
    console.print(f"the first wrong tensor is that of {wrong.operation}, {wrong.element}", soft_wrap=True)
    for name, file in result.wrong.items():
        console.print(f"  {name:<9}{shown(Path(file).with_suffix('.png'))}", soft_wrap=True)


def show_outputs(result: NetworkResult, wanted: Wanted | None, console: Console) -> Golden:
    """The outputs, and how the first one compares with a golden file, if there is one."""
    compared = Golden()
    for number, (name, file) in enumerate(result.outputs.items()):
        array = np.load(file)
        picture = shown(Path(file).with_suffix(".png"))
        console.print(f"output {name}: {said(Path(file), array)}, picture {picture}", soft_wrap=True)
        if array.size <= MOST_SHOWN:
            console.print("  " + " ".join(f"{value:g}" for value in array.ravel()), soft_wrap=True)
        if wanted is not None and number == 0:
            compared = _compared(array, wanted.array)
            console.print(f"golden {shown(wanted.path)}: {compared.text}", soft_wrap=True)
    return compared


def read_golden(array: NDArray[Any], golden: Path) -> Wanted:
    """What a golden file holds.

    Args:
        array: what is compared with it.
        golden: the file.

    Raises:
        UserError: it cannot be read, or holds something else.
    """
    wanted = read_array(golden, "GOLDEN")
    if wanted.shape != array.shape or wanted.dtype != array.dtype:
        sizes = [f"{item.dtype} {'x'.join(map(str, item.shape))}" for item in (wanted, array)]
        raise UserError(f"GOLDEN={golden}: it holds {sizes[0]}, and the output is {sizes[1]}")
    return Wanted(golden, wanted)


def _compared(array: NDArray[Any], wanted: NDArray[Any]) -> Golden:
    differ = np.argwhere(wanted.view(f"u{wanted.itemsize}") != array.view(f"u{array.itemsize}"))
    if not len(differ):
        return Golden(f"equal, all {array.size:,} elements")
    c, h, w = differ[0]
    first = f"the first is [c {c}, h {h}, w {w}]: {array[c, h, w]}, golden {wanted[c, h, w]}"
    return Golden(f"{len(differ):,} of {array.size:,} elements differ; {first}", agrees=False)
