"""The derivation of a value ends at the value that is written: layers of all units, a few bytes of each."""

import re

import numpy as np
import pytest

from models.nvdla.config import NV_FULL
from models.nvdla.device import Device
from sequences.nvdla.traces.find import read_trace
from sequences.nvdla.traces.play.playing import playing
from sequences.traces.on_model import play_on_device
from sequences.traces.player import ZEROED_MEMORY
from tb.runner.jobs.vectors import unpack_vectors
from tb.runner.paths import ROOT

VECTORS = ROOT / "tests" / "vectors" / "nvdla"
ARCHIVES = sorted(path.relative_to(VECTORS) for path in VECTORS.rglob("*.zip") if "errata" not in path.parts)
CODE = re.compile(r"0x([0-9a-f]+)")
BYTES_A_LAYER = 4


class Derivations:
    """Asks each layer that starts for the derivations of some bytes."""

    def __init__(self, seed):
        self._rng = np.random.default_rng(seed)
        self.asked = 0

    def notify(self, happened):
        for layer in happened.started:
            for number, stream in enumerate(layer.writes):
                known = np.flatnonzero(stream.care)
                for place in self._rng.choice(known, min(BYTES_A_LAYER, known.size), replace=False):
                    row, offset = divmod(int(place), stream.where.chunk_bytes)
                    self._ask(layer, number, int(stream.where.addresses[row]) + offset, int(stream.data[row, offset]))

    def _ask(self, layer, stream, address, byte):
        *_, last = layer.derivation.written(stream, address)
        code = bytes.fromhex(CODE.findall(last.value)[-1])[::-1]
        assert code[address % len(code)] == byte, (str(layer), hex(address), last)
        self.asked += 1


def derivations_of(folder, seed):
    """How many derivations of a trace were asked for."""
    device, derivations = Device(NV_FULL, zeroed_memory=ZEROED_MEMORY), Derivations(seed)
    device.listeners.append(derivations.notify)
    play_on_device(device, playing(read_trace(folder, NV_FULL), device))
    return derivations.asked


@pytest.mark.parametrize("archive", ARCHIVES, ids=str)
def test_the_derivation_of_a_byte_ends_at_the_byte(archive, tmp_path):
    (folder,) = (path for path in unpack_vectors(VECTORS / archive.parent, tmp_path) if path.name == archive.stem)
    assert derivations_of(folder, seed=ARCHIVES.index(archive)) > BYTES_A_LAYER
