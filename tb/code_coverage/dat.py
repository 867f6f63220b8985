"""What Verilator writes of the code that was reached: one line for each point, the same points in each run of a build.

The form of a line: verilated_cov.cpp of Verilator 5.048, ``VerilatedCovImp::write``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tb.code_coverage.points import NotCountedError, Point

HEADER = b"# SystemC::Coverage-3"
FIRST, LAST = b"C '", b"' "
FIELD, VALUE = "\x01", "\x02"
ID_DIGITS = 16


class DamagedDatError(ValueError):
    """A file is not what Verilator writes."""


@dataclass(frozen=True, slots=True)
class Dat:
    """A file of Verilator's.

    Attributes:
        keys: what says of each point which one it is.
        counts: (points,) uint64, how often each was reached.
    """

    keys: tuple[bytes, ...]
    counts: NDArray[np.uint64]

    @property
    def id(self) -> str:
        """The same for all runs with these points."""
        return hashlib.sha256(b"\n".join(self.keys)).hexdigest()[:ID_DIGITS]


def read_dat(path: Path) -> Dat:
    """Read a file.

    Raises:
        DamagedDatError: it was cut short or changed; the text says where.
        OSError: it cannot be read.
    """
    header, *lines = path.read_bytes().split(b"\n")
    if header != HEADER:
        raise DamagedDatError(f"{path}: does not begin with {HEADER.decode()!r}")
    if lines[-1:] != [b""]:
        raise DamagedDatError(f"{path}:{len(lines) + 1}: the last line was cut short")
    # keys have quotation marks of their own
    parts = [line.rpartition(LAST) for line in lines[:-1]]
    keys = tuple(key.removeprefix(FIRST) for key, _, _ in parts)
    try:
        return Dat(keys, np.array([number for _, _, number in parts], dtype=object).astype(np.uint64))
    except (ValueError, OverflowError):
        wrong = next(at for at, (_, _, number) in enumerate(parts, start=2) if not number.isdigit())
        raise DamagedDatError(f"{path}:{wrong}: a point without a number of times") from None


def points_of(dat: Dat, path: Path) -> Iterator[Point]:
    """The points of a file, in its order.

    Args:
        dat: what was read of it.
        path: the file, for messages.

    Raises:
        DamagedDatError: a key is none of Verilator's; the text says where.
    """
    for number, key in enumerate(dat.keys, start=2):
        try:
            yield _point(key.decode())
        except (KeyError, ValueError, NotCountedError) as error:
            raise DamagedDatError(f"{path}:{number}: {key[:80]!r} is no point ({error})") from error


def _point(key: str) -> Point:
    fields = dict(part.partition(VALUE)[::2] for part in key.split(FIELD)[1:])
    return Point.of_verilator(
        fields["t"],
        file=_plain(fields["f"]),
        line=int(fields["l"]),
        column=int(fields["n"]),
        text=_plain(fields["o"]),
        lines=fields.get("S", ""),
    )


def _plain(text: str) -> str:
    """A value without its escapes: ``%22`` is a quotation mark."""
    first, *rest = text.split("%")
    return first + "".join(chr(int(part[:2], 16)) + part[2:] for part in rest)
