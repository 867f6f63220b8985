"""Layers that somebody else has played, with what came out (tests/vectors/vipnano/README.md)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sequences.vipnano.layers import Add, Conv2d, FullyConnected, Layer, Quantisation

KINDS: dict[str, type[Conv2d] | type[FullyConnected] | type[Add]] = {
    kind.__name__: kind for kind in (Conv2d, FullyConnected, Add)
}
"""Kinds of layers, by name."""
Tensor = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Recorded:
    """A layer that was played somewhere.

    Attributes:
        layer: the layer.
        tensors: its inputs.
        output: what came out.
    """

    layer: Layer
    tensors: list[Tensor]
    output: Tensor


def write_recorded(path: Path, cases: Iterable[Recorded]) -> None:
    """Write layers to a file: what describes them as text, all arrays one behind the other."""
    texts, parts = [], []
    for case in cases:
        described: dict[str, Any] = {"kind": type(case.layer).__name__}
        for item in fields(case.layer):
            value = getattr(case.layer, item.name)
            if isinstance(value, np.ndarray):
                described[item.name] = {"shape": value.shape, "type": str(value.dtype)}
                parts.append(value)
            elif isinstance(value, Quantisation):
                described[item.name] = [value.scale, value.zero_point]
            else:
                described[item.name] = value
        texts.append(described)
        parts += [*case.tensors, case.output]
    data = np.frombuffer(b"".join(np.ascontiguousarray(part).tobytes() for part in parts), np.uint8)
    text = np.frombuffer(json.dumps(texts).encode(), np.uint8)
    np.savez_compressed(path, allow_pickle=False, text=text, data=data)


def read_recorded(path: Path) -> list[Recorded]:
    """The layers of a file."""
    with np.load(path, allow_pickle=False) as file:
        return list(_Reading(file["data"]).cases(json.loads(file["text"].tobytes())))


class _Reading:
    """Arrays that stand one behind the other.

    Args:
        data: their bytes.
    """

    def __init__(self, data: NDArray[np.uint8]) -> None:
        self._data, self._at = data, 0

    def cases(self, texts: list[dict[str, Any]]) -> Iterator[Recorded]:
        """All layers."""
        for described in texts:
            layer = KINDS[described.pop("kind")](**{name: self._value(item) for name, item in described.items()})
            tensors = [self._array(shape, "uint8") for shape in layer.in_shapes]
            yield Recorded(layer, tensors, self._array(layer.out_shape, "uint8"))

    def _value(self, item: Any) -> Any:  # noqa: ANN401 - a member of any type
        if isinstance(item, dict):
            return self._array(item["shape"], item["type"])
        if isinstance(item, list):
            return Quantisation(item[0], item[1]) if isinstance(item[0], float) else tuple(item)
        return item

    def _array(self, shape: Iterable[int], dtype: str) -> NDArray[Any]:
        size = int(np.prod(tuple(shape))) * np.dtype(dtype).itemsize
        self._at += size
        return self._data[self._at - size : self._at].view(dtype).reshape(tuple(shape))
