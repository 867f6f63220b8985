"""All groups of a configuration, and what counts them."""

from __future__ import annotations

from models.nvdla.bdma.descriptor import UNIT as BDMA
from models.nvdla.cdp.descriptor import READER as CDP_READER
from models.nvdla.cdp.descriptor import UNIT as CDP
from models.nvdla.config import HwConfig, find_config
from models.nvdla.conv.descriptor import BLOCKS as CONVOLUTION
from models.nvdla.pdp.registers import READER as PDP_READER
from models.nvdla.pdp.registers import UNIT as PDP
from models.nvdla.rubik.descriptor import UNIT as RUBIK
from models.nvdla.sdp.descriptor import UNIT as SDP
from tb.coverage.collector import Collector, Sampler
from tb.coverage.group import Group
from tb.nvdla.coverage.bdma import BdmaCoverage
from tb.nvdla.coverage.cdp.coverage import CdpCoverage
from tb.nvdla.coverage.cdp.numbers import CdpNumberCoverage
from tb.nvdla.coverage.cdp.tables import CdpTableCoverage
from tb.nvdla.coverage.conv.coverage import ConvCoverage
from tb.nvdla.coverage.conv.modes.coverage import ConvModeCoverage
from tb.nvdla.coverage.interrupts import InterruptCoverage
from tb.nvdla.coverage.pdp.coverage import PdpCoverage
from tb.nvdla.coverage.pdp.numbers import PdpNumberCoverage
from tb.nvdla.coverage.pdp.reading import PdpReadingCoverage
from tb.nvdla.coverage.ping_pong import PingPongCoverage, ping_pong_blocks
from tb.nvdla.coverage.ports import PortCoverage
from tb.nvdla.coverage.registers import RegisterCoverage
from tb.nvdla.coverage.rubik import RubikCoverage
from tb.nvdla.coverage.rules import RuleCoverage
from tb.nvdla.coverage.sdp.coverage import SdpCoverage
from tb.nvdla.coverage.sdp.numbers import SdpNumberCoverage
from tb.nvdla.coverage.sdp.operator_coverage import SdpOperatorCoverage
from tb.nvdla.coverage.sdp.reading_coverage import SdpReadingCoverage
from tb.nvdla.coverage.sdp.table_coverage import SdpTableCoverage
from tb.nvdla.coverage.state import DeviceState
from tb.nvdla.coverage.together import TogetherCoverage
from tb.nvdla.coverage.toggles import ToggleCoverage
from tb.nvdla.coverage.units import covered_stages, covered_units


def make_coverage(config: HwConfig) -> Collector:
    """What subscriptions everything that happens on a device of a configuration, and counts."""
    state, units = DeviceState(config), covered_units(config)
    samplers: list[Sampler] = []
    if BDMA in units:
        samplers.append(BdmaCoverage(config, state))
    if RUBIK in units:
        samplers.append(RubikCoverage(config, state))
    if set(CONVOLUTION) <= set(units):
        samplers += [ConvCoverage(config, state), ConvModeCoverage(config)]
    if SDP in units:
        samplers += [SdpCoverage(config, state), SdpOperatorCoverage(config), SdpNumberCoverage(config)]
        samplers += [SdpTableCoverage(config, state)] if "SDP_LUT" in config.features else []
        samplers.append(SdpReadingCoverage(config))
    if PDP in units:
        samplers += [PdpCoverage(config, state), PdpNumberCoverage(config)]
        samplers += [PdpReadingCoverage(config)] if PDP_READER in units else []
    if {CDP, CDP_READER} <= set(units):
        samplers += [CdpCoverage(config, state), CdpNumberCoverage(config), CdpTableCoverage(config, state)]
    samplers += [PingPongCoverage(block, state) for block in ping_pong_blocks(config, state)]
    if len(covered_stages(config)) > 1:
        samplers.append(TogetherCoverage(config, state))
    if units:
        samplers += [InterruptCoverage(config, state), RuleCoverage(config)]
        samplers += [PortCoverage(config, port) for port in config.ports.values()]
    samplers += [RegisterCoverage(config, state), ToggleCoverage(config, state)]
    return Collector([state.subscriptions], samplers)


def coverage_groups(config: str) -> tuple[Group, ...]:
    """The groups of a configuration, given its name or its file."""
    return tuple(sampler.counts.group for sampler in make_coverage(find_config(config)).samplers)
