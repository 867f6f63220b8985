"""Copies of any configuration, and what drives a reference device by its registers."""

from dataclasses import replace

import numpy as np

from models.nvdla.bdma.descriptor import BdmaCopy, encode_copy
from models.nvdla.surfaces.side import Side

SPACE = 1 << 20
"""Destinations lie so far behind sources."""


def routes(config):
    """Every memory with every memory."""
    return [(source, destination) for source in config.ports for destination in config.ports]


def memory(config, name):
    """The memory of that name, or the only one that there is."""
    return name if name in config.ports else "DBB"


def base_of(config, name):
    return config.ports[memory(config, name)].base


def copy(config, route=("DBB", "CVSRAM"), extent=(1, 1, 1), at=0, gaps=(0, 0), **changes):
    """A legal copy; sources lie `at` bytes into their memory, destinations `SPACE` further; gaps are in atoms.

    A memory that the configuration lacks is the one that it has. Changes name an attribute of the copy, or one of a
    side: `source_address=..`.
    """
    surfaces, lines, atoms = extent
    line = (atoms + gaps[0]) * config.atom_bytes
    strides = {"line_stride_bytes": line, "surface_stride_bytes": lines * line + gaps[1] * config.atom_bytes}
    source, destination = (memory(config, name) for name in route)
    sides = {
        "source": {"ram": source, "address": base_of(config, source) + at, **strides},
        "destination": {"ram": destination, "address": base_of(config, destination) + at + SPACE, **strides},
    }
    for name in list(changes):
        side, _, attribute = name.partition("_")
        if side in sides:
            sides[side][attribute] = changes.pop(name)
    extents = {"line_atoms": atoms, "lines": lines, "surfaces": surfaces}
    return BdmaCopy(**{side: Side(**values) for side, values in sides.items()}, **(extents | changes))


def random_copy(config, rng, at=0):
    """A legal copy of any route and extent, with strides of its own on either side."""
    possible = routes(config)
    route = possible[rng.integers(len(possible))]
    extent = tuple(int(n) for n in rng.integers(1, 5, 3))
    one = copy(config, route, extent, at, tuple(rng.integers(0, 3, 2).tolist()))
    other = copy(config, route, extent, at, tuple(rng.integers(0, 3, 2).tolist()))
    return replace(one, destination=other.destination)


def atoms_of(config, transfer, at):
    """The addresses of the atoms of a transfer's side, by plain loops."""
    return [
        (at.address + s * at.surface_stride_bytes + n * at.line_stride_bytes + a * config.atom_bytes) % (1 << 64)
        for s in range(transfer.surfaces)
        for n in range(transfer.lines)
        for a in range(transfer.line_atoms)
    ]


def fill(device, transfer, rng):
    """Random bytes where a copy reads."""
    port = device.config.ports[transfer.source.ram].name
    for address in atoms_of(device.config, transfer, transfer.source):
        device.load(port, address, rng.integers(0, 256, device.config.atom_bytes, np.uint8))


def words(device, transfers, group=None):
    """The register writes that gather operations and launch them: register, data."""
    block = device.registers.BDMA
    for transfer in transfers:
        encoded = encode_copy(block, transfer, device.config)
        yield from ((block.registers[name], word) for name, word in encoded.items())
        yield block.CFG_OP, block.CFG_OP.encode(EN="ENABLE")
    if group is not None:
        yield block.registers[f"CFG_LAUNCH{group}"], 1


def start(device, transfers, group=0):
    """Gather and launch; returns the layer."""
    for register, data in words(device, transfers, group):
        device.write(register.address, data)
    return device.layers_in_flight[-1] if transfers else None
