"""Layers of all units that there are side by side, that have nothing to do with each other."""

from __future__ import annotations

from collections.abc import Sequence

from models.nvdla.bdma.descriptor import UNIT as BDMA
from models.nvdla.cdp.convertors import CdpConvertor
from models.nvdla.cdp.descriptor import UNIT as CDP
from models.nvdla.config import HwConfig
from models.nvdla.groups import GROUPS
from models.nvdla.interrupts import done_bits
from models.nvdla.pdp.registers import UNIT as PDP
from models.nvdla.rubik.descriptor import UNIT as RUBIK
from models.nvdla.sdp.descriptor import UNIT as SDP
from sequences.nvdla.bdma.layers import Copy
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.cdp.layers import CdpLayer
from sequences.nvdla.conv.features import feature_tensor, scaled, weight_tensor
from sequences.nvdla.conv.layers import Convolve
from sequences.nvdla.firmware.firmware import Firmware, FirmwareKnobs
from sequences.nvdla.firmware.jobs import jobs_of
from sequences.nvdla.firmware.layers import Playable
from sequences.nvdla.firmware.serve import serve
from sequences.nvdla.lut.functions import lrn_table
from sequences.nvdla.pdp.layers import PdpLayer, Pool
from sequences.nvdla.post_processing.layers import SdpLayer
from sequences.nvdla.post_processing.steps import add
from sequences.nvdla.programs.kinds import CONV, KINDS
from sequences.nvdla.rubik.layers import RubikSplit

UNITS = (CONV, BDMA, RUBIK, SDP, PDP, CDP)
OTHERS = (BDMA, RUBIK, PDP, CDP)
"""Those that have nothing to do with a convolution, the quick ones first."""


def units_there(config: HwConfig, units: Sequence[str] = UNITS) -> tuple[str, ...]:
    """Those of some units that a configuration has."""
    return tuple(unit for unit in units if KINDS[unit] <= config.units)


async def side_by_side(bench: NvdlaBench, programs: int | None = None) -> None:
    """Another unit begins first in each of the programs, as many as units, and has two layers in flight behind it."""
    units = units_there(bench.config)
    for at in range(programs or len(units)):
        order = units[at:] + units[:at]
        await bench.play(*(layer for unit in order for layer in (_layer(bench, unit, 2), _layer(bench, unit, 1))))


async def start_units(bench: NvdlaBench, units: Sequence[str]) -> None:
    """Start a layer of each of some units, and leave them to themselves: something else is about to happen."""
    firmware = Firmware(bench, FirmwareKnobs())
    for unit in units:
        (job,) = jobs_of([_layer(bench, unit, 4)], bench.config)
        await firmware.start(job)


async def until_sdp_is_last(bench: NvdlaBench, group: int = 0) -> None:
    """Run a convolution until all its interrupts but SDP's have come: memory has not answered yet."""
    await start_units(bench, (CONV,))
    await serve(bench, [bit for block in ("CDMA", "CACC") for bit in done_bits(block, group)])


async def sdp_is_last(bench: NvdlaBench) -> None:
    """Other units begin while one and then two layers of SDP wait for memory, after all else of their convolutions."""
    others = units_there(bench.config, OTHERS)[: len(GROUPS)]
    for group, other in zip(GROUPS, others, strict=True):
        await until_sdp_is_last(bench, group)
        await start_units(bench, (other,))
    bits = [bit for group in GROUPS for bit in done_bits(SDP, group)]
    await serve(bench, [*bits, *(bit for other in others for bit in done_bits(other, 0))])


def _layer(bench: NvdlaBench, unit: str, size: int) -> Playable:
    config = bench.config
    ram, precision = list(config.ports)[-1], config.precisions[0]
    shape = (config.mac_channels, 4 * size, 6)
    x = feature_tensor(bench, shape, precision, ram)
    if unit == BDMA:
        return Copy(x, bench.empty(shape, precision, ram=ram))
    if unit == RUBIK:
        return RubikSplit(x, bench.empty(shape, precision, ram=ram, layout="planes"))
    if unit == PDP:
        pool = Pool("MAX", 3, 1, 1)
        return PdpLayer(pool, bench.empty(pool.shape(shape), precision, ram=ram), x=x)
    if unit == CDP:
        table, shrunk = lrn_table(precision), CdpConvertor(shift=12)
        return CdpLayer(x, bench.empty(shape, precision, ram=ram), table, out=shrunk)
    if unit == SDP:
        return SdpLayer(
            bench.empty(shape, precision, ram=ram), [add(feature_tensor(bench, shape, precision, ram))], x=x
        )
    w = weight_tensor(bench, (5, config.mac_channels, 3, 2), precision, ram)
    return scaled(bench, Convolve(x, w), ram)
