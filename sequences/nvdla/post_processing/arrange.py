"""Which of SDP's operators does which step: X1, X2 and Y in this order, each at most once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from models.nearest import did_you_mean
from models.nvdla.sdp.descriptor import X_ALGORITHMS
from models.nvdla.sdp.operators.operands import OperandConvertor
from models.nvdla.sdp.operators.settings import EQUAL, MEMORY, XSettings, YSettings
from sequences.nvdla.post_processing.given import ProcessedCube
from sequences.nvdla.post_processing.operators import SdpOperators
from sequences.nvdla.post_processing.steps import Step

UNITS = ("x1", "x2", "y")
Y = UNITS[-1]


@dataclass(slots=True)
class _Arranged:
    """Steps by operator; ReLU and look-ups join the one before."""

    steps: dict[str, Step] = field(default_factory=dict)

    @property
    def last(self) -> int:
        """The number of the last operator that works; -1: none."""
        return max((UNITS.index(unit) for unit in self.steps), default=-1)

    def take(self, step: Step, all_steps: Sequence[Step]) -> None:
        """Give a step to an operator.

        Raises:
            ValueError: none is left that can do it.
        """
        if step.on not in (None, *UNITS):
            raise ValueError(
                f"SdpLayer: {step.name} is to be on {step.on}; choose {', '.join(UNITS)}{did_you_mean(step.on, UNITS)}"
            )
        if joined := self._joined(step):
            unit = UNITS[self.last]
            self.steps[unit] = joined
            return
        for unit in UNITS[self.last + 1 :]:
            if _can(unit, step) and step.on in (None, unit):
                self.steps[unit] = step
                return
        names = ", ".join(item.name for item in all_steps)
        on = f" on {step.on}" if step.on else ""
        raise ValueError(
            f"SdpLayer: of {names} nothing is left for {step.name}{on}: X1, X2 and Y do one each in this order, each "
            "with ReLU in X1 and X2, a look-up in Y; only Y compares, converts operands or multiplies before it adds"
        )

    def _joined(self, step: Step) -> Step | None:
        """The last operator's step with this one; None: they do not go together."""
        if self.last < 0 or step.on not in (None, UNITS[self.last]):
            return None
        before = self.steps[UNITS[self.last]]
        if step.only_relu and UNITS[self.last] != Y:
            return replace(before, relu=True)
        if step.only_lookup and UNITS[self.last] == Y and before.design is None and before.algorithm != EQUAL:
            return replace(before, design=step.design)
        return None


def _can(unit: str, step: Step) -> bool:
    """Whether an operator does what a step asks for."""
    both = bool(step.algorithm) and step.mul is not None
    if unit == Y:
        shifts = step.alu_shift or (step.shift and step.mul is None)
        return not (step.relu or shifts or (both and not step.mul_first))
    only_y = step.algorithm not in ("", *X_ALGORITHMS) or step.convertor is not None or step.design is not None
    return not (only_y or (both and step.mul_first))


def arrange(steps: Sequence[Step], cube: ProcessedCube) -> SdpOperators:
    """The operators that do some steps.

    Raises:
        ValueError: they cannot, or operands do not fit the cube.
    """
    arranged = _Arranged()
    for step in steps:
        arranged.take(step, steps)
    found = {unit: _x(step, cube) for unit, step in arranged.steps.items() if unit != Y}
    last = arranged.steps.get(Y)
    design = last.design if last else None
    if design is not None and design.numbers.floating != cube.floating:
        made = "FP16" if design.numbers.floating else "INT16"
        raise ValueError(f"SdpLayer: tables of {made} numbers for a layer of {cube.precision}: design them for it")
    return SdpOperators(
        **found,
        y=_y(last, cube) if last else YSettings(),
        lut=design.config if design else None,
        tables=design.tables if design else None,
    )


def _x(step: Step, cube: ProcessedCube) -> XSettings:
    return XSettings(
        **_of_any(step, cube, wide=False), alu_shift=step.alu_shift, shift=step.shift, relu_bypass=not step.relu
    )


def _y(step: Step, cube: ProcessedCube) -> YSettings:
    # The guide wants the convertors' bypass off for floating-point operands, which they leave alone.
    convertor = OperandConvertor(bypass=False) if cube.floating else step.convertor or OperandConvertor()
    shared = _of_any(step, cube, wide=True)
    return YSettings(
        **shared,
        alu_convertor=convertor if shared["alu_source"] == MEMORY else OperandConvertor(),
        mul_convertor=convertor if shared["mul_source"] == MEMORY else OperandConvertor(),
        truncate=step.shift,
        lut_bypass=step.design is None,
    )


def _of_any(step: Step, cube: ProcessedCube, *, wide: bool) -> dict[str, Any]:
    """What all operators are told; `wide`: their registers hold a whole word."""
    alu_source, alu_operand = cube.source(step, step.alu, wide=wide)
    mul_source, mul_operand = cube.source(step, step.mul, wide=wide)
    return {
        "bypass": False,
        "alu_bypass": not step.algorithm,
        "alu_algo": step.algorithm or "SUM",
        "alu_source": alu_source,
        "alu_operand": alu_operand,
        "mul_bypass": step.mul is None,
        "mul_source": mul_source,
        "mul_operand": mul_operand,
        "prelu": step.prelu,
        "operands": cube.operands(step),
    }
