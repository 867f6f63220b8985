"""The reference device of NVDLA: its units' blocks and stages, its memories, rules and interrupts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from models.blocks.interrupts import InterruptBlock
from models.memory.sparse import SparseMemory
from models.nvdla.bdma.stage import BdmaStage
from models.nvdla.blocks.make import make_block
from models.nvdla.blocks.memory_interface import Unserved, outstanding_limit, unserved
from models.nvdla.cdp.stage import CdpStage
from models.nvdla.config import NV_FULL, HwConfig
from models.nvdla.config.names import MEMORY_INTERFACES
from models.nvdla.conv.stage import ConvStage
from models.nvdla.interrupts import LINE
from models.nvdla.pdp.stage import PdpStage
from models.nvdla.pipeline.stage import RegisterStage
from models.nvdla.registers import registers
from models.nvdla.rubik.stage import RubikStage
from models.nvdla.rulebook import NvdlaRulebook
from models.nvdla.sdp.stage import SdpStage
from models.pipeline.device import EventDevice
from models.reference import Happened, OutstandingLimit

STAGES: tuple[type[RegisterStage], ...] = (BdmaStage, ConvStage, SdpStage, PdpStage, CdpStage, RubikStage)
"""The stages that the reference computes."""
UNITS = frozenset(block for stage in STAGES for block in stage.blocks)
"""Blocks whose data path the reference has."""


class Device(EventDevice):
    """NVDLA without time.

    Args:
        config: the hardware configuration.
        stages: what it computes; those whose blocks the configuration lacks are left out.
        zeroed_memory: memory begins as 0; else nobody knows what it holds until something is written.
    """

    def __init__(
        self, config: HwConfig = NV_FULL, stages: Sequence[type[RegisterStage]] = STAGES, *, zeroed_memory: bool = False
    ) -> None:
        self.config = config
        description = registers(config)
        made = [stage(description, config) for stage in stages if config.units.issuperset(stage.blocks)]
        stage_of = {block: stage for stage in made for block in stage.blocks}
        glb = InterruptBlock(
            description.GLB, "S_INTR_STATUS", "S_INTR_MASK", {LINE: description.GLB.S_INTR_STATUS.fields}
        )
        blocks = {
            name: stage_of[name].make_block(block) if name in stage_of else make_block(block, config)
            for name, block in description.blocks.items()
        } | {"GLB": glb}
        memories = {port.name: SparseMemory(zeroed=zeroed_memory) for port in config.ports.values()}
        ports = {block: config.ports[ram] for block, ram in MEMORY_INTERFACES.items() if ram in config.ports}
        self._interfaces = [(blocks[name], port) for name, port in ports.items()]
        rulebook = NvdlaRulebook(config, memories, self._unserved)
        super().__init__(description, blocks, made, memories=memories, rulebook=rulebook, interrupts=glb)
        if config.mended:
            self.listeners.append(self._name_errata)

    @property
    def outstanding_limits(self) -> dict[str, OutstandingLimit]:
        """What may be outstanding now, by port name (docs/nvdla/pins.md, 'Memory ports')."""
        return {port.name: outstanding_limit(block) for block, port in self._interfaces}

    def _unserved(self) -> dict[tuple[str, str, int], str]:
        """What the memory interfaces may never serve as they are now, and why."""
        return {item.stream: item.why for item in self._starved if item.erratum in self.config.errata}

    @property
    def _starved(self) -> Iterator[Unserved]:
        return chain.from_iterable(unserved(block, port, self.config) for block, port in self._interfaces)

    def _name_errata(self, happened: Happened) -> None:
        """Layers that the public part would never serve, and that are expected to end, name why."""
        for layer in happened.started:
            mended = [item for item in self._starved if item.erratum in self.config.mended]
            streams = {
                *((where.port, "read", where.axi_id) for where in layer.reads),
                *((item.where.port, "write", item.where.axi_id) for item in layer.writes),
            }
            layer.errata += tuple(sorted({item.erratum for item in mended if item.stream in streams}))
