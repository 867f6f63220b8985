"""Look-up tables of a function as the command line sees them."""

from __future__ import annotations

from dataclasses import dataclass


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
