"""Rubik of the reference device against loops over elements."""

from dataclasses import replace

import numpy as np
import pytest

from models.nvdla.groups import group_of
from models.nvdla.rubik.descriptor import decode_rubik
from models.prediction import Prediction
from sequences.model_host import ModelHost, run
from sequences.nvdla.bench import make_bench
from sequences.nvdla.rubik.directed import every_mode, rubik_back_to_back
from sequences.nvdla.rubik.groups import start_rubik
from sequences.nvdla.rubik.random import RubikKind
from sequences.nvdla.rubik.shapes import RubikShape
from sequences.nvdla.tensors.side_shape import SideShape
from tests.unit.nvdla.models.copies import memory, routes

SHAPES = {
    "contract": RubikShape(
        mode="CONTRACT", precision="INT16", width=3, height=2, out_channels=20, x_stride=2, y_stride=3,
        source=SideShape("DBB", (1, 2)), destination=SideShape("CVSRAM", (2, 1)),
    ),
    "split": RubikShape(
        mode="SPLIT", width=35, height=3, out_channels=40, source=SideShape("CVSRAM"), destination=SideShape("DBB"),
    ),
    "merge": RubikShape(
        mode="MERGE", precision="FP16", width=21, height=2, out_channels=19,
        source=SideShape("DBB"), destination=SideShape("DBB"),
    ),
}  # fmt: skip


def shape_of(name, config):
    """A shape in the memories that a configuration has."""
    shape = SHAPES[name]
    sides = [replace(side, ram=memory(config, side.ram)) for side in (shape.source, shape.destination)]
    return replace(shape, source=sides[0], destination=sides[1])


@pytest.fixture
def bench(device):
    return make_bench(ModelHost(device), device.config, np.random.default_rng(7))


def element(device, ram, address, size):
    return device.dump(ram, address, size).tobytes()


def cube_at(layer, atom_bytes, side, index):
    """Where an element of a feature cube lies."""
    c, h, w = index
    elements = atom_bytes // layer.element_bytes
    at = getattr(layer, side)
    inside = w * atom_bytes + c % elements * layer.element_bytes
    return at.address + c // elements * at.surface_stride_bytes + h * at.line_stride_bytes + inside


def plane_at(layer, side, c, h, w):
    """Where an element of a plane lies."""
    at = getattr(layer, side)
    return at.address + c * at.surface_stride_bytes + h * at.line_stride_bytes + w * layer.element_bytes


def pairs(layer, atom_bytes):
    """Source and destination address of every element, by the words of the guide."""
    elements = atom_bytes // layer.element_bytes
    for c in range(layer.out_channels):
        for h in range(layer.height * layer.y_stride):
            for w in range(layer.width * layer.x_stride):
                if layer.mode == "SPLIT":
                    yield cube_at(layer, atom_bytes, "source", (c, h, w)), plane_at(layer, "destination", c, h, w)
                elif layer.mode == "MERGE":
                    yield plane_at(layer, "source", c, h, w), cube_at(layer, atom_bytes, "destination", (c, h, w))
                else:
                    group = h % layer.y_stride * layer.x_stride + w % layer.x_stride
                    channel = group * -(-layer.out_channels // elements) * elements + c
                    source = cube_at(layer, atom_bytes, "source", (channel, h // layer.y_stride, w // layer.x_stride))
                    yield source, cube_at(layer, atom_bytes, "destination", (c, h, w))


@pytest.mark.parametrize("name", SHAPES)
def test_moves_every_element_where_the_guide_says(bench, name):
    device, block = bench.host.device, bench.registers.RBK
    run(start_rubik(bench, 0, shape_of(name, bench.config)))
    layer = decode_rubik(block, {item.name: device.predict(item.address).value for item in block}, device.config)
    size = layer.element_bytes
    expected = [(to, element(device, layer.source.ram, at, size)) for at, to in pairs(layer, device.config.atom_bytes)]
    started = device.take_happened()
    assert started.warnings == []
    assert [item.unknown_reads for item in started.started] == [0]
    device.advance()
    assert [(to, element(device, layer.destination.ram, to, size)) for to, _ in expected] == expected


@pytest.mark.parametrize("play", [every_mode, rubik_back_to_back, lambda bench: RubikKind(bench).play_random(40)])
def test_sequences_are_legal_and_leave_nothing(bench, play):
    run(play(bench))
    happened = bench.host.device.take_happened()
    assert happened.started
    assert (happened.warnings, happened.refused, bench.host.device.layers_in_flight) == ([], [], [])
    assert not any(layer.races or layer.unknown_reads for layer in happened.started)


def test_a_second_group_starts_behind_the_first_and_a_first_group_1_waits(bench):
    device, block = bench.host.device, bench.registers.RBK
    run(start_rubik(bench, 1, shape_of("split", bench.config)))
    assert device.layers_in_flight == []
    assert block.S_STATUS.decode(device.read(block.S_STATUS.address)) == {"STATUS_0": 0, "STATUS_1": 2}
    run(start_rubik(bench, 0, shape_of("merge", bench.config)))
    assert [group_of(layer) for layer in device.layers_in_flight] == [0, 1]


def test_status_may_be_before_or_after_each_end_until_a_read_tells(bench):
    device, block = bench.host.device, bench.registers.RBK
    run(start_rubik(bench, 0, shape_of("split", bench.config)))
    status = device.predict(block.S_STATUS.address)
    assert (set(status.allowed("STATUS_0")), set(status.allowed("STATUS_1"))) == ({0, 1}, {0})
    device.observe(block.S_STATUS.address, 0)
    assert set(device.predict(block.S_POINTER.address).allowed("CONSUMER")) == {1}
    assert len(device.layers_in_flight) == 1  # its memory and its interrupt are still to come


def test_a_write_to_a_group_that_may_run_is_unknown_until_it_is_read(bench):
    device, block = bench.host.device, bench.registers.RBK
    run(start_rubik(bench, 0, shape_of("split", bench.config)))
    address = block.D_DAIN_LINE_STRIDE.address
    before = device.predict(address).value
    device.write(address, before + device.config.atom_bytes)
    assert isinstance(device.predict(address), Prediction)
    assert not device.predict(address).known
    device.observe(address, before)
    assert device.predict(address).value == before
    assert device.predict(address).known


def test_a_reserved_mode_is_refused(bench):
    device, block = bench.host.device, bench.registers.RBK
    mode = block.D_MISC_CFG.RUBIK_MODE
    device.write(block.D_MISC_CFG.address, mode.put(mode.limit))
    device.write(block.D_DAIN_RAM_TYPE.address, block.D_DAIN_RAM_TYPE.encode(DATAIN_RAM_TYPE="MCIF"))
    device.write(block.D_DAOUT_RAM_TYPE.address, block.D_DAOUT_RAM_TYPE.encode(DATAOUT_RAM_TYPE="MCIF"))
    device.write(block.D_OP_ENABLE.address, 1)
    device.write(block.S_POINTER.address, 1)
    happened = device.take_happened()
    assert happened.refused == ["RBK group 0 was started, but mode 0x3 with precision INT8 is reserved"]
    assert [text for text in happened.warnings if "rubik-reserved" in text]


def test_the_generator_reaches_its_corners(bench):
    drawn = [RubikKind(bench).draw() for _ in range(400)]
    assert {shape.mode for shape in drawn} == {"CONTRACT", "SPLIT", "MERGE"}
    assert {shape.precision for shape in drawn} == set(bench.config.precisions)
    assert {(shape.source.ram, shape.destination.ram) for shape in drawn} == set(routes(bench.config))
    assert any(shape.width == shape.height == shape.out_channels == 1 for shape in drawn)
    assert any(max(shape.width, shape.height, shape.out_channels) > 500 for shape in drawn)


def test_a_count_is_bounded_until_something_may_be_left_of_an_earlier_one(bench):
    """The part clears a count behind a layer's end only if the other group counts too (docs/differences.md)."""
    device, block = bench.host.device, bench.registers.RBK
    counting = replace(shape_of("split", bench.config), count_stalls=True)

    def count(group):
        run(start_rubik(bench, group, counting))
        (layer,) = device.layers_in_flight
        device.answered(layer, elapsed_cycles=100)
        device.complete(layer)
        device.came(layer)
        return device.predict(block.D_PERF_WRITE_STALL.address).allowed("WR_STALL_CNT")

    assert count(0) == range(101)
    assert len(count(1)) > 101, "group 1 did not count when group 0's layer ended"
    device.reset()
    for group in (0, 1):
        device.write(block.S_POINTER.address, group)
        device.write(block.D_PERF_ENABLE.address, 1)
    assert [count(group) for group in (0, 1, 0, 1)] == [range(101)] * 4
