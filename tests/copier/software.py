"""Copies of any shape, and the register writes that launch them."""

from dataclasses import replace

from tests.copier.copies import Copy, Side

SPACE = 1 << 20
"""Destinations lie so far behind sources."""


def copy_of(sizes, route=("RAM", "SRAM"), extent=(1, 1, 1), at=0, gap_atoms=0, **changes):
    """A copy; sources lie `at` bytes into their memory, and a memory that is not there is the only one.

    Changes name an attribute of a side: `source_address=..`.
    """
    surfaces, lines, atoms = extent
    line = (atoms + gap_atoms) * sizes.atom_bytes
    sides = {}
    for name, memory, behind in zip(("source", "destination"), route, (0, SPACE), strict=True):
        there = memory if memory in sizes.memories else "RAM"
        side = Side(there, sizes.memories[there] + at + behind, line, lines * line)
        own = {key.removeprefix(f"{name}_"): value for key, value in changes.items() if key.startswith(name)}
        sides[name] = replace(side, **own)
    return Copy(**sides, surfaces=surfaces, lines=lines, atoms=atoms)


def words(device, copies, launch=0):
    """The register writes that add copies and launch them: register, data."""
    block, memories = device.registers.COPY, list(device.memories)
    for copy in copies:
        for name in ("SOURCE", "DESTINATION"):
            side = getattr(copy, name.lower())
            yield block.registers[name], side.address
            yield block.registers[f"{name}_LINE"], side.line_stride
            yield block.registers[f"{name}_SURFACE"], side.surface_stride
        places = {name: memories.index(getattr(copy, name.lower()).memory) for name in block.MEMORIES.fields}
        yield block.MEMORIES, block.MEMORIES.encode(**places)
        yield block.SIZE, block.SIZE.encode(ATOMS=copy.atoms, LINES=copy.lines, SURFACES=copy.surfaces)
        yield block.ADD, 1
    yield block.registers[f"LAUNCH{launch}"], 1


def start(device, *copies, launch=0):
    """Add and launch; returns the layer."""
    for register, data in words(device, copies, launch):
        device.write(register.address, data)
    return device.layers_in_flight[-1]
