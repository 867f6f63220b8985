"""Layers of every unit on a design with taps: nothing is wrong, so all borders agree, and each was looked at."""

import json
from pathlib import Path

import pyuvm

from sequences.nvdla.bdma.random import random_layers
from sequences.nvdla.conv.draw.shape import ConvKnobs
from sequences.nvdla.conv.random import every_cell
from sequences.nvdla.rubik.directed import every_mode
from sequences.nvdla.sdp.random import random_sdp
from tb.nvdla.base_test import NvdlaBaseTest

SMALL = ConvKnobs(operations_at_most=24, bytes_at_most=2048)


def differs(look):
    """Whether anything is wrong at a border of a layer that has ended."""
    return look.difference or look.short


class AgreeingTest(NvdlaBaseTest):
    """All borders agree at the end; how many transfers were looked at goes to a file."""

    def report_phase(self):
        for layer, looks in self.env.borders.looks():
            wrong = [f"{look.border.tap}: {look.difference or look.count}" for look in looks if differs(look)]
            assert not wrong, (str(layer), *layer.explanation, *wrong)
        name = type(self).__name__
        Path(f"{name}.json").write_text(json.dumps(self.env.borders.counts()))
        super().report_phase()


@pyuvm.test()
class MovedBordersTest(AgreeingTest):
    """Copies, and every mode of Rubik."""

    async def stimulus(self, bench):
        await random_layers(bench, 6)
        await every_mode(bench)


@pyuvm.test()
class SdpBordersTest(AgreeingTest):
    """Random layers from memory and behind convolutions."""

    async def stimulus(self, bench):
        await random_sdp(bench, 12)


@pyuvm.test()
class ConvBordersTest(AgreeingTest):
    """A small layer of each cell."""

    async def stimulus(self, bench):
        await every_cell(bench, knobs=SMALL, part=(0, 3))
