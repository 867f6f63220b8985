"""NVDLA's strategies for making programs smaller."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

import numpy as np

from models.layer import Layer
from models.memory.footprint import Footprint
from models.nvdla.config import HwConfig
from models.nvdla.conv.fetch.weights import ConvWeights
from models.nvdla.device import Device
from models.nvdla.programming import LayerDescriptor
from models.nvdla.registers import registers
from models.nvdla.surfaces.side import Side
from sequences.host import Host
from sequences.model_host import ModelHost, run
from sequences.nvdla.bench import NvdlaBench, make_bench
from sequences.nvdla.firmware.firmware import COUNTED, IN_ANY_ORDER, FirmwareKnobs
from sequences.nvdla.firmware.layers import LayerChain
from sequences.nvdla.shrink.repair import FOLLOWING, repaired
from sequences.nvdla.shrink.short import short_form
from sequences.nvdla.shrink.simpler import simpler_layers
from sequences.nvdla.traces.recorded import trace_space, with_polls
from sequences.recording import RecordingHost
from sequences.shrink.members import members_of
from sequences.shrink.played import SEED, play_program
from sequences.shrink.program import Program, Step
from sequences.shrink.shrinking import LayerChange, Layers, Named, Place, Shrinking, Taken, TestFrame
from sequences.shrink.source import Call
from sequences.traces.goldens import golden_ranges
from sequences.traces.txn.writer import write_trace

FIRMWARE = "sequences.nvdla.firmware.firmware"
WAYS: Mapping[str, FirmwareKnobs | None] = MappingProxyType({"": None, "any order": IN_ANY_ORDER, "counted": COUNTED})
FILLS = (b"\0", b"\1", b"\x7f", b"\x80", b"\xff", b"\0\x3c")
"""What fills surfaces: whole numbers, and 1.0 of FP16."""


class NvdlaShrinking(Shrinking[NvdlaBench]):
    """NVDLA's strategies.

    Args:
        config: the hardware configuration.
    """

    ways = tuple(WAYS)
    kept = FOLLOWING

    def __init__(self, config: HwConfig) -> None:
        self._config, self._registers = config, registers(config)

    def taken(self, layer: Layer) -> Taken:
        """The descriptor, and what all of its blocks have read."""
        return Taken(layer.descriptor, [item for claim in layer.claims for item in claim.fetched])

    def device(self) -> Device:
        """A reference device."""
        return Device(self._config)

    def bench(self, host: Host, rng: np.random.Generator, way: str) -> NvdlaBench:  # noqa: ARG002 - each play has it
        """A bench, whose firmware plays descriptors."""
        return make_bench(host, self._config, rng)

    async def play(self, bench: NvdlaBench, steps: Sequence[Step], way: str) -> None:
        """Play layers, as many at a time as they need of each other allows."""
        await bench.play(*(LayerChain(tuple(map(_described, step.layers))) for step in steps), knobs=WAYS[way])

    def reads(self, layers: Layers) -> Sequence[Footprint]:
        """What layers own as input."""
        return [where for layer in layers for where in _described(layer).reads(self._config)]

    def writes(self, layers: Layers) -> Sequence[Footprint]:
        """What they write."""
        return [where for layer in layers for where in _described(layer).writes(self._config)]

    def registers(self, layers: Layers) -> int:
        """Registers that are not 0."""
        parts = (part for layer in layers for part in _described(layer).encode(self._registers, self._config))
        return sum(word != 0 for part in parts for words in part.words for word in words.values())

    def addresses(self, layers: Layers) -> Mapping[Place, str]:
        """Those of sides, of weights and of what makes kernels of compressed ones."""
        found: dict[Place, str] = {}
        for member in members_of(layers):
            port = self._config.port(member.value.ram).name if isinstance(member.value, Side | ConvWeights) else ""
            if port:
                found[*member.place, "address"] = port
            if isinstance(member.value, ConvWeights) and member.value.compression is not None:
                found |= {(*member.place, "compression", f"{name}_address"): port for name in ("mask", "sizes")}
        return found

    def origin(self, port: str) -> int:
        """The first address that traces use."""
        return self._config.port(port).base

    def repaired(self, layers: Layers) -> Layers:
        """Layers whose sizes follow from those before them."""
        return repaired(layers, self._config)

    def simpler(self, layers: Layers) -> Iterator[tuple[str, LayerChange]]:
        """No gaps, nothing split, one precision."""
        return simpler_layers(layers, self._config)

    def fills(self, label: str) -> Sequence[bytes]:  # noqa: ARG002 - the same for all
        """Zeros, ones, extremes."""
        return FILLS

    def frame(self) -> TestFrame:
        """How a test begins."""
        return TestFrame(
            base=Named("tb.nvdla.base_test", "NvdlaBaseTest"),
            chain=Named("sequences.nvdla.firmware.layers", "LayerChain"),
            ways={"any order": Named(FIRMWARE, "IN_ANY_ORDER"), "counted": Named(FIRMWARE, "COUNTED")},
        )

    def short(self, value: object) -> Call | None:
        """Convolutions and Rubik without what follows."""
        return short_form(value, self._config)

    def trace(self, program: Program, folder: Path, title: str) -> bool:
        """Write it as a trace of nvdlav1, unless something lies where no trace reaches it."""
        device = self.device()
        recorder = RecordingHost(ModelHost(device, program.announces))
        run(play_program(self, program, recorder, np.random.default_rng(SEED)))
        reads, writes = (
            [where for step in program.steps for where in of(step.layers)] for of in (self.reads, self.writes)
        )
        if not all(map(self._reached, (*reads, *writes))):
            return False
        goldens = [
            (address, memory.read(address, size_bytes))
            for port, memory in device.memories.items()
            for address, size_bytes in golden_ranges([where for where in writes if where.port == port], memory)
        ]
        commands = with_polls(recorder.commands, self._config)
        write_trace(folder, commands, goldens, trace_space(self._config), title)
        return True

    def _reached(self, where: Footprint) -> bool:
        """Whether an address alone tells its memory."""
        port = next(port for port in self._config.ports.values() if port.name == where.port)
        return bool(((where.addresses >= port.base) & (where.addresses < port.limit)).all())


def _described(layer: object) -> LayerDescriptor:
    assert hasattr(layer, "encode"), layer
    described: LayerDescriptor = layer  # type: ignore[assignment]
    return described
