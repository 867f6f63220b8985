"""What SDP's registers hold of a layer, and where its operands lie."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from models.nvdla.codec.codec import decode
from models.nvdla.codec.words import Words
from models.nvdla.lut.config import LutConfig, LutRange, LutSlope
from models.nvdla.lut.ranges import end_of, word_of
from models.nvdla.sdp.descriptor import OutputConvertor, Sdp, SdpSource
from models.nvdla.sdp.operators.operand_cube import OperandLayout, Operands
from models.nvdla.sdp.operators.operands import OperandConvertor
from models.nvdla.sdp.operators.settings import XSettings, YSettings
from models.nvdla.surfaces.side import Side


def place(address):
    return Side(ram="DBB", address=address, line_stride_bytes=0x100, surface_stride_bytes=0x400)


def everything():
    slope = LutSlope(scale=-3, shift=-16)
    return Sdp(
        precision="INT16",
        out_precision="FP16",
        channels=5,
        height=3,
        width=7,
        source=SdpSource(side=place(0x1000), precision="INT16", count=False),
        destination=place(0x2000),
        nan_to_zero=True,
        x1=XSettings(
            bypass=False,
            alu_bypass=False,
            alu_algo="MAX",
            alu_operand=-2,
            alu_shift=63,
            mul_bypass=False,
            mul_source="MEM",
            shift=255,
            relu_bypass=False,
            operands=Operands(use="MUL", per_element=True, side=place(0x3000)),
        ),
        x2=XSettings(mul_operand=-7, prelu=True, operands=Operands(use="BOTH", element_bytes=1, side=place(0x4000))),
        y=YSettings(
            bypass=False,
            alu_bypass=False,
            alu_algo="EQL",
            alu_source="MEM",
            alu_convertor=OperandConvertor(bypass=False, offset=-(1 << 31), scale=-1, shift=63),
            mul_operand=-(1 << 31),
            mul_convertor=OperandConvertor(offset=5, scale=6, shift=7),
            truncate=1023,
            lut_bypass=False,
            operands=Operands(use="ALU", side=place(0x5000)),
        ),
        lut=LutConfig(
            le=LutRange(start=-1, end=2, select=-128, underflow=slope),
            lo=LutRange(start=-(1 << 31), end=(1 << 31) - 1, select=127, overflow=slope),
            exponential=False,
            le_offset=-64,
            overflow_lo=True,
        ),
        convertor=OutputConvertor(offset=-5, scale=-7, shift=63),
        count_lut=False,
        count_saturation=False,
        count_nan=False,
    )


@pytest.mark.parametrize("flip", [{}, {"lut": None}, {"source": None}, {"to_pdp": True}])
def test_registers_hold_all_of_a_layer(config, registers, flip):
    sdp = replace(everything(), **flip)
    if sdp.lut is None:
        sdp = replace(sdp, y=replace(sdp.y, lut_bypass=True))
    programs = sdp.encode(registers, config)
    assert [part.block for part in programs] == ["SDP_RDMA", "SDP"]
    settings = {part.block: part.words[0] for part in programs}
    assert decode(Sdp, Words(registers.blocks, config, settings)) == sdp
    assert decode(Sdp, Words(registers.blocks, config, {"SDP_RDMA": settings["SDP_RDMA"]})).reading == sdp.reading
    assert any(name.startswith("S_LUT") for name in settings["SDP"]) == (sdp.lut is not None)
    assert len(sdp.explain()) == 3, "the layer, X1 and Y"


def test_a_layer_that_reads_nothing_has_one_block(config, registers):
    sdp = Sdp(precision="INT8", out_precision="INT8", channels=1, height=1, width=1, destination=place(0))
    (program,) = sdp.encode(registers, config)
    assert program.block == "SDP"
    assert sdp.reads(config) == ()


LAYOUTS = {
    "kernels": (("ALU",), 2, False, (5, 3, 2)),
    "pairs for kernels": (("ALU", "MUL"), 1, False, (9, 1, 4)),
    "elements": (("MUL",), 2, True, (9, 3, 2)),
    "pairs for elements": (("ALU", "MUL"), 2, True, (6, 2, 3)),
    "a pixel": (("ALU", "MUL"), 2, True, (11, 1, 1)),
}


@pytest.mark.parametrize("name", LAYOUTS)
def test_operands_are_where_their_addresses_say(name):
    atom, lanes = 8, 4
    components, size, per_element, (channels, height, width) = LAYOUTS[name]
    lanes = atom if size == 1 else lanes
    layout = OperandLayout(place(0x800), atom, channels, height, width, lanes, components, size, per_element)
    lines, columns = (1, 1) if layout.packed else (height, width)
    values = np.arange(len(components) * channels * lines * columns * size, dtype=np.uint8)
    values = values.reshape(len(components), channels, lines, columns, size)
    atoms = layout.pack(values, 0xEE)
    assert (layout.unpack(atoms)[:, :channels] == values).all()
    memory = dict(zip(layout.addresses.tolist(), atoms, strict=True))
    owned = np.zeros(atoms.shape, np.bool_) if layout.owned is not None else None
    for (part, component), c, h, w in product(enumerate(components), *map(range, (channels, lines, columns))):
        address = layout.address_of(component, c, h, w)
        base = address // atom * atom
        offset = address - base
        assert (memory[base][offset : offset + size] == values[part, c, h, w]).all()
        named = f"[{component} c {c}]" if layout.packed else f"[{component} c {c}, h {h}, w {w}]"
        assert layout.coordinates(address) == named
        if owned is not None:
            owned[layout.addresses.tolist().index(base), offset : offset + size] = True
    assert owned is None or (owned == layout.owned).all()


@pytest.mark.parametrize(
    ("start", "exponent", "floating", "end"),
    [
        (-37, 7, False, 91),
        (-4130, 67, False, 2**31 - 1),
        (5, -1, False, 5),
        (word_of(-2.0), 0, True, word_of(-1.0)),
        (word_of(1.0), 191, True, 0x7F7F_FFFF),
    ],
)
def test_where_tables_end(start, exponent, floating, end):
    assert end_of(start, exponent, 32, floating=floating) == end
