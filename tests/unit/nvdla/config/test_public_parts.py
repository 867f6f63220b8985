"""nv_small to nv_large are the public parts: their sizes, what they say of themselves, what they do without."""

from dataclasses import replace

import numpy as np
import pytest

from models.nvdla.config import CONFIGS, NV_FULL
from models.nvdla.config.errata import FAULTS, without
from models.nvdla.config.names import RELAXED
from models.nvdla.conv.constructor import NO_PADDING, small_conv
from models.nvdla.conv.parts import Kernel, Padding
from models.nvdla.registers import registers
from models.nvdla.rules import LAYER_RULES, check_in, check_layer, plays_right
from models.nvdla.sdp.operators.settings import EQUAL, MEMORY, YSettings
from tests.unit.nvdla.cdp.cdp_device import CdpDevice
from tests.unit.nvdla.models.heard import HeardDevice
from tests.unit.nvdla.models.test_rules import broken_case
from tests.unit.nvdla.sdp.sdp_device import SdpDevice

PARTS = {
    "nv_small": (8, 32, ("DBB",), (8, 8), (32, 512, 8), 8192, 1, 8),
    "nv_small_256": (8, 32, ("DBB",), (32, 8), (32, 128, 32), 8192, 1, 8),
    "nv_small_256_full": (8, 32, ("DBB", "CVSRAM"), (32, 8), (32, 128, 32), 8192, 4, 32),
    "nv_medium_512": (16, 64, ("DBB",), (32, 16), (32, 512, 32), 16384, 4, 64),
    "nv_medium_1024_full": (32, 64, ("DBB", "CVSRAM"), (32, 32), (32, 512, 32), 8192, 4, 128),
    "nv_large": (32, 64, ("DBB", "CVSRAM"), (64, 32), (16, 512, 64), 8192, 1, 32),
}
"""Atom, address bits, memories, channels and kernels, convolution buffer, its flush, longest burst and its boundary."""

OF_THEM = [rule for rule, erratum in FAULTS.items() if any(erratum in CONFIGS[name].errata for name in PARTS)]
"""Rules that are there because of what they play wrongly."""


@pytest.fixture(params=PARTS)
def part(request):
    return CONFIGS[request.param]


def test_sizes(part):
    ports = part.ports.values()
    assert {(port.data_bytes, port.write_align_bytes) for port in ports} == {(part.atom_bytes, part.atom_bytes)}
    (bits,) = {port.address_bits for port in ports}
    (burst,) = {(port.max_burst_beats, port.burst_boundary_bytes) for port in ports}
    array, buffer = (part.mac_channels, part.mac_int8_kernels), (part.cbuf_banks, part.cbuf_bank_entries)
    buffer = (*buffer, part.cbuf_entry_bytes)
    found = (part.atom_bytes, bits, tuple(part.ports), array, buffer, part.cbuf_flush_cycles, *burst)
    assert found == PARTS[part.name]


def test_sizes_of_nv_full_in_the_same_terms():
    assert (NV_FULL.mac_int8_kernels, NV_FULL.mac_cells, NV_FULL.cbuf_flush_cycles) == (32, 16, 4096)
    assert NV_FULL.relaxed_rules == set()


def test_what_has_a_second_memory_has_y_and_its_tables(part):
    assert ("CVSRAM" in part.ports) == ("SDP_Y" in part.features) == ("SDP_LUT" in part.features)
    assert {"SDP_X1", "SDP_X2"} <= part.features <= {"SDP_X1", "SDP_X2", "SDP_Y", "SDP_LUT", "SDP_PDP_ATOM"}
    assert (part.precisions, part.units & {"BDMA", "RBK"}) == (("INT8",), set())


def test_registers_are_the_same_in_all(part):
    small = {register.address: register.full_name for register in registers(CONFIGS["nv_small"])}
    mine = {register.address: register.full_name for register in registers(part)}
    assert {address: mine[address] for address in small} == small
    assert {name.partition(".")[0] for address, name in mine.items() if address not in small} <= {"CVIF"}


def test_all_say_of_themselves_that_they_are_nv_small(part):
    device = HeardDevice(part)
    words = [device.read(4 * number) for number in range(105)]
    assert words[:2] == [0x10001, 1]
    assert words[9:17] == [0x340003, 0, 0x10, 0x10, 0x10, 8, 8, 8]  # of CDMA
    assert words[-3:] == [1, 0, 0]
    names = [register.name for register in registers(part).blocks["CFGROM"]]
    assert (len(names), names[-1]) == (104, "CFGROM_END_OF_LIST")
    device.write(0, 0)
    assert device.read(0) == 0x10001


def test_the_interrupt_mask_has_more_bits_than_there_are_interrupts(part):
    device, glb = HeardDevice(part), registers(part).GLB
    assert device.read(glb.S_NVDLA_HW_VERSION.address) == 0x303031
    for register in (glb.S_INTR_MASK, glb.S_INTR_SET):
        device.write(register.address, 0xFFFF_FFFF)
    shown = [device.read(register.address) for register in (glb.S_INTR_MASK, glb.S_INTR_SET, glb.S_INTR_STATUS)]
    assert shown == [0x3F03FF, 0, 0x3F003F]
    assert not device.interrupt


def test_absent_windows_read_0(part):
    device = HeardDevice(part)
    assert set(part.absent_bases) == {"GEC", "BDMA", "RBK", "CVIF"} - set(part.block_bases)
    for base in part.absent_bases.values():
        device.write(base + 4, 0xFFFF_FFFF)
        assert device.read(base + 4) == 0


def test_registers_of_y_and_of_tables_hold_what_is_written(part):
    device, sdp = HeardDevice(part), registers(part).SDP
    for register in (sdp.D_DP_EW_CFG, sdp.S_LUT_LE_START, sdp.S_LUT_CFG):
        device.write(register.address, register.write_mask)
        assert device.read(register.address) == register.write_mask
    assert device.predict(sdp.S_LUT_ACCESS_DATA.address).known == ("SDP_LUT" in part.features)


@pytest.mark.parametrize(
    "part", [CONFIGS[name] for name in PARTS if "SDP_Y" not in CONFIGS[name].features], ids=lambda part: part.name
)
@pytest.mark.parametrize("wrong", ["operands", "comparison", "tables"])
def test_data_pass_y_where_it_is_absent_whatever_its_registers_say(part, wrong):
    device, shape = SdpDevice(part), (part.atom_bytes + 1, 2, 3)
    y = {
        "operands": YSettings(
            bypass=False,
            mul_bypass=False,
            mul_source=MEMORY,
            operands=device.operands("y", "MUL", ("INT8", shape), per_element=True),
        ),
        "comparison": YSettings(bypass=False, alu_bypass=False, alu_algo=EQUAL),
        "tables": YSettings(bypass=False, lut_bypass=False),
    }
    sdp = device.layer("INT8", shape)
    values = np.random.default_rng(3).integers(-99, 99, shape).astype(np.int8)
    device.put(sdp, values)
    lut = {"lut": CdpDevice(part).layer("INT8", (1, 1, 1)).lut} if wrong == "tables" else {}
    happened = device.play(replace(sdp, y=y[wrong], **lut))
    assert happened.refused == []
    assert any("has no SDP_Y [sdp-absent-feature: " in text for text in happened.warnings)
    assert (device.output(sdp) == values).all()


def test_cdp_counts_nothing_that_saturates(part):
    device = CdpDevice(part)
    cdp = device.layer("INT8", (part.atom_bytes, 2, 2))
    cdp = replace(cdp, out_convertor=replace(cdp.out_convertor, scale=0x7FFF, shift=0))
    device.put(cdp, np.full((cdp.channels, 2, 2), 99, np.int8))
    device.write_tables()
    assert device.play(cdp).refused == []
    assert set(np.unique(device.output(cdp))) <= {-128, 127}
    prediction = device.predict(registers(part).CDP.D_OUT_SATURATION.address)
    assert (prediction.known, prediction.value) == (True, 0)


def test_relaxed_rules_are_rules_of_layers(part):
    assert part.relaxed_rules == set(RELAXED)
    assert set(RELAXED) <= {rule.name for rule in LAYER_RULES}


def test_faults_are_errata_and_rules_of_layers(part):
    assert ("conv-image-padding" in part.errata) == (part.atom_bytes == 8)
    assert {"conv-image-blocks", "conv-weight-surplus"} <= part.errata
    assert set(FAULTS) <= {rule.name for rule in LAYER_RULES}


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", OF_THEM)
def test_what_breaks_a_rule_of_theirs(name, part, seed):
    (rule,) = (rule for rule in LAYER_RULES if rule.name == name)
    case = broken_case(rule, part, seed)
    if FAULTS[name] not in part.errata:
        assert case is None
        return
    assert {item.rule for item in check_in(case.subject, case.context)} == {name}


@pytest.mark.parametrize(
    ("blocks", "more", "pixels", "right"),
    [(2, 1, 2, False), (2, 2, 2, True), (2, 2, 1, False), (2, 0, 1, True), (1, 1, 2, True), (3, 1, 2, False)],
)
def test_images_that_the_parts_get_wrong(part, blocks, more, pixels, right):
    columns = blocks * part.mac_channels + more
    image = small_conv(
        part,
        "INT8",
        pixel_format="T_R8",
        channels=1,
        height=3,
        width=columns + pixels - 1,
        kernel=Kernel(height=1, width=columns),
        padding=NO_PADDING,
    )
    assert plays_right(image, part) == right
    assert not check_layer(image, without(part, "fail"))


@pytest.mark.parametrize(
    ("columns", "more", "right"), [(4095, 1, True), (4096, 0, True), (4096, 1, False), (4097, 1, False)]
)
def test_cubes_that_parts_with_room_for_them_get_wrong(part, columns, more, right):
    point = {"kernel": Kernel(height=1, width=1), "padding": NO_PADDING}
    cube = small_conv(part, "INT8", channels=part.mac_channels + more, height=1, width=columns, kernels=1, **point)
    has_room = cube.buffer.data_banks < part.cbuf_banks
    assert right or ("conv-wide-cube" in part.errata) == has_room
    assert plays_right(cube, part) == (right or not has_room)


@pytest.mark.parametrize(
    ("pixel_format", "pad", "x_offset", "right"),
    [
        ("T_Y8___U8V8_N444", Padding(right=25), 0, True),
        ("T_Y8___U8V8_N444", Padding(right=27), 0, False),
        ("T_Y8___U8V8_N444", Padding(left=28), 0, True),
        ("T_Y8___U8V8_N444", Padding(left=29), 0, False),
        ("T_Y8___U8V8_N444", Padding(left=29), 1, True),
        ("T_A8B8G8R8", Padding(right=29), 0, False),
        ("T_A8B8G8R8", Padding(left=30), 0, True),
        ("T_A8B8G8R8", Padding(left=31), 0, False),
        ("T_R8", Padding(right=30), 0, True),
    ],
)
def test_paddings_that_narrow_parts_get_wrong(part, pixel_format, pad, x_offset, right):
    image = small_conv(
        part,
        "INT8",
        pixel_format=pixel_format,
        height=1,
        width=2,
        kernel=Kernel(height=1, width=pad.left + pad.right + 1),
        padding=pad,
    )
    image = replace(image, input=replace(image.input, x_offset=x_offset))
    assert plays_right(image, part) == (right or "conv-image-padding" not in part.errata)


@pytest.mark.parametrize(("name", "more", "broken"), [("nv_small", 120, False), ("nv_small", 128, True)])
def test_weights_may_be_rounded_up(name, more, broken):
    config = CONFIGS[name]
    conv = small_conv(config, "INT8", kernels=1, channels=8, kernel=Kernel(height=1, width=1), padding=NO_PADDING)
    wide = replace(conv, weights=replace(conv.weights, size_bytes=conv.weights.size_bytes + more))
    assert bool(check_layer(wide, config)) == broken
