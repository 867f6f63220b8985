"""Whether the steps of an SDP layer are a list of steps, and all that is given has an effect."""

from __future__ import annotations

from collections.abc import Sequence

from models.nvdla.sdp.descriptor import OutputConvertor
from sequences.nvdla.post_processing.given import ProcessedCube
from sequences.nvdla.post_processing.steps import Step


def need_steps(steps: object) -> None:
    """Make sure of the steps of a layer.

    Raises:
        ValueError: they are something else than a list of steps.
    """
    if isinstance(steps, Step):
        raise ValueError(f"SdpLayer: steps is a single step: write [{steps.name}(...)]")
    write = "write a list of steps such as [bias(1), relu()], of sequences.nvdla.post_processing.steps"
    if not isinstance(steps, Sequence):
        raise ValueError(f"SdpLayer: steps is no list but {type(steps).__name__}: {write}")
    if wrong := [step for step in steps if not isinstance(step, Step)]:
        raise ValueError(f"SdpLayer: steps has {wrong[0]!r}: {write}")


def need_effects(shift: int, steps: Sequence[Step], convertor: OutputConvertor, cube: ProcessedCube) -> None:
    """Make sure that nothing is given which the part ignores with floating-point numbers.

    Args:
        shift: of the layer; `convertor` likewise.
        steps: its steps.
        convertor: the last conversion.
        cube: what they work on.

    Raises:
        ValueError: there is.
    """
    if not cube.floating:
        return
    given = [("shift", bool(shift)), ("convertor", convertor != OutputConvertor())]
    for step in steps:
        for name, used in (("alu_shift", step.alu_shift), ("shift", step.shift), ("convertor", step.convertor)):
            given.append((f"{name} of {step.name}", bool(used)))
    if ignored := [name for name, used in given if used]:
        raise ValueError(f"SdpLayer: {cube.precision}: {ignored[0]} has no effect, leave it out")
