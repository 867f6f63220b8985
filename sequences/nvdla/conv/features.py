"""Layers and arrays as networks have them: rectified features, kernels around zero, sums brought into range."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.nvdla.sdp.descriptor import OutputConvertor
from models.nvdla.surfaces.direct_weights import KernelShape
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.conv.draw.numbers import sum_bits
from sequences.nvdla.conv.layers import Convolve
from sequences.nvdla.firmware.layers import LayerChain
from sequences.nvdla.post_processing.layers import SdpLayer
from sequences.nvdla.tensors.elements.elements import DTYPES
from sequences.nvdla.tensors.kernels import KernelTensor
from sequences.nvdla.tensors.tensor import Tensor

FEATURES, WEIGHTS = 0.25, 0.2
"""Usual magnitude, as a part of the largest one."""


def feature_tensor(bench: NvdlaBench, shape: tuple[int, int, int], precision: str, ram: str) -> Tensor:
    """What a layer with ReLU leaves: half of it zeros, [channels, height, width]."""
    values = np.maximum(bench.rng.normal(0.0, FEATURES, shape), 0.0)
    return bench.tensor(in_range(values, precision), precision, ram=ram)


def weight_tensor(bench: NvdlaBench, shape: KernelShape, precision: str, ram: str) -> KernelTensor:
    """Weights around zero, [kernels, channels, rows, columns]."""
    return bench.kernels(in_range(bench.rng.normal(0.0, WEIGHTS, shape), precision), precision, ram=ram)


def convertor_for(w: KernelTensor) -> OutputConvertor:
    """What brings sums of features and weights into the range of their own precision again."""
    if DTYPES[w.precision].kind == "f":
        return OutputConvertor()
    _, *sizes = w.shape
    bits = sum_bits(w.precision, ("full", "full"), int(np.prod(sizes))) + np.log2(FEATURES * WEIGHTS)
    room = 8 * DTYPES[w.precision].itemsize - 2
    return OutputConvertor(shift=max(0, int(bits) - room + 1))


def scaled(bench: NvdlaBench, conv: Convolve, ram: str = "DBB", *, relu: bool = False) -> LayerChain:
    """A convolution of features, whose sums SDP brings into range again, in a new tensor."""
    y = bench.empty(conv.shape, conv.w.precision, ram=ram)
    return conv >> SdpLayer(y, relu=relu, convertor=convertor_for(conv.w))


def in_range(values: NDArray[np.float64], precision: str) -> NDArray[Any]:
    """Parts of the largest number as numbers."""
    dtype = DTYPES[precision]
    if dtype.kind == "f":
        return values
    limit = np.iinfo(dtype).max
    whole: NDArray[Any] = np.clip(np.rint(values * limit), -limit, limit).astype(dtype)
    return whole
