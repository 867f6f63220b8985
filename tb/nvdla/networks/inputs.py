"""The inputs of a network: what it takes, and files of the user's as it takes them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tb.nvdla.networks.pictures import read_array
from tb.runner.errors import UserError

GREY_TO_INT8 = 127.0 / 255.0
"""Of pictures, what NVIDIA's runtime makes of grey for an input of INT8."""


@dataclass(frozen=True, slots=True)
class Offered:
    """An input of a network.

    Attributes:
        shape: channels, lines, columns.
        dtype: of its elements.
    """

    shape: tuple[int, int, int]
    dtype: np.dtype[Any]


def offered_by(loadable: Path, config: str, cube_bytes: int | None) -> Mapping[str, Offered]:
    """The inputs of a network that can be played on this part.

    Args:
        loadable: the network.
        config: name of the configuration.
        cube_bytes: of a cube; None: whichever makes sense.

    Raises:
        UserError: it cannot.
    """
    from sequences.flatbuffers.reader import FlatBufferError
    from sequences.nvdla.loadables.contents import LoadableError
    from sequences.nvdla.loadables.loadable import read_loadable
    from sequences.nvdla.loadables.network import Network
    from tb.nvdla.networks.play import model_bench

    try:
        data = loadable.read_bytes()
        network = Network(model_bench(config, 0), read_loadable(data), cube_bytes)
    except OSError as error:
        raise UserError(f"NETWORK={loadable}: {error.strerror}") from error
    except (FlatBufferError, LoadableError) as error:
        raise UserError(f"NETWORK={loadable}: {error}") from error
    return {name: Offered(tensor.shape, tensor.numpy().dtype) for name, tensor in network.inputs.items()}


def written_inputs(text: str | None, offered: Mapping[str, Offered], folder: Path) -> dict[str, Path]:
    """Inputs as files of numpy, as the network has them.

    Raises:
        UserError: there is no such input or file, or it does not fit.
    """
    written = {}
    for number_, word in enumerate(text.split(",") if text else ()):
        name, equals, file = word.partition("=")
        if not equals:
            if len(offered) != 1:
                raise UserError(
                    f"INPUT={word}: the network has {len(offered)} inputs; name={word}, of {_names(offered)}"
                )
            name, file = next(iter(offered)), word
        if name not in offered:
            raise UserError(f"INPUT={word}: there is no input {name!r}; there are {_names(offered)}")
        path = folder / f"input-{number_}.npy"
        np.save(path, _fitted(read_array(Path(file), "INPUT"), offered[name], file))
        written[name] = path
    return written


def _names(offered: Mapping[str, Offered]) -> str:
    return ", ".join(offered) or "none"


def _fitted(array: NDArray[Any], offered: Offered, file: str) -> NDArray[Any]:
    """An array as an input takes it; grey of a picture as NVIDIA's runtime makes it."""
    if array.shape != offered.shape:
        found, wanted = ("x".join(map(str, shape)) for shape in (array.shape, offered.shape))
        raise UserError(f"INPUT={file}: it is {found} (C x H x W), and the network takes {wanted}")
    if array.dtype == np.uint8 and offered.dtype == np.int8:
        return np.floor(array * GREY_TO_INT8 + 0.5).astype(np.int8)
    if offered.dtype.kind == "i":
        limits = np.iinfo(offered.dtype)
        if array.dtype.kind == "f" or array.min() < limits.min or array.max() > limits.max:
            raise UserError(f"INPUT={file}: the network takes {offered.dtype}; {array.dtype} of it does not fit")
    return array.astype(offered.dtype)
