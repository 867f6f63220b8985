"""Atoms of a layout in memory, through the back door."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.nvdla.surfaces.surface_layout import SurfaceLayout
from sequences.host import Host


def get_atoms(host: Host, port: str, layout: SurfaceLayout) -> NDArray[np.uint8]:
    """What memory holds at the addresses of a layout, [atoms, atom bytes]."""
    whole = host.dump(port, layout.side.address, layout.size_bytes)
    return atoms_in(whole, layout)


def atoms_in(whole: NDArray[np.uint8], layout: SurfaceLayout) -> NDArray[np.uint8]:
    """The atoms of a layout, [atoms, atom bytes], out of all bytes from its address on."""
    return whole[_places(layout)]


def put_atoms(host: Host, port: str, layout: SurfaceLayout, atoms: NDArray[np.uint8]) -> None:
    """Put atoms where a layout has them; what lies between them stays."""
    whole = host.dump(port, layout.side.address, layout.size_bytes)
    whole[_places(layout)] = atoms
    host.load(port, layout.side.address, whole)


def _places(layout: SurfaceLayout) -> NDArray[np.intp]:
    """Where in the surface each byte of the atoms is."""
    offsets = (layout.addresses - np.uint64(layout.side.address)).astype(np.intp)
    return offsets[:, None] + np.arange(layout.atom_bytes)
