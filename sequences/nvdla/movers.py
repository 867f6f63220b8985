"""Layers that bring a cube elsewhere as it is, one of each unit that can: others read what these wrote."""

from __future__ import annotations

from collections.abc import Iterator

from models.nvdla.bdma.descriptor import UNIT as BDMA
from models.nvdla.pdp.registers import UNIT as PDP
from models.nvdla.rubik.descriptor import UNIT as RUBIK
from sequences.nvdla.bdma.layers import Copy
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.firmware.layers import LayerOnTensors
from sequences.nvdla.pdp.layers import PdpLayer, Pool
from sequences.nvdla.post_processing import steps
from sequences.nvdla.post_processing.layers import SdpLayer
from sequences.nvdla.rubik.layers import RubikMerge
from sequences.nvdla.tensors.tensor import Tensor


def movers(bench: NvdlaBench, x: Tensor) -> Iterator[tuple[LayerOnTensors, Tensor]]:
    """Layers, each with what it writes.

    Args:
        bench: where to play.
        x: a cube; SDP makes its negative elements 0.
    """
    units, ram = bench.config.units, x.side.ram

    def empty() -> Tensor:
        return bench.empty(x.shape, x.precision, ram=ram)

    yield SdpLayer(y := empty(), [steps.relu(on="x2")], x=x), y
    if BDMA in units:
        yield Copy(x, y := empty()), y
    if RUBIK in units:
        planes = bench.tensor(x.numpy(), x.precision, ram=ram, layout="planes")
        yield RubikMerge(planes, y := empty()), y
    if PDP in units:
        yield PdpLayer(Pool("MAX", kernel=1), y := empty(), x=x), y
