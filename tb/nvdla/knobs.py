"""Knobs of NVDLA's random tests: how much they play, which scenarios (docs/regressions.md, 'Scenarios of NVDLA')."""

from __future__ import annotations

from dataclasses import dataclass, replace

from models.nearest import did_you_mean
from sequences.nvdla.programs.illegal_layers import ILLEGAL
from sequences.nvdla.programs.kinds import KINDS, LayerKnobs
from sequences.nvdla.programs.random import ProgramKnobs
from tb.environment.knobs import TestKnobs

MOST = 100_000


@dataclass(frozen=True, kw_only=True)
class LayersTestKnobs(TestKnobs):
    """Of tests that play random layers of one unit or two.

    Attributes:
        layers: how many, as the test counts them; where a design is so small that they take little time, some tests
            play three times as many.
    """

    layers: int = 20

    def __post_init__(self) -> None:
        super().__post_init__()
        _need_count("layers", self.layers)


@dataclass(frozen=True, kw_only=True)
class RoundsTestKnobs(TestKnobs):
    """Of tests that play something again and again.

    Attributes:
        rounds: how often, as the test counts: resets that cut layers off, rows of convolutions, bursts of accesses.
    """

    rounds: int = 2

    def __post_init__(self) -> None:
        super().__post_init__()
        _need_count("rounds", self.rounds)


@dataclass(frozen=True, kw_only=True)
class ProgramsTestKnobs(TestKnobs):
    """Of tests that play random programs. What is said in parts of 1 is how often: 0 never, 1 always.

    Attributes:
        programs: how many.
        layers: of one program, at most.
        kinds: which kinds of layers, as of `KINDS`.
        reuse: how often a layer reads or writes where an earlier one of its program did.
        images: how often a convolution of one cube is one of an image.
        illegal: how often a layer that breaks a rule stands in front of a layer.
        resets: how often a reset cuts a program off, at any moment.
        storms: how often no interrupt is served before all that runs has ended.
        rush: how often a layer is written without a look at its groups, which are free.
        polling: how often the interrupt status is polled.
        masked: how often interrupts are masked while layers run.
        apart: how often the blocks of a layer are enabled apart, each some time behind the one before.
    """

    programs: int = 5
    layers: int = 10
    kinds: tuple[str, ...] = tuple(KINDS)
    reuse: float = 0.5
    images: float = 0.0
    illegal: float = 0.0
    resets: float = 0.0
    storms: float = 0.0
    rush: float = 0.0
    polling: float = 0.0
    masked: float = 0.0
    apart: float = 0.0

    def __post_init__(self) -> None:
        super().__post_init__()
        _need_count("programs", self.programs)
        _need_count("layers", self.layers, least=2)
        for name in ("reuse", "images", "illegal", "resets", "storms", "rush", "polling", "masked", "apart"):
            _need_part(name, getattr(self, name))
        for kind in self.kinds:
            if kind not in KINDS:
                near = did_you_mean(kind, KINDS)
                raise ValueError(f"kinds={','.join(self.kinds)}: {kind!r} is none of {', '.join(KINDS)}{near}")
        if not self.kinds:
            raise ValueError(f"kinds=: name some of {', '.join(KINDS)}")

    @property
    def announced(self) -> tuple[str, ...]:
        """The rules that illegal layers break."""
        return ILLEGAL if self.illegal else ()

    def preferences(self) -> ProgramKnobs:
        """What programs prefer."""
        layers = LayerKnobs()
        return ProgramKnobs(
            layers_at_most=self.layers,
            reuse=self.reuse,
            layers=replace(layers, conv=replace(layers.conv, images=self.images)),
            kinds=self.kinds,
            illegal=self.illegal,
            resets=self.resets,
            storms=self.storms,
            rush=self.rush,
            polling=self.polling,
            masked=self.masked,
            apart=self.apart,
        )


def _need_count(name: str, value: int, *, least: int = 1) -> None:
    if not least <= value <= MOST:
        raise ValueError(f"{name}={value}: must be from {least} to {MOST:,}")


def _need_part(name: str, value: float) -> None:
    if not 0 <= value <= 1:
        raise ValueError(f"{name}={value:g}: must be from 0 to 1")
