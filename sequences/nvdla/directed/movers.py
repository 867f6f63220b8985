"""Units that read what other units wrote: each of these brings a cube elsewhere as it is."""

from __future__ import annotations

from collections.abc import Iterator

from models.nvdla.bdma.descriptor import UNIT as BDMA
from models.nvdla.cdp.descriptor import UNIT as CDP
from models.nvdla.pdp.registers import UNIT as PDP
from models.nvdla.rubik.descriptor import UNIT as RUBIK
from models.nvdla.sdp.operators.absent import present_operators
from sequences.nvdla.bdma.layers import Copy
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.cdp.layers import CdpLayer
from sequences.nvdla.conv.features import feature_tensor
from sequences.nvdla.firmware.layers import LayerOnTensors
from sequences.nvdla.lut.functions import lrn_table
from sequences.nvdla.lut.rows import rows_of_entries
from sequences.nvdla.pdp.layers import PdpLayer, Pool
from sequences.nvdla.post_processing import steps
from sequences.nvdla.post_processing.layers import SdpLayer
from sequences.nvdla.rubik.layers import RubikMerge
from sequences.nvdla.tensors.tensor import Tensor

SHAPE, NORMALISED = (5, 3, 3), (5, 2, 3)
"""Cubes of SDP and PDP, and those of CDP."""


async def cubes_of_others(bench: NvdlaBench) -> None:
    """Inputs and operands of each operator that other units, or SDP itself, wrote."""
    config, precision = bench.config, bench.config.precisions[0]
    ram = next(iter(config.ports))
    x = feature_tensor(bench, SHAPE, precision, ram)
    for on in present_operators(config):
        for mover, cube in movers(bench, x):
            y, z = (bench.empty(SHAPE, precision, ram=ram) for _ in range(2))
            await bench.play(mover, SdpLayer(y, [steps.add(cube, on=on)], x=x), SdpLayer(z, [steps.relu()], x=cube))


async def pools_of_others(bench: NvdlaBench) -> None:
    """Inputs that each other unit wrote."""
    precision, ram = bench.config.precisions[0], next(iter(bench.config.ports))
    x, pool = feature_tensor(bench, SHAPE, precision, ram), Pool("AVERAGE", kernel=2)
    for mover, y in movers(bench, x):
        z = bench.empty(pool.shape(y.shape), precision, ram=ram)
        await bench.play(mover, PdpLayer(pool, z, x=y))


async def normalised_of_others(bench: NvdlaBench) -> None:
    """Inputs that each other unit wrote, and CDP itself; rows of entries."""
    precision, ram = bench.config.precisions[0], next(iter(bench.config.ports))
    x = feature_tensor(bench, NORMALISED, precision, ram)
    table = lrn_table(precision)
    for mover, y in movers(bench, x):
        z, again = (bench.empty(NORMALISED, precision, ram=ram) for _ in range(2))
        await bench.play(mover, CdpLayer(y, z, table), CdpLayer(z, again, table))
    await rows_of_entries(bench, CDP)


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
