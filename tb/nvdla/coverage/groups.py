"""All groups of a configuration, and what counts them."""

from __future__ import annotations

from models.nvdla.bdma.descriptor import UNIT as BDMA
from models.nvdla.cdp.descriptor import READER as CDP_READER
from models.nvdla.cdp.descriptor import UNIT as CDP
from models.nvdla.config import HwConfig
from models.nvdla.conv.descriptor import BLOCKS as CONVOLUTION
from models.nvdla.pdp.registers import READER as PDP_READER
from models.nvdla.pdp.registers import UNIT as PDP
from models.nvdla.rubik.descriptor import UNIT as RUBIK
from models.nvdla.sdp.descriptor import UNIT as SDP
from tb.coverage.collector import Collector
from tb.coverage.sampler import Sampler
from tb.nvdla.coverage.bdma import BdmaSampler
from tb.nvdla.coverage.cdp.layers import cdp_sampler
from tb.nvdla.coverage.cdp.numbers import cdp_number_sampler
from tb.nvdla.coverage.cdp.tables import CdpTableSampler
from tb.nvdla.coverage.conv.coverage import PlainConvSampler
from tb.nvdla.coverage.conv.modes.coverage import ConvModeSampler
from tb.nvdla.coverage.pdp.layers import PdpSampler
from tb.nvdla.coverage.pdp.numbers import pdp_number_sampler
from tb.nvdla.coverage.pdp.reading import pdp_reading_sampler
from tb.nvdla.coverage.ports.traffic import PortSampler
from tb.nvdla.coverage.registers.accesses import RegisterSampler
from tb.nvdla.coverage.registers.interrupts import InterruptSampler
from tb.nvdla.coverage.registers.ping_pong import PingPongSampler, ping_pong_blocks
from tb.nvdla.coverage.registers.toggles import ToggleSampler
from tb.nvdla.coverage.rubik import RubikSampler
from tb.nvdla.coverage.rules import RuleSampler
from tb.nvdla.coverage.sdp.layers import sdp_sampler
from tb.nvdla.coverage.sdp.numbers import sdp_number_sampler
from tb.nvdla.coverage.sdp.operators import sdp_operator_sampler
from tb.nvdla.coverage.sdp.reading import sdp_reading_sampler
from tb.nvdla.coverage.sdp.tables import SdpTableSampler
from tb.nvdla.coverage.state import DeviceState
from tb.nvdla.coverage.together import TogetherSampler
from tb.nvdla.coverage.units import covered_stages, covered_units


def make_coverage(config: HwConfig) -> Collector:
    """What is notified of everything that happens on a device of a configuration, and counts."""
    device, units = DeviceState(config), covered_units(config)
    samplers: list[Sampler] = []
    if BDMA in units:
        samplers.append(BdmaSampler(device))
    if RUBIK in units:
        samplers.append(RubikSampler(device))
    if set(CONVOLUTION) <= set(units):
        samplers += [PlainConvSampler(device), ConvModeSampler(device)]
    if SDP in units:
        samplers += [sdp_sampler(device), sdp_operator_sampler(device), sdp_number_sampler(device)]
        samplers += [SdpTableSampler(device)] if "SDP_LUT" in config.features else []
        samplers.append(sdp_reading_sampler(device))
    if PDP in units:
        samplers += [PdpSampler(device), pdp_number_sampler(device)]
        samplers += [pdp_reading_sampler(device)] if PDP_READER in units else []
    if {CDP, CDP_READER} <= set(units):
        samplers += [cdp_sampler(device), cdp_number_sampler(device), CdpTableSampler(device)]
    samplers += [PingPongSampler(block, device) for block in ping_pong_blocks(config, device)]
    if len(covered_stages(config)) > 1:
        samplers.append(TogetherSampler(device))
    if units:
        samplers += [InterruptSampler(device), RuleSampler(config)]
        samplers += [PortSampler(config, port) for port in config.ports.values()]
    samplers += [RegisterSampler(device), ToggleSampler(device)]
    return Collector([device.subscriptions], samplers)
