"""Which signals a wave file has: names and widths differ between simulators, so nothing is shown that is not there."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from tb.runner.paths import ROOT

TAP_SIGNALS = frozenset({"valid", "ready", "payload"})
"""What a tap has beside its link's name."""


class WaveFileError(Exception):
    """A wave file cannot be read, such as that of a simulation that was killed."""


@dataclass(frozen=True, slots=True)
class WaveSignal:
    """A signal of a wave file.

    Attributes:
        scope: the instances that it is in, joined by dots.
        name: its own name.
        width: in bits.
    """

    scope: str
    name: str
    width: int

    @property
    def path(self) -> str:
        """Scope and name."""
        return f"{self.scope}.{self.name}" if self.scope else self.name


@dataclass(frozen=True, slots=True)
class Hierarchy:
    """The signals of a wave file.

    Attributes:
        ticks_a_ns: how many of its time steps make a nanosecond.
        scopes: the signals of each scope by their names, outer scopes first.
        taps: the scopes of taps, by the name of the link that each looks at.
    """

    ticks_a_ns: float
    scopes: dict[str, dict[str, WaveSignal]]
    taps: dict[str, list[str]] = field(default_factory=dict)

    def outermost(self, name: str, within: str = "") -> WaveSignal | None:
        """The signal of a name that the fewest instances are around; of several the first one.

        Args:
            name: of the signal, or its path below any instance, such as ``core.unit.valid``.
            within: a scope that it must be in.
        """
        below, _, own = name.rpartition(".")
        for scope, signals in self.scopes.items():
            fits = scope == below or scope.endswith(f".{below}") if below else True
            if fits and own in signals and (not within or f"{scope}.".startswith(f"{within}.")):
                return signals[own]
        return None

    def instance(self, name: str) -> str:
        """The outermost scope of an instance; empty: there is none."""
        return next((scope for scope in self.scopes if scope.rpartition(".")[2] == name), "")


def read_hierarchy(path: Path) -> Hierarchy:
    """Read which signals an FST or VCD file has.

    Raises:
        WaveFileError: it cannot be read.
    """
    command = [sys.executable, "-m", "tb.waves.reader", str(path.resolve())]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False, cwd=ROOT)
    if done.returncode:
        raise WaveFileError(f"{path}: it cannot be read{_why(done.stderr)}")
    found = json.loads(done.stdout)
    if found["unit"] not in _NS:
        raise WaveFileError(f"{path}: its time is counted in {found['unit']!r}; known are {', '.join(_NS)}")
    scopes: dict[str, dict[str, WaveSignal]] = {}
    for full_name, width in found["signals"]:
        scope, _, name = full_name.rpartition(".")
        if not scope.startswith("$") and width is not None:  # Verilator's copy of the pins; text and real numbers
            scopes.setdefault(scope, {}).setdefault(name, WaveSignal(scope, name, width))
    outer_first = dict(sorted(scopes.items(), key=lambda item: item[0].count(".")))
    links = {name.rpartition(".")[0]: _text(value) for name, value in found["links"].items()}
    return Hierarchy(1 / (found["factor"] * _NS[found["unit"]]), outer_first, _taps(outer_first, links))


def _why(said: str) -> str:
    """The first line that says what is wrong, of all that the library says."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    told = [line for line in lines if "Error" in line or "Exception" in line]
    return f": {(told or lines)[-1]}" if lines else ""


_NS = {"s": 1e9, "ms": 1e6, "us": 1e3, "ns": 1.0, "ps": 1e-3, "fs": 1e-6}


def _taps(scopes: dict[str, dict[str, WaveSignal]], links: dict[str, str]) -> dict[str, list[str]]:
    """The scopes of taps by link, in the order of the scopes."""
    taps: dict[str, list[str]] = {}
    for scope, names in scopes.items():
        if links.get(scope) and names.keys() >= TAP_SIGNALS:
            taps.setdefault(links[scope], []).append(scope)
    return taps


def _text(value: object) -> str:
    """What a signal says that holds text; empty: it holds none."""
    if not isinstance(value, int):
        return ""
    text = value.to_bytes(-(-value.bit_length() // 8), "big")
    return text.decode("ascii") if text.isascii() else ""
