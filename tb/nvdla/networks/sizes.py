"""How much a step of a network is: shape, multiplications, bytes."""

from __future__ import annotations

from models.nvdla.config import HwConfig
from models.nvdla.conv.descriptor import Conv
from models.nvdla.conv.fetch.weights import group_kernels
from sequences.nvdla.loadables.layers.layers import UNITS
from sequences.nvdla.loadables.network import Step
from sequences.nvdla.loadables.structs.units import CUBES
from tb.outcome.network import OperationRecord

UNITS_STAGES = {kind: unit for kind, unit in UNITS.items() if kind != "CONV"}
"""What stages are called, where operations are called otherwise."""
BYTES_A_CYCLE = 32
"""About as many pass memory in a cycle: for how long steps take beside each other."""


def numbers_of(step: Step) -> str:
    """The numbers of a step's operations."""
    return "+".join(str(operation.index) for operation in step.operations)


def units_of(step: Step) -> str:
    """The units that do a step's operations."""
    return "+".join(UNITS_STAGES.get(operation.kind, operation.kind) for operation in step.operations)


def record_of(step: Step, config: HwConfig, *, layers: tuple[int, ...], cycles: int) -> OperationRecord:
    """What is known of a step that was played.

    Args:
        step: the step.
        config: the part's configuration.
        layers: numbers of its layers, as findings name them.
        cycles: that it took; 0 on the model.
    """
    return OperationRecord(
        name=numbers_of(step),
        units=units_of(step),
        shape=shape_of(step, config),
        macs=macs_of(step),
        most_macs=most_macs_of(step, config),
        bytes_moved=bytes_of(step, config),
        layers=layers,
        cycles=cycles,
    )


def shape_of(step: Step, config: HwConfig) -> str:
    """What a step writes: channels x height x width, or bytes where it is no cube."""
    last = step.operations[-1]
    if "dst" in CUBES[last.kind]:
        cube = last.surfaces["dst"]
        return f"{cube['channel']}x{cube['height']}x{cube['width']}"
    return f"{sum(where.addresses.size * where.chunk_bytes for where in step.layers[-1].writes(config)):,} bytes"


def bytes_of(step: Step, config: HwConfig) -> int:
    """That it reads and writes."""
    moved = [where for layer in step.layers for where in (*layer.reads(config), *layer.writes(config))]
    return sum(where.addresses.size * where.chunk_bytes for where in moved)


def weight_of(step: Step, config: HwConfig) -> float:
    """About how many cycles it takes."""
    multiplying = macs_of(step) / most_macs_of(step, config) if macs_of(step) else 0.0
    return multiplying + bytes_of(step, config) / BYTES_A_CYCLE


def macs_of(step: Step) -> int:
    """Multiplications of its convolution: kernels by what each covers, at each pixel of the output."""
    conv = step.layers[0]
    if not isinstance(conv, Conv):
        return 0
    taps = conv.taps
    pixels = conv.output.height * conv.output.width
    return conv.weights.kernels * conv.input.channels * taps.height * taps.width * pixels


def most_macs_of(step: Step, config: HwConfig) -> int:
    """Multiplications of its convolution in a cycle, at most."""
    conv = step.layers[0]
    return group_kernels(config, conv.precision) * config.mac_channels if isinstance(conv, Conv) else 0
