"""MAC array and accumulator with this file as firmware and CSC: the pytest beside it reads the results from the tap."""

import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, Event, FallingEdge, Lock, Timer

from models.nvdla.registers import registers
from tb.nvdla.env_config import chosen_hardware
from tests.sim.nvdla.units.conv_units.operations import ELEMENT_BITS, counts, expected, layers

HW = chosen_hardware()
BLOCKS = [getattr(registers(HW), name) for name in ("CMAC_A", "CMAC_B", "CACC")]
CELLS = HW.mac_cells // 2
CELL_INDEX_BITS = max(1, (CELLS - 1).bit_length())
SIDES = (0, 1)
PAUSES = 0.15


async def access(dut, unit, name, value=None):
    """Write a register of a unit, or read it."""
    dut.req_valid.value, dut.req_write.value = 1 << unit, int(value is not None)
    dut.req_word.value = getattr(BLOCKS[unit], name).address % HW.block_bytes // 4
    dut.req_data.value = value or 0
    await FallingEdge(dut.clk)
    dut.req_valid.value = 0
    return int(dut.rsp_data.value) >> 32 * unit & 0xFFFF_FFFF if value is None else 0


async def program(dut, unit, group, layer):
    """Give a unit a layer in a group."""
    block = BLOCKS[unit]
    await access(dut, unit, "S_POINTER", block.S_POINTER.encode(PRODUCER=group))
    misc = block.D_MISC_CFG.encode(CONV_MODE=("DIRECT", "WINOGRAD")[layer.winograd], PROC_PRECISION=layer.precision)
    await access(dut, unit, "D_MISC_CFG", misc)
    if block.name == "CACC":
        await access(dut, unit, "D_CLIP_CFG", block.D_CLIP_CFG.encode(CLIP_TRUNCATE=layer.truncate))
        batches = 0 if layer.winograd else layer.truncate  # any: a batch is an operation as any other
        await access(dut, unit, "D_BATCH_NUMBER", block.D_BATCH_NUMBER.encode(BATCHES=batches))
    await access(dut, unit, "D_OP_ENABLE", 1)


def packed(elements, bits, low_bits):
    """Elements as one number, each in so many bits of which the lowest count."""
    return sum((element & (1 << low_bits) - 1) << bits * lane for lane, element in enumerate(elements))


def cells_of(stripe, precision):
    """The weights of each cell as a number: two kernels of INT8, else one."""
    width = ELEMENT_BITS.get(precision, 16)
    kernels = [packed(kernel, 16, width) for kernel in stripe.kernels]
    if precision != "INT8":
        return kernels
    pairs = [*kernels, 0] if len(kernels) % 2 else kernels
    return [low | high << 8 for low, high in zip(pairs[::2], pairs[1::2], strict=True)]


async def transfer(dut, link, sides, dice):
    """Offer what stands on a link to some sides, after a pause, until each has taken it."""
    while dice.random() < PAUSES:
        await FallingEdge(dut.clk)
    await offer(dut, link, sides)


async def offer(dut, link, sides):
    """Offer what stands on a link to some sides until each has taken it."""
    valid, ready = getattr(dut, f"{link}_valid"), getattr(dut, f"{link}_ready")
    left = sum(1 << side for side in sides)
    while left:
        valid.value = left
        await Timer(1, "ns")
        taken = int(ready.value)
        await FallingEdge(dut.clk)
        left &= ~taken
    valid.value = 0


async def give_weights(dut, played, signals, dice):
    """The weights of each stripe, a cell at a time, when the stripe before has begun."""
    begun, loaded = signals
    for number, (layer, stripe) in enumerate(played):
        if number:
            await begun[number - 1].wait()
        cells = cells_of(stripe, layer.precision)
        for side in SIDES:
            mine = cells[side * CELLS : (side + 1) * CELLS]
            for index, weights in enumerate(mine):
                head = int(index == len(mine) - 1) << CELL_INDEX_BITS | index
                dut.weights.value = (head << HW.mac_channels) << 16 * HW.mac_channels | weights
                await transfer(dut, "weights", [side], dice)
        loaded[number].set()


def operation(flags):
    """Where an operation stands, as its data's highest bits: stripe_start, stripe_end, channel_end, layer_end."""
    head = sum(int(flag) << 3 - place for place, flag in enumerate(flags))
    return (head << HW.mac_channels) << 16 * HW.mac_channels


async def give_data(dut, played, signals, dice):
    """The data of each operation, when the weights are there and there is place for the results."""
    begun, loaded = signals
    asked = 0
    for number, (layer, stripe) in enumerate(played):
        await loaded[number].wait()
        if stripe.channel_end:
            asked += len(stripe.data)
            while int(dut.places.value) < asked:
                await FallingEdge(dut.clk)
        for pixel, elements in enumerate(stripe.data):
            last = pixel == len(stripe.data) - 1
            flags = (pixel == 0, last, stripe.channel_end, last and stripe.layer_end)
            data = packed(elements, 16, ELEMENT_BITS.get(layer.precision, 16))
            dut.data.value = operation(flags) | data
            await transfer(dut, "data", SIDES, dice)
            begun[number].set()


async def firmware(dut, played_layers, lock, seen):
    """Enable each layer in its group as soon as that is free; read the saturation count when it is done."""
    for number, layer in enumerate(played_layers):
        for unit in range(len(BLOCKS)):
            while await status(dut, lock, unit, number % 2):
                await FallingEdge(dut.clk)
            if unit == 2 and number >= 2:
                seen.append(await count(dut, lock, number % 2))
            async with lock:
                await program(dut, unit, number % 2, layer)
    for number in range(max(0, len(played_layers) - 2), len(played_layers)):
        while await status(dut, lock, 2, number % 2):
            await FallingEdge(dut.clk)
        seen.append(await count(dut, lock, number % 2))


async def status(dut, lock, unit, group):
    """What S_STATUS says of a group: 0 is idle."""
    async with lock:
        word = await access(dut, unit, "S_STATUS")
    return word >> 16 * group & 3


async def count(dut, lock, group):
    async with lock:
        await access(dut, 2, "S_POINTER", BLOCKS[2].S_POINTER.encode(PRODUCER=group))
        return await access(dut, 2, "D_OUT_SATURATION")


async def pause(dut, name, dice, pauses):
    """Let a taker's ready come and go."""
    while True:
        getattr(dut, name).value = int(dice.random() >= pauses)
        await FallingEdge(dut.clk)


async def start(dut):
    """A clock and a reset."""
    Clock(dut.clk, 10, unit="ns").start()
    for name in ("reset_n", "req_valid", "data_valid", "weights_valid", "places_ready", "results_ready"):
        getattr(dut, name).value = 0
    await ClockCycles(dut.clk, 2)
    await FallingEdge(dut.clk)
    dut.reset_n.value = 1


@cocotb.test(timeout_time=2, timeout_unit="ms")
async def layers_follow_each_other(dut):
    await start(dut)
    chosen = layers(HW)
    played = [(layer, stripe) for layer in chosen for stripe in layer.stripes]
    signals = [[Event() for _ in played] for _ in range(2)]  # begun, loaded
    seen, lock = [], Lock()
    dice = [random.Random(seed) for seed in range(4)]
    for name, mine in zip(("places_ready", "results_ready"), dice[:2], strict=True):
        cocotb.start_soon(pause(dut, name, mine, 0.4))
    tasks = [
        cocotb.start_soon(firmware(dut, chosen, lock, seen)),
        cocotb.start_soon(give_weights(dut, played, signals, dice[2])),
        cocotb.start_soon(give_data(dut, played, signals, dice[3])),
    ]
    for task in tasks:
        await task
    expected_results = [expected(HW, layer)[1] for layer in chosen]
    total = sum(map(len, expected_results))
    while int(dut.taken.value) < total:
        await FallingEdge(dut.clk)
    await ClockCycles(dut.clk, 100)
    assert int(dut.taken.value) == total
    assert int(dut.places.value) == sum(layer.operations() for layer in chosen) + 4 * HW.mac_cells
    dones = int(dut.dones.value)
    assert [dones & 0xFFFF_FFFF, dones >> 32] == [(len(chosen) + 1) // 2, len(chosen) // 2]
    assert seen == counts(expected_results)
    assert any(seen), "no result saturated"
    assert int(dut.fired.value) == 0


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def halves_that_drift_apart_are_caught(dut):
    """CMAC_B misses an operation of a stripe: what it gives in place of the last one is that of the next stripe."""
    await start(dut)
    for unit in range(len(BLOCKS)):
        await program(dut, unit, 0, layers(HW)[0])
    first, middle, last = (True, False, False, False), (False,) * 4, (False, True, False, False)
    for flags, sides in ((first, SIDES), (middle, SIDES), (middle, [0]), (last, SIDES)):
        assert int(dut.fired.value) == 0
        dut.data.value = operation(flags)
        await offer(dut, "data", sides)
    await ClockCycles(dut.clk, 5)
    assert int(dut.fired.value) == 1
    assert int(dut.last_name.value).to_bytes(32, "big").strip(b"\0") == b"mac-halves-differ"
