"""Layers of SDP from memory, PDP and CDP in groups that are chosen by hand, and what software may try meanwhile."""

from __future__ import annotations

from models.nvdla.cdp.descriptor import READER as CDP_READER
from models.nvdla.cdp.descriptor import UNIT as CDP
from models.nvdla.cdp.rules.tables import LIMITS
from models.nvdla.groups import GROUPS
from models.nvdla.pdp.registers import READER as PDP_READER
from models.nvdla.pdp.registers import UNIT as PDP
from models.nvdla.sdp.descriptor import READER as SDP_READER
from models.nvdla.sdp.descriptor import UNIT as SDP
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.cdp.extents import small_cdp
from sequences.nvdla.cdp.random import CdpKind
from sequences.nvdla.cdp.shapes import CdpShape
from sequences.nvdla.firmware.tables import write_table
from sequences.nvdla.kinds.groups import LayerGroups, same_group_twice, wrong_group_first
from sequences.nvdla.lut.ends import TableEnds, any_tables
from sequences.nvdla.pdp.random import PdpKind
from sequences.nvdla.pdp.small import Axis, small_pdp
from sequences.nvdla.sdp.random import SdpKind
from sequences.nvdla.sdp.small import small_sdp, with_values

LINES, COLUMNS = 40, 8
"""Of layers that take longer than to read a few registers."""


async def disturb_running(bench: NvdlaBench) -> None:
    """While a layer runs, write to its groups."""
    for groups in await _units(bench):
        for group in GROUPS:
            await groups.start(group)
            await groups.disturb(group)
            await groups.look()
            await groups.serve(group)


async def wrong_groups_first(bench: NvdlaBench) -> None:
    """After reset, enable groups 1 first."""
    for groups in await _units(bench):
        await wrong_group_first(groups)


async def same_groups_twice(bench: NvdlaBench) -> None:
    """Enable the groups whose turn it is not."""
    for groups in await _units(bench):
        await same_group_twice(groups)


async def _units(bench: NvdlaBench) -> list[LayerGroups]:
    """Those that the configuration has; CDP's tables are written."""
    config, precision, found = bench.config, bench.config.precisions[0], []
    if SDP in config.units:
        sdp = with_values(small_sdp(config, precision, (config.atom_bytes, LINES, COLUMNS)))
        found.append(LayerGroups(bench, SDP, (SDP_READER, SDP), lambda: SdpKind(bench).allocate(sdp)))
    if PDP in config.units:
        shape = small_pdp(config, precision, Axis(outputs=(COLUMNS,)), Axis(outputs=(LINES,)))
        found.append(LayerGroups(bench, PDP, (PDP_READER, PDP), lambda: PdpKind(bench).allocate(shape)))
    if CDP in config.units:
        tables, lut = any_tables(bench.rng, config, precision), TableEnds(LIMITS[precision]).apart(0)
        for name, entries in tables.by_name.items():
            await write_table(bench, bench.registers.blocks[CDP], name, entries)
        cdp = small_cdp(config, precision, lut, tables, (config.atom_bytes, LINES, COLUMNS))
        found.append(LayerGroups(bench, CDP, (CDP_READER, CDP), lambda: CdpKind(bench).allocate(CdpShape(cdp=cdp))))
    return found
