"""Memory ports with bursts longer than those of any configuration of npuvm, and lines that are cut into them."""

from dataclasses import replace

from models.nvdla.config import CONFIGS, HwConfig

LONGEST = (24, 256)
"""Beats of the longest burst: more than a line of short bursts needs buffers for, and as many as may be outstanding."""
LONGEST_VARIABLE = "NPUVM_LONGEST_BURST"
BEAT_ATOMS = 2


def with_bursts(longest: int) -> HwConfig:
    """The configuration tiny with two atoms a beat and bursts of up to so many beats."""
    tiny = CONFIGS["tiny"]
    beat_bytes = BEAT_ATOMS * tiny.atom_bytes
    port = replace(
        tiny.ports["DBB"],
        data_bytes=beat_bytes,
        len_bits=8,
        max_burst_beats=longest,
        burst_boundary_bytes=beat_bytes << (longest - 1).bit_length(),
    )
    return replace(tiny, name=f"bursts{longest}", ports={"DBB": port})


def lines(config: HwConfig) -> list[tuple[int, int]]:
    """Addresses and sizes in bytes: from the start of a burst, from its second atom, short, from within a burst."""
    port = config.ports["DBB"]
    atom, burst, room = config.atom_bytes, port.max_burst_beats * port.data_bytes, 4 * port.burst_boundary_bytes
    return [(0, 3 * burst), (room + atom, 2 * burst), (2 * room, atom), (3 * room - 5 * atom, burst + 7 * atom)]
