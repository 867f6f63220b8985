"""Layers whose data the taps in BDMA and Rubik write down; what their memories hold goes to files beside."""

from dataclasses import replace

import numpy as np
import pyuvm

from models.nvdla.bdma.descriptor import BdmaCopy
from models.nvdla.rubik.descriptor import encode_rubik
from sequences.nvdla.bdma.shapes import CopyShape, allocate_copy
from sequences.nvdla.firmware.groups import enable, program
from sequences.nvdla.firmware.slots import gather, launch, serve_groups
from sequences.nvdla.rubik.directed import serve_rubik
from sequences.nvdla.rubik.shapes import RubikShape, allocate_rubik
from sequences.nvdla.tensors.side_shape import SideShape
from tb.nvdla.base_test import NvdlaBaseTest

LINES = ((5, 3, 2), (1, 4, 1), (8, 1, 1))
"""BDMA: atoms of a line, lines, surfaces; two layers of it, the groups in turn."""


@pyuvm.test()
class TappedBdmaTest(NvdlaBaseTest):
    """Two launches of three copies each."""

    async def stimulus(self, bench):
        first, second = (SideShape(ram=ram) for ram in bench.config.ports)
        for layer in range(2):
            shapes = [
                CopyShape(
                    source=replace(first, gaps=(1, 3)),
                    destination=second,
                    line_atoms=atoms,
                    lines=lines,
                    surfaces=surfaces,
                )
                for atoms, lines, surfaces in LINES
            ]
            copies = [allocate_copy(bench, shape) for shape in shapes]
            await gather(bench, copies)
            await launch(bench, layer)
            await serve_groups(bench, layer)
            np.save(f"bdma_{layer}.npy", np.concatenate([self.read(copy) for copy in copies]))

    def read(self, copy: BdmaCopy) -> np.ndarray:
        """A copy's source, line by line."""
        source, config = copy.source, self.env.config.hw
        memory = self.env.device.memories[source.ram]
        lines = [
            source.address + surface * source.surface_stride_bytes + line * source.line_stride_bytes
            for surface in range(copy.surfaces)
            for line in range(copy.lines)
        ]
        return np.concatenate([memory.read(line, copy.line_atoms * config.atom_bytes) for line in lines])


@pyuvm.test()
class TappedRubikTest(NvdlaBaseTest):
    """A contraction of single columns: all atoms pass in the order in which they lie in memory."""

    async def stimulus(self, bench):
        first, second = (SideShape(ram=ram) for ram in bench.config.ports)
        block = bench.registers.RBK
        shape = RubikShape(
            mode="CONTRACT", width=6, height=3, out_channels=8, x_stride=1, source=second, destination=first
        )
        rubik = allocate_rubik(bench, shape)
        await program(bench, block, 0, encode_rubik(block, rubik, bench.config))
        await enable(bench, block)
        await serve_rubik(bench, 0)
        size_bytes = 6 * 3 * bench.config.atom_bytes
        np.save("rbk_0.npy", self.env.device.memories[second.ram].read(rubik.source.address, size_bytes))
