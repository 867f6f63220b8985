"""The demonstration: a picture of each way, all of them at once, and what plain numpy says of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.demo.bytes_network import BytesNetwork
from sequences.nvdla.demo.network import StripesNetwork
from sequences.nvdla.demo.pictures import WAYS, draw_picture
from sequences.nvdla.demo.plain import Reals


@dataclass(frozen=True, slots=True)
class Seen:
    """What came of a picture.

    Attributes:
        drawn: which way its stripes run.
        scores: the accelerator's, one for each way; `wanted` those of plain numpy.
    """

    drawn: str
    scores: Reals
    wanted: Reals

    @property
    def answer(self) -> str:
        """Which way the accelerator says that they run."""
        return WAYS[int(self.scores.argmax())]

    @property
    def off(self) -> float:
        """How far the worst score is off."""
        return float(np.abs(self.scores - self.wanted).max())

    def __str__(self) -> str:
        scores = "  ".join(f"{way} {score:+.2f}" for way, score in zip(WAYS, self.scores, strict=True))
        return f"stripes {self.drawn + ':':<8}  {scores}  ({self.off:.3f} off plain numpy at most)"


async def see_stripes(
    bench: NvdlaBench, network: StripesNetwork | BytesNetwork, plain: Callable[[NDArray[Any]], Reals]
) -> list[Seen]:
    """Play a network on a picture of each way: layers of different pictures work at the same time.

    Args:
        bench: where to play.
        network: makes the layers.
        plain: the scores of a picture by the same network in plain numpy.
    """
    pictures = [draw_picture(bench.rng, way) for way in WAYS]
    programs = [network.layers(picture) for picture in pictures]

    await bench.play(*(layer for layers, _ in programs for layer in layers))

    made = [scores.numpy()[:, 0, 0].astype(np.float64) * network.score_step for _, scores in programs]
    return [Seen(way, scores, plain(picture)) for way, scores, picture in zip(WAYS, made, pictures, strict=True)]
