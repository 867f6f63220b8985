"""``tb doctor --attach``: whether a user's RTL fits the bench."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from rich.console import Console

from tb.cli.options.attach import links_of
from tb.pins import format_pins
from tb.runner.attach.attached import read_attached
from tb.runner.design import Design
from tb.runner.family.family import Family


def check_attached(
    path: Path,
    family: Family,
    config: str,
    console: Console,
    compare: Callable[[Design], bool] | None = None,
) -> bool:
    """Print the table of pins and, where they fit, let the registers be compared.

    Args:
        path: the user's attach file.
        family: the device family that the RTL is of.
        config: its hardware configuration.
        console: gets the tables.
        compare: simulates the RTL, compares its registers with their description, and says whether they agree.

    Returns:
        Whether everything fits.

    Raises:
        UserError: the file or a file that it names is wrong or missing, or the RTL does not compile.
    """
    rtl = read_attached(path, family.pins(config), links=links_of(family, config))
    console.print(format_pins(rtl.table), highlight=False, markup=False, soft_wrap=True)
    for name, width in rtl.unknown_inputs:
        console.print(f"{name}: an input of {width} bit(s) that the bench does not know; it is held at 0")
    if rtl.links and rtl.attachment.taps:
        console.print(f"TAPS=1 looks at {len(rtl.attachment.taps)} of {len(rtl.links.links)} links between units")
    design = rtl.attachment.design
    console.print(f"\n{path}: {design.top} from {len(design.sources)} files, {len(design.blocks)} blocks built apart")
    if not rtl.fits:
        console.print("some pins do not fit: name them under [pins], or name another top")
        return False
    return compare is None or compare(rtl.design())
