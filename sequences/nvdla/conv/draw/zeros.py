"""Classes of where zeros are among weights: what compression leaves out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

import numpy as np

from models.arrays.flags import Flags
from models.memory.sparse import Bytes

Strike = Callable[[np.random.Generator, Sequence[int]], Flags]
"""Which elements are zero, given how many each group of kernels has."""


def _share(often: float) -> Strike:
    """As many as that, anywhere."""

    def strike(rng: np.random.Generator, groups: Sequence[int]) -> Flags:
        return rng.random(sum(groups)) < often

    return strike


def _groups(rng: np.random.Generator, groups: Sequence[int]) -> Flags:
    """All of some groups of kernels, of one at least, and a few others."""
    empty = rng.random(len(groups)) < 0.5
    empty[rng.integers(len(groups))] = True
    return np.repeat(empty, groups) | _share(0.1)(rng, groups)


def _runs(rng: np.random.Generator, groups: Sequence[int]) -> Flags:
    """One stretch behind the other, with zeros and without."""
    lengths = rng.integers(1, 40, sum(groups))
    stretches = np.repeat(np.arange(len(lengths)) % 2 == 0, lengths)
    return stretches[: sum(groups)]


def _but_one(rng: np.random.Generator, groups: Sequence[int]) -> Flags:
    """All but a single one."""
    struck = np.ones(sum(groups), np.bool_)
    struck[rng.integers(len(struck))] = False
    return struck


ZEROS: Mapping[str, Strike] = MappingProxyType(
    {
        "none": _share(0.0),
        "few": _share(0.1),
        "half": _share(0.5),
        "most": _share(0.95),
        "runs": _runs,
        "groups": _groups,
        "all but one": _but_one,
    }
)


def draw_zeros(rng: np.random.Generator) -> str:
    """A class."""
    return str(rng.choice(list(ZEROS)))


def strike_out(rng: np.random.Generator, name: str, elements: Bytes, groups: Sequence[int]) -> Bytes:
    """Elements with zeros where a class has them and nowhere else; one is left (rule `conv-compressed-empty`).

    Args:
        rng: the generator.
        name: the class.
        elements: bytes of the elements, [elements, element bytes].
        groups: elements of each group of kernels.
    """
    struck, made = ZEROS[name](rng, groups), elements.copy()
    if struck.all():
        struck[rng.integers(len(struck))] = False
    made[~made.any(axis=1), 0] = 1
    made[struck] = 0
    return made
