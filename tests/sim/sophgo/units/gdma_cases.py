"""Words of the GDMA: what they move, against numpy's own ways to move it."""

import cocotb
import numpy as np

from models.sophgo.config import CONFIGS
from models.sophgo.words.description import Queue
from tests.sim.sophgo.units.tpu_bench import DDR, EVERY_LANE, L2, LOCAL, STATIC, Streams, Tpu, address, axes

CONFIG = CONFIGS["mini_tpu"]
PRECS = {1: 0, 2: 3, 4: 4}


def strides(shape, place: int, size: int) -> tuple[int, int, int, int]:
    """Of an aligned tensor in local memory, of one without gaps elsewhere."""
    _, channels, lines, columns = shape
    if LOCAL <= place < LOCAL + CONFIG.local_bytes:
        step = CONFIG.eu_bytes // size
        rows = -(-((place - LOCAL) // CONFIG.lane_bytes + channels) // CONFIG.lanes)
        channel = -(-lines * columns // step) * step
        return rows * channel, channel, columns, 1
    return channels * lines * columns, lines * columns, columns, 1


def copy(streams, shape, source, target, size, *, function="copy", target_shape=None, **members):
    """A word that copies, between tensors whose strides are the usual ones unless they are given."""
    target_shape = target_shape or shape
    streams.add(
        "DMA_tensor",
        function,
        **{"src_data_format": PRECS[size], "stride_enable": 1, "nchw_copy": 1}
        | axes("src", "size", shape)
        | axes("dst", "size", target_shape)
        | axes("src", "stride", strides(shape, source, size))
        | axes("dst", "stride", strides(target_shape, target, size))
        | address("src", source)
        | address("dst", target)
        | EVERY_LANE
        | members,
    )


def numbers(rng, shape, size):
    return (
        rng.integers(0, 1 << 8 * size, shape, dtype=f"u{size}", endpoint=False)
        if size < 4
        else rng.integers(0, 1 << 32, shape, dtype="u4")
    )


@cocotb.test()
async def copies_by_way_of_all_memories(dut):
    tpu, rng = await Tpu.start(dut), np.random.default_rng(1)
    for number, size in enumerate((1, 2, 4)):
        shape = (2, 6, 3, 5)
        data = numbers(rng, shape, size)
        tpu.put(0x100 + size, bytes(size)), tpu.put(0x1000 + 4 * number, data.tobytes())
        streams = Streams()
        lane_2 = LOCAL + 2 * CONFIG.lane_bytes + 0x100
        copy(streams, shape, DDR + 0x1000 + 4 * number, lane_2, size)
        copy(streams, shape, lane_2, L2 + 0x200, size)
        copy(streams, shape, L2 + 0x200, LOCAL + 3 * CONFIG.lane_bytes, size)
        copy(streams, (1, 1, 2, 5), LOCAL + 3 * CONFIG.lane_bytes, STATIC + 64, size)
        copy(streams, shape, LOCAL + 3 * CONFIG.lane_bytes, DDR + 0x3004, size)
        copy(streams, (1, 1, 2, 5), STATIC + 64, DDR + 0x3804, size)
        await tpu.play(streams)
        assert (tpu.get(0x3004, data.size, data.dtype) == data.ravel()).all(), size
        assert (tpu.get(0x3804, 10, data.dtype) == data[0, 0, :2].ravel()).all(), size


@cocotb.test()
async def strides_and_fills(dut):
    tpu, rng = await Tpu.start(dut), np.random.default_rng(2)
    data = numbers(rng, (2, 3, 4, 5), 2)
    tpu.put(0x1000, data.tobytes())
    tpu.put(0x2000, bytes(0x800))
    streams = Streams()
    copy(streams, (2, 3, 4, 5), DDR + 0x1000, LOCAL, 2, **axes("src", "stride", (60, 20, 5, 0)))
    copy(streams, (2, 3, 4, 5), LOCAL, DDR + 0x2000, 2, **axes("dst", "stride", (200, 60, 12, 2)))
    copy(streams, (1, 2, 1, 3), DDR, DDR + 0x2602, 2, fill_constant_en=1, constant_value=0xBEEF)
    await tpu.play(streams)
    want = np.zeros(0x400, "u2")
    n, c, h, w = np.indices((2, 3, 4, 5))
    want[n * 200 + c * 60 + h * 12 + w * 2] = data[..., :1]
    want[0x301:0x307] = 0xBEEF
    assert (tpu.get(0x2000, 0x400, "u2") == want).all()


@cocotb.test()
async def usual_strides_other_shapes_and_lanes_left_out(dut):
    tpu, rng = await Tpu.start(dut), np.random.default_rng(6)
    shape, other = (2, 6, 2, 3), (1, 9, 1, 8)
    data = numbers(rng, shape, 2)
    tpu.put(0x1000, data.tobytes())
    streams = Streams()
    usual = {"stride_enable": 0}
    place = LOCAL + 3 * CONFIG.lane_bytes
    copy(streams, shape, DDR + 0x1000, place, 2, **usual)
    copy(streams, shape, place, place + 0x400, 2, target_shape=other, nchw_copy=0, **usual)
    copy(streams, other, place + 0x400, DDR + 0x2000, 2, **usual)
    copy(streams, other, DDR, place + 0x400, 2, fill_constant_en=1, constant_value=7, localmem_mask_l32=0b0101, **usual)
    copy(streams, other, place + 0x400, DDR + 0x2200, 2)
    await tpu.play(streams)
    assert (tpu.get(0x2000, data.size, "u2") == data.ravel()).all()
    want = data.reshape(9, 8).copy()
    want[1::2] = 7  # channel 1 is in lane 0
    assert (tpu.get(0x2200, data.size, "u2") == want.ravel()).all()


@cocotb.test()
async def transposes_and_broadcasts(dut):
    tpu, rng = await Tpu.start(dut), np.random.default_rng(3)
    shape = (3, 5, 2, 4)
    data = numbers(rng, shape, 1)
    tpu.put(0x1000, data.tobytes())
    turned, across = (5, 3, 2, 4), (3, 4, 2, 5)
    lane_1 = LOCAL + CONFIG.lane_bytes
    streams = Streams()
    copy(streams, shape, DDR + 0x1000, lane_1, 1)
    copy(streams, shape, lane_1, LOCAL + 0x800, 1, function="transpose", target_shape=turned)
    copy(streams, turned, LOCAL + 0x800, DDR + 0x2000, 1)
    streams.add(
        "DMA_cw_transpose",
        "transpose",
        stride_enable=1,
        nchw_copy=1,
        **EVERY_LANE,
        **axes("src", "size", shape),
        **axes("dst", "size", across),
        **address("src", lane_1),
        **address("dst", DDR + 0x2100),
        **axes("src", "stride", strides(shape, lane_1, 1)),
        **axes("dst", "stride", strides(across, DDR, 1)),
    )
    copy(streams, (3, 1, 2, 4), DDR + 0x1000, lane_1 + 0x1000, 1, function="broadcast", target_shape=(3, 3, 2, 4))
    copy(streams, (3, 3, 2, 4), lane_1 + 0x1000, DDR + 0x2200, 1)
    await tpu.play(streams)
    assert (tpu.get(0x2000, 120) == data.transpose(1, 0, 2, 3).ravel()).all()
    assert (tpu.get(0x2100, 120) == data.transpose(0, 3, 2, 1).ravel()).all()
    one = data.ravel()[:24].reshape(3, 1, 2, 4)
    assert (tpu.get(0x2200, 72) == np.broadcast_to(one, (3, 3, 2, 4)).ravel()).all()


@cocotb.test()
async def elements_that_are_chosen(dut):
    tpu, rng = await Tpu.start(dut), np.random.default_rng(4)
    data = numbers(rng, (3, 10, 5), 2)
    index = rng.integers(0, 12, (3, 6), dtype="u4")
    mask = rng.integers(0, 2, 150, dtype="u1")
    for offset, item in ((0x1000, data), (0x1800, index), (0x1900, mask), (0x1A00, mask * np.uint8(3))):
        tpu.put(offset, item.tobytes())
    tpu.put(0x2000, bytes(0x1000))
    streams = Streams()
    streams.add(
        "DMA_gather",
        "gather",
        stride_enable=1,
        nchw_copy=1,
        src_data_format=3,
        constant_value=0x1234,
        **EVERY_LANE,
        src_cstride=50,
        src_hstride=5,
        dst_cstride=30,
        dst_hstride=5,
        index_cstride=6,
        index_hstride=1,
        src_csize=3,
        src_hsize=10,
        src_wsize=5,
        dst_csize=3,
        dst_hsize=6,
        dst_wsize=5,
        index_csize=3,
        index_hsize=6,
        **address("src", DDR + 0x1000),
        **address("dst", DDR + 0x2000),
        **address("index", DDR + 0x1800),
    )
    shape = axes("src", "size", (1, 3, 5, 10))
    streams.add(
        "DMA_masked_select",
        "select",
        src_data_format=3,
        mask_data_format=0,
        **shape,
        **EVERY_LANE,
        **address("src", DDR + 0x1000),
        **address("dst", DDR + 0x2400),
        **address("mask", DDR + 0x1900),
    )
    streams.add(
        "DMA_nonzero",
        "index",
        src_data_format=0,
        index_data_format=4,
        base_index=1000,
        **shape,
        **EVERY_LANE,
        **address("src", DDR + 0x1A00),
        **address("dst", DDR + 0x2800),
    )
    await tpu.play(streams)
    lines = np.where(index[..., None] < 10, data[np.arange(3)[:, None], np.minimum(index, 9)], 0x1234)
    assert (tpu.get(0x2000, 90, "u2") == lines.ravel()).all()
    chosen = data.ravel()[mask > 0]
    assert (tpu.get(0x2400, len(chosen) + 1, "u2") == [*chosen, 0]).all()
    assert (tpu.get(0x2800, len(chosen) + 1, "u4") == [*(np.flatnonzero(mask) + 1000), 0]).all()


@cocotb.test()
async def matrices(dut):
    tpu, rng = await Tpu.start(dut), np.random.default_rng(5)
    rows, columns, width = 3, 17, 6
    data = numbers(rng, (rows, columns), 1)
    tpu.put(0x1000, data.tobytes())
    place, step = LOCAL + CONFIG.lane_bytes, CONFIG.eu_bytes
    streams = Streams()
    here = {"nsize": rows, "csize": 3, "wsize": width, "nstride": step, "cstride": step, "hstride": 0, "wstride": 1}
    there = {"hsize": rows, "wsize": columns, "hstride": columns, "wstride": 1}
    streams.add(
        "DMA_matrix",
        "copy",
        **EVERY_LANE,
        **address("src", DDR + 0x1000),
        **address("dst", place),
        **{f"dst_{name}": value for name, value in here.items()},
        **{f"src_{name}": value for name, value in there.items()},
    )
    streams.add(
        "DMA_matrix",
        "copy",
        **EVERY_LANE,
        **address("src", place),
        **address("dst", DDR + 0x2000),
        **{f"src_{name}": value for name, value in here.items()},
        **{f"dst_{name}": value for name, value in there.items()},
    )
    copy(streams, (3, 3, 1, 6), place, DDR + 0x2100, 1)
    await tpu.play(streams)
    assert (tpu.get(0x2000, data.size) == data.ravel()).all()
    spread = tpu.get(0x2100, 54).reshape(3, 18)
    assert (spread[:, :17] == data).all()
    assert await tpu.stopped(Queue.GDMA) == (0, 0)
