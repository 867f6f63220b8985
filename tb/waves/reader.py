"""Prints which signals a wave file has, as JSON: ``python -m tb.waves.reader <file>``.

A process of its own, as the library ends the process that it is in when a file is damaged.
"""

from __future__ import annotations

import json
import sys

import pywellen

LINK = "link"
"""The signal of a tap that names its link."""


def main(path: str) -> None:
    """Print time unit, signals, and the number that each tap has for its link's name."""
    wave = pywellen.Waveform(path)
    signals, links = [], {}
    for found in wave.all_vars():
        signals.append((found.full_name, found.bitwidth))
        if found.name == LINK:
            links[found.full_name] = found.signal.value_at(0)
    timescale = wave.timescale
    print(json.dumps({"factor": timescale.factor, "unit": str(timescale.unit), "signals": signals, "links": links}))


if __name__ == "__main__":
    main(sys.argv[1])
