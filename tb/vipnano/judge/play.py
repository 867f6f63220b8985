"""Random layers on the judge and on the reference device here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.vipnano.config import VipnanoConfig
from models.vipnano.device import VipnanoDevice
from models.vipnano.jobs.arithmetic import Scaling
from sequences.model_host import ModelHost, run
from sequences.vipnano.driver import Driver
from sequences.vipnano.layers import Add, Conv2d, FullyConnected, Layer
from sequences.vipnano.lowering.scale import multiplier_and_shift, scale_of
from tb.vipnano.judge.sums import sums_of_layer

Bytes = NDArray[np.uint8]
MOST_OF_ADD = 2
"""So far may an addition be off: what the driver's own tests allow."""
NEAREST = 0.501
"""How far a result may be off that was rounded once, with a multiplier of 31 bits."""


def played(layer: Layer, tensors: list[Bytes], config: VipnanoConfig) -> Bytes:
    """What the reference device makes of a layer, as the jobs that the driver makes of it."""
    host = ModelHost(VipnanoDevice(config))
    return run(Driver(host, config).run(layer, *tensors))


@dataclass(frozen=True, slots=True)
class Held:
    """A layer on both.

    Attributes:
        layer: the layer.
        kind: what it is.
        off: how many outputs are off by how much.
        wrong: what cannot be explained, a line each.
    """

    layer: Layer
    kind: str
    off: Counter[int]
    wrong: tuple[str, ...]


def hold(layer: Layer, tensors: list[Bytes], judged: Bytes, config: VipnanoConfig) -> Held:
    """Hold what the judge made of a layer against what it becomes here."""
    here = played(layer, tensors, config)
    off = Counter(np.abs(here.astype(np.int64) - judged).ravel().tolist())
    if isinstance(layer, Add):
        most = max(off)
        wrong = (f"off by {most}, {MOST_OF_ADD} are allowed",) if most > MOST_OF_ADD else ()
        return Held(layer, "addition", off, wrong)
    kind = "fully connected" if isinstance(layer, FullyConnected) else "convolution"
    kind = "depthwise" if isinstance(layer, Conv2d) and layer.depthwise else kind
    return Held(layer, kind, off, tuple(_unexplained(layer, tensors[0], judged, here, config)))


def _unexplained(
    layer: Conv2d | FullyConnected, tensor: Bytes, judged: Bytes, here: Bytes, config: VipnanoConfig
) -> Iterator[str]:
    """What is wrong with either result: ours are sums times a multiplier of 16 bits, the judge's times the scale."""
    sums, zero_point = sums_of_layer(layer, tensor), layer.output.zero_point
    multiplier, shift = multiplier_and_shift(scale_of(layer.input.scale, layer.kernel.scale, layer.output.scale))
    ours = Scaling(0x8000 + multiplier, shift, zero_point).results(sums, config.ties)
    if not np.array_equal(here, ours):
        yield f"{int((here != ours).sum())} outputs are not the sums times a multiplier of 16 bits"
    scale = layer.input.scale * layer.kernel.scale / layer.output.scale
    exact = np.clip(sums * scale + zero_point, 0, 255)
    apart = np.abs(judged - exact)
    # The judge rounds some results twice: first to a fraction that is at most twice the scale.
    if count := int((apart > NEAREST + scale).sum()):
        yield f"{count} outputs of the judge are not the sums times the scale, by {apart.max():.3f} at most"
    most = int(np.abs(here.astype(np.int64) - judged).max(initial=0))
    if most > 1:
        yield f"off by {most}, 1 is allowed"
