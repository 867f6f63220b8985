"""Layers that would take too much memory or time: refused at their start, whatever their unit."""

from dataclasses import replace

import numpy as np
import pytest

from models.nvdla import limits
from models.nvdla.bdma.descriptor import Bdma
from models.nvdla.config import CONFIGS
from models.nvdla.conv.parts import Kernel
from models.nvdla.conv.room import need_room_to_compute
from models.nvdla.rubik.contract import ContractInput, ContractOutput
from models.nvdla.rubik.descriptor import Rubik
from models.nvdla.sdp.descriptor import SdpSource
from models.nvdla.surfaces.side import Side
from models.nvdla.surfaces.surface_layout import Atoms
from tests.unit.nvdla.models.convolutions import small_conv, with_partner
from tests.unit.nvdla.models.copies import copy
from tests.unit.nvdla.models.heard import HeardDevice

CONFIG = CONFIGS["nv_full"]
MOST = 8192


def side(ram="DBB", line=0, surface=0, address=0x8000_0000):
    return Side(ram=ram, address=address, line_stride_bytes=line, surface_stride_bytes=surface)


def started(device, *layers):
    """What is refused when layers are programmed and started, the last block first."""
    for part in reversed([part for layer in layers for part in layer.encode(device.registers, device.config)]):
        block = device.registers.blocks[part.block]
        for words in part.words:
            for name, word in words.items():
                device.write(block.registers[name].address, word)
            device.write(block.registers["D_OP_ENABLE" if "D_OP_ENABLE" in block.registers else "CFG_OP"].address, 1)
        if part.block == "BDMA":
            device.write(block.CFG_LAUNCH0.address, 1)
    return device.take_happened().refused


def rubik(mode, **changes):
    far = {"source": side(line=1 << 20, surface=1 << 30), "destination": side(line=1 << 20, surface=1 << 30)}
    extent = {"width": MOST, "height": MOST, "channels": MOST, "out_channels": MOST}
    return Rubik(mode=mode, precision="INT8", **(extent | far | changes))


@pytest.mark.parametrize(
    ("layer", "what"),
    [
        (rubik("MERGE"), "reads atoms of memory: "),
        (rubik("SPLIT"), "reads atoms of memory: "),
        (rubik("CONTRACT", x_stride=32, y_stride=32), "reads atoms of memory: "),
        (rubik("SPLIT", width=1, height=MOST, channels=32, out_channels=256), "reads in pages of memory: 65536,"),
        (rubik("MERGE", width=1, height=MOST, channels=8, source=side(line=64, surface=1 << 19)), ""),
        (rubik("SPLIT", width=1, height=2, channels=MOST, out_channels=MOST, source=side(line=32, surface=64)), ""),
        (
            rubik("MERGE", width=1, height=MOST, channels=256, out_channels=256, source=side(line=64, surface=1 << 19)),
            "reads atoms of memory: 2097152",
        ),
        (
            rubik(
                "SPLIT", width=32, height=1024, channels=64, out_channels=64, source=side(line=1024, surface=1 << 20)
            ),
            "writes in pages of memory: 65536,",
        ),
        (
            Bdma((copy(CONFIG, ("DBB", "DBB"), (1, 1 << 15, 1), gaps=(1 << 10, 0)),) * 2),
            "reads in pages of memory: 65536,",
        ),
        (
            Bdma((copy(CONFIG, ("DBB", "DBB"), (1, 1 << 15, 1), destination_line_stride_bytes=1 << 12),) * 2),
            "writes in pages of memory: 65536,",
        ),
        (Bdma((copy(CONFIG, ("DBB", "DBB"), (1, 1 << 9, 1 << 10)),) * 3), "reads atoms of memory: 1572864,"),
    ],
)
def test_what_a_layer_touches_is_limited(layer, what):
    refused = started(HeardDevice(CONFIG), layer)
    if not what:
        assert not [text for text in refused if "memory:" in text]
        return
    assert len(refused) == 1
    assert f"was started, but it {what}" in refused[0]
    assert refused[0].endswith(limits.ADVICE)


@pytest.mark.parametrize("seed", range(20))
def test_pages_are_counted_exactly_enough(seed):
    rng = np.random.default_rng(seed)
    atom = 32
    strides = (rng.integers(1, 1 << rng.integers(1, 12), 2) * atom).tolist()
    where = side(line=strides[0], surface=strides[1], address=0x8000_0000 + int(rng.integers(200)) * atom)
    extent = rng.integers(1, 24, 3).tolist()
    for layout in (
        Atoms(where, atom, *extent),
        ContractInput(where, atom, extent[0], 2 * extent[1], 3 * extent[2], 1, 3, 2),
        ContractOutput(where, atom, extent[0], 2 * extent[1], 3 * extent[2], 1, 2, int(rng.integers(1, 400)) * atom),
    ):
        pages = {address // 4096 for address in layout.addresses.tolist()}
        assert len(pages) <= layout.most_pages <= len(layout.addresses)


def convolution(precision="INT8", **choices):
    return small_conv(CONFIG, precision=precision, **choices)


def told(conv, **changes):
    """A convolution of whose output and kernels CACC and CSC are told something else."""
    output = replace(conv.output, **{name: changes.pop(name) for name in ("height", "width") if name in changes})
    kernels = replace(conv.weights, kernels=changes.pop("kernels", conv.weights.kernels))
    view = replace(conv.view, depth=changes.pop("depth", conv.view.depth))
    return replace(conv, output=output, weights=kernels, view=view, **changes)


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"height": MOST, "width": MOST}, "makes outputs: "),
        ({"kernels": MOST, "depth": MOST, "height": 1, "width": 1}, "has weights: 402653184"),
        (
            {"height": 256, "width": 256, "kernel": Kernel(height=3, width=3, stride_x=8, stride_y=8), "kernels": 1},
            "has elements of the padded input: ",
        ),
        ({"height": 1, "width": MOST, "depth": MOST, "kernels": 1}, "lays out elements: "),
        ({"height": 512, "width": 512, "kernel": Kernel(height=32, width=32), "kernels": 1}, "takes as long as "),
    ],
)
@pytest.mark.parametrize("precision", ["INT8", "FP16"])
def test_what_a_convolution_computes_is_limited(changes, what, precision):
    conv = told(convolution(precision), **changes)
    device = HeardDevice(CONFIG)
    device.pass_cycles(CONFIG.cbuf_flush_cycles)
    refused = started(device, conv)
    assert len(refused) == 1
    assert f"was started, but it {what}" in refused[0]


@pytest.mark.parametrize(
    ("precision", "channels", "kernels", "kernel", "size"),
    [("INT8", 3, 64, 7, 224), ("FP16", 64, 192, 3, 56), ("INT16", 64, 64, 3, 224), ("FP16", 2048, 512, 1, 7),
     ("FP16", 4096, 1024, 1, 1)],
)  # fmt: skip
def test_layers_of_networks_are_small_enough(precision, channels, kernels, kernel, size):
    extent = {"channels": channels, "kernels": kernels, "height": size, "width": size}
    need_room_to_compute(
        small_conv(CONFIG, precision=precision, **extent, kernel=Kernel(height=kernel, width=kernel)), CONFIG
    )


def test_what_sdp_writes_is_limited():
    _, sdp = with_partner(convolution(), CONFIG)
    source = SdpSource(side=side(line=256, surface=256 * MOST), precision=sdp.precision)
    far = replace(sdp, height=MOST, width=8, destination=side(line=4096, surface=1 << 28), channels=160, source=source)
    refused = started(HeardDevice(CONFIG), far)
    assert len(refused) == 1
    assert refused[0].startswith("SDP group 0 was started, but it writes in pages of memory: 40965, at most 32768")


def test_memory_that_holds_too_much_takes_no_more_layers(monkeypatch):
    monkeypatch.setattr("models.nvdla.rulebook.MEMORY_PAGES", 3)
    device = HeardDevice(CONFIG)
    device.load("DBB", 0x8000_0000, np.zeros(4 * 4096, np.uint8))
    (refused,) = started(device, Bdma((copy(CONFIG, ("DBB", "DBB")),)))
    assert refused.startswith("BDMA group 0 was started, but it starts with pages in memory: 4, at most 3")
