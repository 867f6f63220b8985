"""What every NVDLA sequence works with: a host, memory for tensors, and layers that are played."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from models.nvdla.config import HwConfig
from sequences.arguments import need_flag, need_kind
from sequences.host import Host
from sequences.memory_plan import MemoryPlan
from sequences.nvdla.firmware.firmware import Firmware, FirmwareKnobs
from sequences.nvdla.firmware.jobs import jobs_of
from sequences.nvdla.firmware.layers import LayerChain, LayerOnTensors, Playable
from sequences.nvdla.tensors.kept import AnyTensor, free_tensor, need_kept
from sequences.nvdla.tensors.making.operand_maker import OperandMaker


@dataclass(frozen=True, slots=True)
class NvdlaBench(OperandMaker):
    """What a test works with: memory for tensors, and a small firmware that plays layers.

    For example::

        x = bench.tensor(values, "INT8", ram="DBB")
        y = bench.empty(x.shape, "INT8", ram="CVSRAM")
        await bench.play(Copy(x, y))
        assert (y.numpy() == x.numpy()).all()

    Attributes are those of `NvdlaTarget`.
    """

    def free(self, *tensors: AnyTensor) -> None:
        """Give the memory of tensors to others.

        Raises:
            ValueError: something is none, or was given back before.
        """
        for tensor in tensors:
            free_tensor(self.plan, tensor)

    async def play(self, *layers: Playable, knobs: FirmwareKnobs | None = None) -> None:
        """Play layers: as many at a time as the units and what they need of each other allow; return when all are done.

        Args:
            layers: layers, such as ``Copy(x, y)``, chains of layers, or descriptors, in an order in which they could
                also run one by one.
            knobs: how the firmware goes about it.

        Raises:
            ValueError: no layer, one that cannot be described, or one with a tensor of another bench.
            HangError: a layer did not end.
        """
        if not layers:
            raise ValueError("bench.play: nothing to play: give it layers, such as bench.play(Copy(x, y))")
        if knobs is not None:
            need_kind("bench.play: knobs", knobs, FirmwareKnobs, "FirmwareKnobs(...) of sequences.nvdla.stimulus")
        for layer in layers:
            need_layer(layer)
            self._need_own(layer)
        await Firmware(self, knobs or FirmwareKnobs()).play(jobs_of(layers, self.config))

    def _need_own(self, layer: Playable) -> None:
        """Make sure that a layer's tensors are in this bench's memory.

        Raises:
            ValueError: one is in that of another bench, such as the one of another test, or was given back.
        """
        for item in layer.layers if isinstance(layer, LayerChain) else (layer,):
            if isinstance(item, LayerOnTensors) and any(tensor.host is not self.host for tensor in tensors_of(item)):
                raise ValueError(
                    f"bench.play: {type(item).__name__} has a tensor of another bench: make it with this bench"
                )
            if isinstance(item, LayerOnTensors):
                need_kept(self.plan, f"bench.play: {type(item).__name__}", tensors_of(item))


def tensors_of(layer: LayerOnTensors) -> tuple[AnyTensor, ...]:
    """The tensors that a layer is given, those of its steps too."""
    given = [getattr(layer, name) for name in getattr(layer, "__dataclass_fields__", ())]
    operands = [tensor for step in getattr(layer, "steps", ()) for tensor in step.tensors]  # those of SDP
    return tuple(item for item in (*given, *operands) if isinstance(item, AnyTensor))


def need_layer(layer: object) -> None:
    """Make sure that something can be played.

    Raises:
        ValueError: it is no layer.
    """
    if isinstance(layer, list | tuple):
        raise ValueError(f"bench.play: layers are given in a {type(layer).__name__}: write bench.play(*layers)")
    described = hasattr(layer, "encode") and hasattr(layer, "reads")  # a word has one of them
    if not isinstance(layer, LayerOnTensors | LayerChain) and not described:
        how = getattr(layer, "how_to_play", "a layer such as Copy(x, y), or a chain with >>")
        raise ValueError(f"bench.play: {type(layer).__name__} is no layer: write {how}")


def make_bench(
    host: Host, config: HwConfig, rng: np.random.Generator, *, conventional_addresses: bool = False
) -> NvdlaBench:
    """A bench with fresh memory.

    Args:
        host: the processor's side.
        config: the hardware configuration.
        rng: the sequence's own generator.
        conventional_addresses: surfaces lie only where an address alone tells its memory, as in a trace.

    Raises:
        ValueError: the configuration or the generator is something else.
    """
    need_kind(
        "make_bench: config", config, HwConfig, "CONFIGS['nv_full'] of models.nvdla.config, or another one of them"
    )
    need_kind("make_bench: rng", rng, np.random.Generator, "np.random.default_rng(1)")
    need_flag("make_bench: conventional_addresses", conventional_addresses)
    return NvdlaBench(host, config, rng, MemoryPlan(config.ports, rng, conventional=conventional_addresses))
