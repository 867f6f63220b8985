"""What stands before SDP while it has not begun: when CACC's groups are free, and raise their interrupts."""

import numpy as np
import pytest

from models.layer import Cause
from models.nvdla.config import CONFIGS
from models.nvdla.conv.constructor import INPUT_AT, WEIGHTS_AT
from models.nvdla.conv.parts import Kernel, Padding
from models.nvdla.links import CACC_TO_SDP, beats, delivered_beats
from tests.unit.nvdla.models.convolutions import small_conv, with_partner

POINT = {"kernel": Kernel(height=1, width=1), "padding": Padding()}
SIZE = 1 << 14


@pytest.mark.parametrize(
    ("shape", "precision", "expected"),
    [
        ((1, 16, 1, 1), "INT16", 1),
        ((1, 1, 1, 1), "FP16", 1),
        ((1, 17, 1, 1), "INT16", 2),
        ((1, 1, 1, 1), "INT8", 2),
        ((1, 32, 1, 1), "INT8", 2),
        ((1, 33, 1, 1), "INT8", 4),
        ((3, 40, 2, 5), "INT16", 90),
    ],
)
def test_a_beat_is_half_an_atom_of_int8_and_an_atom_of_16_bits(shape, precision, expected):
    assert beats(shape, precision, CONFIGS["nv_full"]) == expected


def test_cacc_keeps_what_the_part_does():
    assert delivered_beats(CONFIGS["nv_full"]) == 256


class Row:
    """Convolutions in a row, of a line of pixels each, and SDP's part of each kept back."""

    def __init__(self, device):
        self.device, self.kept, self.count = device, [], 0
        device.pass_cycles(device.config.cbuf_flush_cycles)
        for address in (INPUT_AT, WEIGHTS_AT):
            device.load("DBB", address, np.ones(SIZE, np.uint8))

    def convolve(self, pixels, precision="INT16"):
        """All blocks but SDP, until CDMA has fetched all."""
        config, group = self.device.config, self.count % 2
        size = {"channels": 3, "kernels": 1, "height": 1, "width": pixels}
        layers = with_partner(small_conv(config, precision=precision, rams=("DBB", "DBB"), **size, **POINT), config)
        parts = [part for layer in layers for part in layer.encode(self.device.registers, config)]
        self.kept += [(part, group) for part in parts if part.block == "SDP"]
        for part in reversed(parts):
            if part.block not in ("SDP", "SDP_RDMA"):
                self._enable(part, group)
        for end in self.device.layers_in_flight[-1].ends:
            if end.cause is Cause.FETCHED:
                self.device.allow(end)
        self.count += 1

    def take(self):
        """SDP, of the oldest."""
        self._enable(*self.kept.pop(0))

    def _enable(self, part, group):
        block = self.device.registers.blocks[part.block]
        self.device.write(block.S_POINTER.address, group)
        for name, word in part.words[0].items():
            self.device.write(block.registers[name].address, word)
        self.device.write(block.D_OP_ENABLE.address, 1)

    def may_have_ended(self, group):
        """Whether CACC may be done with a group, and may have raised its interrupt."""
        cacc, status = self.device.registers.CACC.S_STATUS, self.device.registers.GLB.S_INTR_STATUS
        states = self.device.predict(cacc.address).allowed(f"STATUS_{group}")
        bits = self.device.predict(status.address).allowed(f"CACC_DONE_STATUS{group}")
        return cacc.fields[f"STATUS_{group}"].value("IDLE") in states, 1 in bits


@pytest.fixture
def row(device):
    return Row(device)


@pytest.mark.parametrize(
    ("pixels", "precision", "ends"),
    [(2, "INT16", True), (3, "INT16", False), (1, "INT8", True), (2, "INT8", False)],
)
def test_cacc_raises_its_interrupt_with_its_last_beats_in_the_link(row, pixels, precision, ends):
    row.convolve(pixels, precision)
    assert row.may_have_ended(0) == (True, ends)
    row.take()
    assert row.may_have_ended(0) == (True, True)


@pytest.mark.parametrize(("more", "free"), [(0, True), (1, False)])
def test_cacc_is_free_when_all_of_its_results_have_room(row, more, free):
    row.convolve(delivered_beats(row.device.config) + CACC_TO_SDP + more)
    assert row.may_have_ended(0) == (free, False)
    row.take()
    assert row.may_have_ended(0) == (True, True)


def test_what_stands_before_a_layers_results_counts_as_well(row):
    row.convolve(1)
    row.convolve(2)
    assert (row.may_have_ended(0), row.may_have_ended(1)) == ((True, True), (True, False))
    row.take()
    assert row.may_have_ended(1) == (True, True), "both beats of the second have moved up"
