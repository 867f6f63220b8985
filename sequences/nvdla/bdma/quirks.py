"""Where BDMA of the public part does otherwise than documents say: docs/nvdla/errata.md."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from models.nvdla.bdma.descriptor import Bdma
from sequences.nvdla.bdma.layers import Copy
from sequences.nvdla.bench import NvdlaBench

PERIOD = 127
"""Of the numbers that lines hold: what is left out or written elsewhere differs."""


async def many_repeats(bench: NvdlaBench) -> None:
    """Copy as many lines, each of an atom, as the part's write side counts; where it shall count all, one more."""
    more = "bdma-repeat-bits" not in bench.config.errata
    atom, lines = bench.config.atom_bytes, (1 << bench.config.bdma_repeat_bits) + more
    shape = (atom, 2, lines // 2 + 1)  # no cube has so many lines, nor columns
    atoms = np.arange(shape[1] * shape[2]).reshape(shape[1:]) % PERIOD
    x = bench.tensor(np.broadcast_to(atoms, shape), "INT8")
    (whole,) = Copy(x, bench.empty(shape, "INT8")).descriptor(bench.config).copies
    sides = {name: replace(getattr(whole, name), line_stride_bytes=atom) for name in ("source", "destination")}
    await bench.play(Bdma((replace(whole, lines=lines, surfaces=1, line_atoms=1, **sides),)))
