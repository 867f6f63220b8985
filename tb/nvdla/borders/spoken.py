"""Which unit an error speaks of: what is left where nothing differs between units."""

from __future__ import annotations

import re

from models.nvdla.config import HwConfig
from models.nvdla.interrupts import DONE_BITS, done_bits

_REGISTER = re.compile(r"(\w+)\.\w+ \(0x")
_CHANNEL = re.compile(r"(\w+): (?:a[rw]|[rwb]): ")


def unit_spoken_of(message: str, config: HwConfig) -> str:
    """The unit whose layer, register, interrupt or channel a message names first; empty if it names none."""
    if channel := _CHANNEL.match(message):
        return f"the memory interface of {channel[1]}"
    raised = {bit: block for block in DONE_BITS for group in range(2) for bit in done_bits(block, group)}
    named = [raised.get(word, word) for word in re.findall(r"\w+", message)]
    register = _REGISTER.match(message)
    block = register[1] if register else ""
    return next((word for word in named if word in config.units), block)
