"""Where the public part differs from documents and C-model: a layer each (docs/differences.md, 'Reproducers')."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from models.nvdla.interrupts import done_bits
from models.nvdla.lut.config import LutConfig, LutRange, LutSlope, Tables
from models.nvdla.sdp.descriptor import READER, UNIT, OutputConvertor
from models.nvdla.surfaces.surface_layout import ELEMENT_BYTES
from sequences.nvdla.bench import NvdlaBench
from sequences.nvdla.conv.layers import Convolve
from sequences.nvdla.firmware.counting import count_in_both_groups
from sequences.nvdla.firmware.firmware import COUNTED, Firmware, FirmwareKnobs
from sequences.nvdla.firmware.groups import turn_of
from sequences.nvdla.firmware.jobs import jobs_of
from sequences.nvdla.firmware.layers import LayerChain
from sequences.nvdla.firmware.serve import serve
from sequences.nvdla.firmware.tables import read_table, write_table
from sequences.nvdla.lut.design import LutDesign
from sequences.nvdla.lut.functions import sigmoid_table
from sequences.nvdla.lut.numbers import LutNumbers
from sequences.nvdla.post_processing.layers import SdpLayer
from sequences.nvdla.post_processing.steps import add, lookup
from sequences.nvdla.registers.statuses import last_status
from sequences.nvdla.sdp.small import integers_of
from sequences.nvdla.tensors.batches import TensorBatch

SLOPE = 3
PIXELS = 40
WRITTEN = 0x1234
LARGE = 1 << 18
"""A number that no output holds, nor the 17 bits that SDP counts saturation by."""
COUNTED_BITS = 17
"""Of what saturation is counted by."""
MANY_LINES = 200
"""Of a cube that is more than the queues of a memory interface hold."""
ENDED = 5000
"""Cycles after which a small layer has ended that ever ends."""
BEGUN = 40
"""Cycles after which a layer is at work."""


async def underflow_at_offset_0(bench: NvdlaBench) -> list[int]:
    """Look up -8 to -1, all below an exponential table from 0 on with offset 0 and a slope of 3; what comes out.

    With a bias of 2^0 the results are 3*(x - 1), with none 3*x.
    """
    precision = integers_of(bench.config)
    x, y = bench.tensor(np.arange(-8, 0).reshape(1, 1, 8), precision), bench.empty((1, 1, 8), precision)
    await bench.play(SdpLayer(y, [lookup(_sloping(bench))], x=x))
    return [int(value) for value in y.numpy().ravel()]


async def counts_of_look_ups(bench: NvdlaBench) -> dict[str, int]:
    """Look numbers up, each of which one table has at least; the counts that SDP shows, and how many lanes there were.

    Where each lane is counted once, hits and misses add up to the lanes.
    """
    shape, precision = (1, 1, PIXELS), integers_of(bench.config)
    most = 1 << 8 * ELEMENT_BYTES[precision] - 1
    x, y = bench.tensor(bench.rng.integers(-most, most, shape), precision), bench.empty(shape, precision)
    await bench.play(
        SdpLayer(y, [lookup(sigmoid_table())], x=x, convertor=OutputConvertor(shift=16 - 8 * ELEMENT_BYTES[precision]))
    )
    names = ("UFLOW", "OFLOW", "HYBRID", "LE_HIT", "LO_HIT")
    counts = {name: await last_status(bench, UNIT, f"D_PERF_LUT_{name}") for name in names}
    return counts | {"lanes": PIXELS * bench.config.atom_bytes // ELEMENT_BYTES[precision]}


async def unequal_of_a_copy(bench: NvdlaBench) -> int:
    """Copy numbers that are not 0, without comparing; what `STATUS_UNEQUAL` shows."""
    x = bench.tensor(np.ones((1, 1, 4), np.int8), precision := integers_of(bench.config))
    await bench.play(SdpLayer(bench.empty((1, 1, 4), precision), x=x))
    return await last_status(bench, UNIT, "D_STATUS")


async def saturation_not_counted(bench: NvdlaBench) -> tuple[int, int]:
    """A layer that saturates and counts, then one that does neither; what the count shows behind each."""
    precision = integers_of(bench.config)
    half = 1 << 8 * ELEMENT_BYTES[precision] - 2
    x, y = bench.tensor(np.full((1, 1, 4), half), precision), bench.empty((1, 1, 4), precision)
    loud = SdpLayer(y, x=x, convertor=OutputConvertor(scale=LARGE // half)).descriptor(bench.config)
    quiet = SdpLayer(y, x=x).descriptor(bench.config)
    counts = []
    for sdp, on in ((loud, True), (quiet, False)):
        await bench.play(replace(sdp, count_saturation=on))
        counts.append(await last_status(bench, UNIT, "D_PERF_OUT_SATURATION"))
    return counts[0], counts[1]


async def saturation_by_one(bench: NvdlaBench) -> int:
    """A layer of numbers that are all one too large for the 17 bits that count; what is counted as saturated."""
    precision = integers_of(bench.config)
    half = 1 << 8 * ELEMENT_BYTES[precision] - 2
    x, y = bench.tensor(np.full((1, 1, 4), half), precision), bench.empty((1, 1, 4), precision)
    sdp = SdpLayer(y, x=x, convertor=OutputConvertor(scale=(1 << COUNTED_BITS - 1) // half)).descriptor(bench.config)
    await bench.play(replace(sdp, count_saturation=True))
    return await last_status(bench, UNIT, "D_PERF_OUT_SATURATION")


async def stalls_of_operands(bench: NvdlaBench) -> list[int]:
    """With counting on throughout, many lines with operands of X1 and a pixel with none; the stalls of X1 of each.

    Another pixel then runs in the group of the many lines, whose stalls it must not show; all of it comes once more, so
    that the many lines run in either group.
    """
    await count_in_both_groups(bench, READER, UNIT)
    shown, precision, pixel = [], integers_of(bench.config), ((1, 1, 1), False)
    for shape, given in 2 * (((1, MANY_LINES, 4), True), pixel, pixel):
        x = bench.tensor(np.ones(shape, np.int8), precision)
        await bench.play(SdpLayer(bench.empty(shape, precision), [add(x)] if given else [], x=x), knobs=COUNTED)
        shown.append(await last_status(bench, READER, "D_PERF_BRDMA_READ_STALL"))
    return shown[:2]


async def entry_written_beside_a_layer(bench: NvdlaBench) -> int:
    """Write an entry while SDP runs a layer that leaves out Y; what the entry reads behind it."""
    shape, precision = (1, 8, PIXELS), integers_of(bench.config)
    x = bench.tensor(np.ones(shape, np.int8), precision)
    (job,) = jobs_of([SdpLayer(bench.empty(shape, precision), x=x)], bench.config)
    block = bench.registers.blocks[UNIT]
    group = await turn_of(bench, block)
    await Firmware(bench, FirmwareKnobs()).start(job)
    await bench.host.pause(BEGUN)
    await write_table(bench, block, "LE", np.array([WRITTEN], np.int16))
    await serve(bench, done_bits(UNIT, group))
    (entry,) = await read_table(bench, block, "LE", 0, 1)
    return entry


async def batches_of_a_pixel(bench: NvdlaBench) -> NDArray[np.int8]:
    """Add operands for elements to two batches of a pixel with two surfaces; the results, [batches, channels]."""
    layer, y = _batches_of_a_pixel(bench)
    await bench.play(layer)
    values: NDArray[np.int8] = y.numpy()[..., 0, 0]
    return values


async def batches_of_a_pixel_may_hang(bench: NvdlaBench, reset: Callable[[], Awaitable[None]]) -> bool:
    """The same on a part that may hang, and a reset behind it; whether it has ended."""
    layer, _ = _batches_of_a_pixel(bench)
    (job,) = jobs_of([layer], bench.config)
    await Firmware(bench, FirmwareKnobs()).start(job)
    await bench.host.pause(ENDED)
    status = await bench.host.read(bench.registers.GLB.S_INTR_STATUS)
    await reset()
    return bool(status & sum(bench.registers.GLB.S_INTR_STATUS.fields[name].mask for name in done_bits(UNIT, 0)))


def _batches_of_a_pixel(bench: NvdlaBench) -> tuple[LayerChain, TensorBatch]:
    lanes = bench.config.atom_bytes
    x = bench.batch(np.zeros((2, lanes, 1, 1), np.int8), "INT8")
    w = bench.kernels(np.zeros((2 * lanes, lanes, 1, 1), np.int8), "INT8")
    y = bench.empty_batch((2, 2 * lanes, 1, 1), "INT8")
    operands = bench.operands("INT8", alu=np.arange(2 * lanes).reshape(-1, 1, 1), narrow=True)
    return Convolve(x, w) >> SdpLayer(y, [add(operands)]), y


def _sloping(bench: NvdlaBench) -> LutDesign:
    entries = {name.lower(): np.zeros(count, np.int16) for name, count in bench.config.table_entries.items()}
    slope, largest = LutSlope(scale=SLOPE), (1 << 31) - 1
    config = LutConfig(le=LutRange(end=largest, underflow=slope), lo=LutRange(end=1 << 8), exponential=True)
    return LutDesign(np.abs, 0.0, 1.0, LutNumbers(), config, Tables(**entries))
