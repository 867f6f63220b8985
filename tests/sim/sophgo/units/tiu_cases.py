"""Words of the TIU on small tensors, against plain Python."""

import cocotb
import numpy as np

from models.sophgo.words.description import Queue
from models.sophgo.words.stream import Reason
from tests.sim.sophgo.units.tiu_bench import Lanes, clipped, half_up, signs
from tests.sim.sophgo.units.tpu_bench import Streams, Tpu, axes

HALF_AWAY, HALF_UP = 1, 5


def drawn(seed, dtype, *shape):
    limits = np.iinfo(dtype)
    return np.random.default_rng(seed).integers(limits.min, limits.max, shape, dtype=dtype, endpoint=True)


@cocotb.test()
async def arithmetic(dut):
    tpu = await Tpu.start(dut)
    shape = (2, 6, 3, 5)
    a, b, old = drawn(1, "i1", *shape), drawn(2, "u1", *shape), drawn(3, "i2", *shape)
    by = np.array([0, 3, 7, -1, -4, -8, 9, -16], "i1")
    shifts = by[np.random.default_rng(4).integers(0, len(by), shape)]
    lanes = Lanes(tpu, first=3)
    places = [lanes.put(item) for item in (a, b, old, shifts)]
    loaded, sizes = lanes.copied, axes("res0", "", shape)

    def word(function, result, dtype="i1", second=places[1], second_type="u1", **members):
        place = lanes.result(shape, result, members.pop("place", None))
        operands = {"res0_addr": place, "opd0_addr": places[0], "opd1_addr": second, "tsk_opd_num": 2}
        types = signs(res0=result, opd0=dtype, opd1=second_type)
        return lanes.streams.add("sAR", function, after=loaded, **(sizes | operands | types | members))

    shifted = {"tsk_opd_num": 3, "opd2_const": 1, "opd2_addr": -3 & 0xFF, "opd2_n_str": HALF_AWAY}
    word("add_saturate", "i1", **shifted)
    word("mul", "i1")
    word("sub_saturate", "i2", opd1_const=1, second=200)
    word("mac", "i2", place=places[2], opd2_const=1, opd2_addr=1 | 4 << 8, opd2_n_str=HALF_UP)
    word("arithmetic_shift", "i2", second=places[3], second_type="i1", opd2_n_str=HALF_UP)
    word("logic_shift", "u1", second=places[3], second_type="i1", opd2_n_str=3)
    word("circular_shift", "i1", second=3, opd1_const=1, second_type="i1")
    word("max", "i1", second=places[3], second_type="i1")
    done = word("cast", "u1", opd2_sign=0)
    results = await lanes.play(done)
    x, y = a.astype(np.int64), b.astype(np.int64)
    nearest = np.sign(x + y) * half_up(abs(x + y), 3)
    left, right = np.maximum(shifts, 0).astype(np.int64), np.maximum(-shifts, 0).astype(np.int64)
    wants = (
        clipped(nearest, "i1"),
        (x * y).astype("i1"),
        clipped(x - 200, "i2"),
        clipped(half_up(old.astype(np.int64) * 2 + x * y, 4), "i2"),
        ((x << left) + (1 << right >> 1) >> right).astype("i2"),
        ((x & 255) << left >> right).astype("u1"),
        ((x & 255) << 3 | (x & 255) >> 5).astype("i1"),
        np.maximum(a, shifts),
        clipped(x, "u1"),
    )
    for number, (got, want) in enumerate(zip(results, wants, strict=True)):
        assert (got == want).all(), f"{number}: {got.ravel()[:10]}, not {want.ravel()[:10]}"


def convolved(x, kernel, stride, dilation, outs):
    """Sums of a padded input; the result has `outs` lines and columns."""
    sums = np.zeros((x.shape[0], kernel.shape[0], *outs), np.int64)
    for index in np.ndindex(*outs):
        for y, column in np.ndindex(*kernel.shape[2:]):
            under = x[:, :, index[0] * stride + y * dilation, index[1] * stride + column * dilation]
            sums[:, :, index[0], index[1]] += under.astype(np.int64) @ kernel[:, :, y, column].T.astype(np.int64)
    return sums


@cocotb.test()
async def convolutions(dut):
    tpu = await Tpu.start(dut)
    x, kernel, bias = drawn(5, "u1", 2, 18, 5, 6), drawn(6, "i1", 5, 18, 2, 3), drawn(7, "i2", 1, 5, 1, 1)
    lanes = Lanes(tpu, first=2)
    atoms = np.zeros((5, 2, 2, 3, 16), "i1")
    for channel in range(18):
        atoms[:, channel // 16, :, :, channel % 16] = kernel[:, channel]
    atoms[:, 1, :, :, 2:] = 77  # nobody looks at those
    place, weights = lanes.put(x), lanes.put(atoms.reshape(1, 5, 1, -1), compact=True)
    biases, loaded = lanes.put(bias, compact=True), lanes.copied
    shape = {"opd0_c": 18, "opd0_h": 5, "opd0_w": 6, "opd1_h": 2, "opd1_w": 3, "opd0_addr": place, "opd1_addr": weights}
    shape |= {"opd0_sign": 0, "opd1_sign": 1, "opd3_const": 1}
    wide = lanes.result((2, 5, 3, 3), "i4")
    lanes.streams.add(
        "sCONV",
        "normal",
        after=loaded,
        res0_addr=wide,
        res0_prec=4,
        opd2_const=1,
        opd2_addr=0xFD,
        opd2_sign=1,
        opd3_addr=9,
        opd0_up_pad=1,
        opd0_dn_pad=1,
        opd0_lf_pad=1,
        res_op_x_str=2,
        res_op_y_str=2,
        **shape,
        **axes("res0", "", (2, 5, 3, 3)),
    )
    for function, dtype in (("requantised", "i1"), ("requantised_relu", "u1")):
        done = lanes.streams.add(
            "sCONV",
            function,
            res0_addr=lanes.result((2, 5, 4, 2), dtype),
            res0_prec=0,
            opd2_sign=1,
            opd2_addr=biases,
            opd3_addr=7,
            opd1_x_ins0=1,
            res_op_x_str=1,
            res_op_y_str=1,
            **shape,
            **axes("res0", "", (2, 5, 4, 2)),
        )
    results = await lanes.play(done)
    padded = np.pad(x, ((0, 0), (0, 0), (1, 1), (1, 0)), constant_values=9)
    assert (results[0] == convolved(padded, kernel.astype(int) + 3, 2, 1, (3, 3))).all()
    spread = np.zeros((5, 18, 2, 5), int)
    spread[..., ::2] = kernel
    sums = convolved(x, spread, 1, 1, (4, 2)) + bias
    assert (results[1] == clipped(half_up(sums, 7), "i1")).all()
    assert (results[2] == clipped(half_up(np.maximum(sums, 0), 7), "u1")).all()


@cocotb.test()
async def products_of_matrices(dut):
    tpu = await Tpu.start(dut)
    left, right, bias = drawn(8, "i1", 3, 7), drawn(9, "i1", 7, 10), drawn(10, "i2", 10)
    lanes = Lanes(tpu, first=1)

    def matrix(data, width):
        channels = -(-data.shape[1] // width)
        spread = np.zeros((data.shape[0], channels * width), data.dtype)
        spread[:, : data.shape[1]] = data
        return lanes.put(spread.reshape(data.shape[0], channels, 1, width))

    places = [matrix(left, 4), matrix(left.T, 2), matrix(right, 2), matrix(bias[None], 2)]
    shape = {"res0_c": 5, "res0_w": 2, "opd1_addr": places[2], "opd2_addr": places[3], "opd3_addr": 6 << 8}
    shape |= {"opd0_sign": 1, "opd1_sign": 1, "opd2_sign": 1, "after": lanes.copied}
    lanes.streams.add(
        "sMM",
        "requantised",
        res0_addr=lanes.result((3, 5, 1, 2), "i1"),
        opd0_addr=places[0],
        opd0_n=3,
        opd0_c=2,
        opd0_w=4,
        opd1_w=3,
        **shape,
    )
    done = lanes.streams.add(
        "sMM",
        "requantised_relu",
        res0_addr=lanes.result((3, 5, 1, 2), "u2"),
        res0_prec=3,
        opd0_addr=places[1],
        opd0_n=7,
        opd0_c=2,
        opd0_w=2,
        opd1_w=1,
        left_tran=1,
        **shape,
    )
    results = await lanes.play(done)
    sums = left.astype(int) @ right.astype(int) + bias
    assert (results[0].reshape(3, 10) == clipped(half_up(sums, 6), "i1")).all()
    assert (results[1].reshape(3, 10) == half_up(np.maximum(sums, 0), 6)).all()


@cocotb.test()
async def pooling(dut):
    tpu = await Tpu.start(dut)
    x, kernel, bias = drawn(11, "i1", 1, 6, 4, 4), drawn(12, "i1", 1, 6, 2, 2), drawn(13, "i4", 1, 6, 1, 1) >> 18
    lanes = Lanes(tpu, first=3)
    place, weights, biases = lanes.put(x), lanes.put(kernel, compact=True), lanes.put(bias.astype("i4"), compact=True)
    shape = {"opd0_h": 4, "opd0_w": 4, "opd1_h": 2, "opd1_w": 2, "opd0_addr": place, "opd0_sign": 1, "opd3_const": 1}
    shape |= {"res_op_x_str": 2, "res_op_y_str": 2, "after": lanes.copied, "opd3_addr": 0x80} | axes(
        "res0", "", (1, 6, 3, 2)
    )
    shape |= {"opd0_up_pad": 1, "opd0_dn_pad": 1}
    for function, dtype, members in (
        ("maximum", "i1", {}),
        ("average", "i1", {"opd1_addr": 5, "opd2_addr": 4, "opd2_n_str": HALF_UP}),
        (
            "depthwise",
            "i2",
            {"opd1_addr": weights, "opd2_addr": biases, "res1_addr": 3 << 8, "opd2_n_str": HALF_UP}
            | {"opd1_sign": 1, "opd2_sign": 1, "res0_prec": 3},
        ),
    ):
        done = lanes.streams.add("sPorD", function, res0_addr=lanes.result((1, 6, 3, 2), dtype), **shape, **members)
    results = await lanes.play(done)
    padded = np.pad(x, ((0, 0), (0, 0), (1, 1), (0, 0)), constant_values=-128).astype(int)
    windows = padded.reshape(1, 6, 3, 2, 2, 2).transpose(0, 1, 2, 4, 3, 5)  # [n, c, h, w, y, x]
    assert (results[0] == windows.max((4, 5))).all()
    assert (results[1] == clipped(half_up(windows.sum((4, 5)) * 5, 4), "i1")).all()
    sums = (windows * kernel[:, :, None, None]).sum((4, 5)) + bias
    assert (results[2] == clipped(half_up(sums, 3), "i2")).all()


@cocotb.test()
async def requantisation(dut):
    tpu = await Tpu.start(dut)
    x = drawn(14, "i4", 2, 5, 2, 3) >> 8
    numbers = np.array([[3 << 20, -28, 5], [-7 << 18, -30, -9], [1, 3, 0], [99, -20, 100], [1 << 30, -60, 1]], "i4")
    lanes = Lanes(tpu, first=1)
    place, table = lanes.put(x), lanes.put(numbers.reshape(1, 5, 1, 3))
    shape = axes("res0", "", x.shape) | {"opd0_prec": 4, "opd0_addr": place, "opd2_sign": 1, "opd2_n_str": HALF_UP}
    lanes.streams.add(
        "sRQ",
        "requantise",
        after=lanes.copied,
        res0_addr=lanes.result(x.shape, "i1"),
        opd1_const=1,
        opd1_addr=3 << 20,
        opd2_addr=-28 & 0xFF | (-11 & 0xFFFF) << 16,
        **shape,
    )
    done = lanes.streams.add(
        "sRQ", "requantise", res0_addr=lanes.result(x.shape, "i2"), res0_prec=3, opd1_addr=table, **shape
    )
    results = await lanes.play(done)
    assert (results[0] == clipped(half_up(x.astype(np.int64) * (3 << 20), 28) - 11, "i1")).all()
    for channel, (multiplier, by, zero) in enumerate(numbers.tolist()):
        products = x[:, channel].astype(np.int64) * multiplier
        moved = half_up(products, -by) if by < 0 else products << by
        assert (results[1][:, channel] == clipped(moved + zero, "i2")).all(), channel


@cocotb.test()
async def transposes(dut):
    tpu = await Tpu.start(dut)
    x, one = drawn(15, "i2", 2, 5, 2, 6), drawn(16, "i1", 2, 1, 2, 3)
    lanes = Lanes(tpu, first=3)
    place, line = lanes.put(x), lanes.put(one)
    turned = (2, 6, 2, 5)
    shape = axes("res0", "", turned) | {"res0_prec": 3, "opd0_c": 5, "opd0_w": 6, "opd0_addr": place}
    strides = {"stride_enable": 1} | axes("src", "stride", (48, 16, 8, 1)) | axes("dst", "stride", (60, 10, 5, 1))
    across = lanes.result(turned, "i2", **strides)
    lanes.streams.add("sTRANS", "channel_to_width", after=lanes.copied, res0_addr=across, **shape)
    lanes.streams.add("sTRANS", "width_to_channel", res0_addr=lanes.result(turned, "i2"), **shape)
    done = lanes.streams.add(
        "sTRANS",
        "local_broadcast",
        res0_addr=lanes.result((2, 4, 2, 3), "i1"),
        opd0_addr=line,
        **axes("res0", "", (2, 4, 2, 3)),
    )
    results = await lanes.play(done)
    assert (results[0] == x.transpose(0, 3, 2, 1)).all()
    assert (results[1] == x.transpose(0, 3, 2, 1)).all()
    assert (results[2] == np.broadcast_to(one, (2, 4, 2, 3))).all()


@cocotb.test()
async def members_that_are_refused(dut):
    tpu = await Tpu.start(dut)
    good = axes("res0", "", (1, 1, 1, 1))
    window = {"opd0_h": 1, "opd0_w": 1, "opd1_h": 1, "opd1_w": 1, "opd3_const": 1, "res_op_x_str": 1, "res_op_y_str": 1}
    for kind, function, members in (
        ("sAR", "add", good | {"res0_prec": 1}),
        ("sAR", "copy", good | {"opd0_prec": 3}),
        ("sAR", "mac", good | {"res0_prec": 3}),
        ("sAR", "mul", good | {"res0_h": 0}),
        ("sAR", "sub", good | {"opd0_str": 2}),
        ("sCONV", "requantised", good | window | {"opd0_c": 1, "res_add": 1}),
        (
            "sMM",
            "requantised",
            {"res0_c": 1, "res0_w": 1, "opd0_n": 1, "opd0_c": 1, "opd0_w": 1, "opd1_w": 1, "res0_prec": 4},
        ),
        ("sPorD", "maximum", good | window | {"res_op_x_str": 0}),
        ("sRQ", "requantise", good | {"opd0_prec": 3, "opd2_n_str": 8}),
        ("sTRANS", "width_to_channel", good | {"res0_prec": 2}),
        ("DMA_tensor", "copy", axes("src", "size", (1, 1, 0, 1)) | {"nchw_copy": 1}),
        ("DMA_nonzero", "index", axes("src", "size", (1, 1, 1, 1)) | {"index_data_format": 3}),
    ):
        streams = Streams()
        streams.add(kind, function, **members)
        await tpu.launch(streams.data(Queue.TIU), streams.data(Queue.GDMA))
        assert await tpu.stopped(Queue.GDMA if kind.startswith("DMA") else Queue.TIU) == (1, Reason.MEMBER), (
            kind,
            function,
        )
