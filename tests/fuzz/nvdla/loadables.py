"""Loadables: our own network with some bytes or some numbers changed, or cut."""

from functools import cache, partial

import numpy as np

from models.nvdla.config import CONFIGS
from models.nvdla.device import Device
from sequences.flatbuffers.reader import FlatBufferError
from sequences.host import HangError
from sequences.model_host import ModelHost, run
from sequences.nvdla.bench import make_bench
from sequences.nvdla.loadables.contents import LoadableError
from sequences.nvdla.loadables.loadable import read_loadable
from sequences.nvdla.loadables.network import Network
from tests.fuzz.text import chance, pick
from tests.nvdla.own_network import own_network

FILE, CONFIG = "network.nvdla", "nv_full"
WORDS = (0, 1, 2, 3, 5, 31, 32, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF)
"""Numbers that fields are set to."""
MOST_CHANGES, PLAYED = 6, 0.2
"""Places that are changed, at most; how often what can be played is: that takes much longer than to read it."""


@cache
def base():
    """The network, and where its structures begin: they stand behind each other, with little in between."""
    data = own_network(CONFIG)
    blobs = {blob.name: blob.data for blob in read_loadable(data).blobs if blob.name.startswith("task-0-")}
    return data, [(data.index(content), len(content)) for content in blobs.values() if content]


def loadable_case(rng):
    """A file."""
    whole, places = base()
    data = bytearray(whole)
    for _ in range(int(rng.integers(1, MOST_CHANGES))):
        first, size = pick(rng, places) if chance(rng, 0.7) else (0, len(data))
        width = int(pick(rng, (1, 1, 2, 2, 4)))
        at = first + int(rng.integers(max(1, size - width)))
        word = int(pick(rng, WORDS)) if chance(rng, 0.7) else int(rng.integers(1 << 32))
        data[at : at + width] = (word & ((1 << 8 * width) - 1)).to_bytes(width, "little")
    if chance(rng, 0.1):
        del data[int(rng.integers(len(data))) :]
    return "case", {FILE: bytes(data)}, partial(played, play=chance(rng, PLAYED))


def played(folder, *, play):
    """What a user sees of it: why it cannot be played, or what it does."""
    config = CONFIGS[CONFIG]
    bench = make_bench(
        ModelHost(Device(config), announces=None), config, np.random.default_rng(1), conventional_addresses=True
    )
    try:
        network = Network(bench, read_loadable((folder / FILE).read_bytes()))
        lines = [str(step) for steps in network.steps.values() for step in steps]
        if play:
            run(network.play(tell=lambda step: lines.append(str(step))))
    except (FlatBufferError, LoadableError, HangError) as error:
        return [str(error)]
    return lines
