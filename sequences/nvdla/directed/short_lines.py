"""Layers of few short lines that share beats, so that units read beats again; software polls the status."""

from __future__ import annotations

from itertools import product

from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.conv.directed.plain import features_layer
from sequences.nvdla.conv.features import feature_tensor, weight_tensor
from sequences.nvdla.firmware.firmware import Firmware, FirmwareKnobs
from sequences.nvdla.firmware.jobs import jobs_of
from sequences.nvdla.firmware.layers import LayerChain
from sequences.nvdla.post_processing import steps
from sequences.nvdla.post_processing.layers import SdpLayer

LINES, ATOMS, SURFACES = (2, 3), (1, 9), 3
"""Extents; of lines of an odd number of atoms some begin in the beat in which others end."""
POLLING = FirmwareKnobs(polling=1.0)


async def convolve_short_lines(bench: NvdlaBench) -> None:
    """Convolutions of features."""
    ram, channels = str(bench.rng.choice(list(bench.config.ports))), SURFACES * bench.config.atom_bytes
    for height, width in product(LINES, ATOMS):
        precision = str(bench.rng.choice(bench.config.precisions))
        x = feature_tensor(bench, (channels, height, width), precision, ram)
        layer, _ = features_layer(bench, x, weight_tensor(bench, (1, channels, 1, 1), precision, ram), ram)
        await _play(bench, layer)


async def compare_short_lines(bench: NvdlaBench) -> None:
    """Comparisons of cubes by SDP's Y, which writes nothing that memory answers; nothing where there is no Y."""
    if "SDP_Y" not in bench.config.features:
        return
    ram, channels = str(bench.rng.choice(list(bench.config.ports))), SURFACES * bench.config.atom_bytes
    for height, width in product(LINES, ATOMS):
        precision = str(bench.rng.choice(bench.config.precisions))
        x, other = (feature_tensor(bench, (channels, height, width), precision, ram) for _ in range(2))
        await _play(bench, LayerChain((SdpLayer(None, [steps.equal(other)], x=x),)))


async def _play(bench: NvdlaBench, layer: LayerChain) -> None:
    await Firmware(bench, POLLING).play(jobs_of([layer], bench.config))
