"""CSC alone, with this file as firmware and CDMA: the pytest beside it reads what passed after the simulation."""

import cocotb
import numpy as np
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, FallingEdge

from models.nvdla.registers import registers
from tb.nvdla.env_config import chosen_hardware
from tests.sim.nvdla.units.csc.csc_draws import ROUNDS, random_layers
from tests.sim.nvdla.units.csc.csc_expected import drains, stands
from tests.sim.nvdla.units.csc.csc_layers import Layer

HW = chosen_hardware()
CSC = registers(HW).CSC
DATA, WEIGHTS = 0, 1


async def start(dut, *, seed, pauses):
    """A clock and a reset."""
    Clock(dut.clk, 10, unit="ns").start()
    dut.reset_n.value, dut.seed.value, dut.pauses.value = 0, seed, pauses
    dut.results.value = 2 * HW.mac_cells - 1  # the longest stripe
    for name in ("req_valid", "fill_valid", "drain_valid", "drain_group"):
        getattr(dut, name).value = 0
    await ClockCycles(dut.clk, 2)
    await FallingEdge(dut.clk)
    dut.reset_n.value = 1


async def access(dut, register, value=None):
    """Write a register, or read it."""
    dut.req_valid.value, dut.req_write.value = 1, value is not None
    dut.req_word.value = register.address % HW.block_bytes // 4
    dut.req_data.value = value or 0
    await FallingEdge(dut.clk)
    dut.req_valid.value = 0
    return int(dut.rsp_data.value)


def programmed(layer: Layer, weights_entries: int) -> dict:
    """The layer's registers."""
    less_one = {
        "D_DATAIN_SIZE_EXT_0": {"DATAIN_WIDTH_EXT": layer.width, "DATAIN_HEIGHT_EXT": layer.height},
        "D_DATAIN_SIZE_EXT_1": {"DATAIN_CHANNEL_EXT": layer.components if layer.mode == "image" else layer.channels},
        "D_BATCH_NUMBER": {"BATCHES": 2 if lacking("BATCH") else layer.batches},
        "D_ENTRY_PER_SLICE": {"ENTRIES": layer.slice_entries(HW)},
        "D_WEIGHT_SIZE_EXT_0": {"WEIGHT_WIDTH_EXT": layer.kernel_width, "WEIGHT_HEIGHT_EXT": layer.kernel_height},
        "D_WEIGHT_SIZE_EXT_1": {"WEIGHT_CHANNEL_EXT": layer.channels, "WEIGHT_KERNEL": layer.kernels},
        "D_DATAOUT_SIZE_0": {"DATAOUT_WIDTH": layer.out_width, "DATAOUT_HEIGHT": layer.out_height},
        "D_DATAOUT_SIZE_1": {"DATAOUT_CHANNEL": layer.kernels},
        "D_ATOMICS": {"ATOMICS": layer.out_width * layer.out_height},
        "D_RELEASE": {"RLS_SLICES": layer.released_slices},
        "D_CONV_STRIDE_EXT": {"CONV_X_STRIDE_EXT": layer.stride_x, "CONV_Y_STRIDE_EXT": layer.stride_y},
        "D_DILATION_EXT": {"X_DILATION_EXT": layer.dilation_x, "Y_DILATION_EXT": layer.dilation_y},
        "D_BANK": {"DATA_BANK": layer.data_banks, "WEIGHT_BANK": layer.weight_banks},
    }
    as_is = {
        "D_MISC_CFG": {
            "CONV_MODE": "WINOGRAD" if layer.mode == "winograd" or lacking("WINOGRAD") else "DIRECT",
            "IN_PRECISION": layer.precision,
            "PROC_PRECISION": layer.precision,
            "DATA_REUSE": int(layer.reuse_data),
            "WEIGHT_REUSE": int(layer.reuse_weights),
            "SKIP_DATA_RLS": int(layer.keep_data),
            "SKIP_WEIGHT_RLS": int(layer.keep_weights),
        },
        "D_DATAIN_FORMAT": {"DATAIN_FORMAT": "PIXEL" if layer.mode == "image" else "FEATURE"},
        "D_WEIGHT_FORMAT": {
            "WEIGHT_FORMAT": "COMPRESSED" if layer.compressed or lacking("WEIGHT_COMPRESSION") else "UNCOMPRESSED"
        },
        "D_POST_Y_EXTENSION": {"Y_EXTENSION": layer.rows_together.bit_length() - 1},
        "D_PRA_CFG": {"PRA_TRUNCATE": layer.truncate},
        "D_ZERO_PADDING": {"PAD_LEFT": layer.pad_left, "PAD_TOP": layer.pad_top},
        "D_ZERO_PADDING_VALUE": {"PAD_VALUE": layer.pad_value},
    }
    words = {name: {field: value - 1 for field, value in fields.items()} for name, fields in less_one.items()}
    values = {name: getattr(CSC, name).encode(**fields) for name, fields in {**words, **as_is}.items()}
    size = HW.cbuf_entry_bytes
    return values | {
        "D_WEIGHT_BYTES": weights_entries * size + partial_entry(layer),
        "D_WMB_BYTES": size if lacking("WEIGHT_COMPRESSION") else layer.masks_entries(HW) * size,
    }


def lacking(feature: str) -> bool:
    """Whether the configuration lacks a feature: then registers ask for it all the same, which must change nothing."""
    return feature not in HW.features


def partial_entry(layer: Layer) -> int:
    """Bytes that fill no entry, as many of them as the register can hold: they are not fetched, and change nothing."""
    low = CSC.D_WEIGHT_BYTES.WEIGHT_BYTES.low
    return layer.pad_value % HW.cbuf_entry_bytes >> low << low


async def firmware(dut, layers, rng, seed):
    """Program the layers, each as soon as its group is free, and wait for the last one."""
    for number, (layer, stand) in enumerate(zip(layers, stands(HW, seed, layers), strict=True)):
        await access(dut, CSC.S_POINTER, number % 2)
        while await access(dut, CSC.D_OP_ENABLE):
            await ClockCycles(dut.clk, 20, FallingEdge)
        for name, value in programmed(layer, stand.weights_entries).items():
            await access(dut, getattr(CSC, name), value)
        await ClockCycles(dut.clk, int(rng.integers(1, 200)), FallingEdge)
        await access(dut, CSC.D_OP_ENABLE, 1)
    while await access(dut, CSC.S_STATUS):
        await ClockCycles(dut.clk, 20, FallingEdge)


class Fetch:
    """One half of CDMA: fills its banks as far as CSC has given them back."""

    def __init__(self, dut, side, rng):
        self._dut, self._side, self._rng = dut, side, rng
        self._released = ((dut.released_data,), (dut.released_weights, dut.released_masks))[side]
        self._told = [0] * len(self._released)  # entries of each ring that are in use, and those released before

    async def drain(self, number):
        """Wait until CSC needs nothing more."""
        self._set(self._dut.drain_group, number % 2)
        self._set(self._dut.drain_valid, 1)
        await FallingEdge(self._dut.clk)
        while not int(self._dut.drain_ready.value) >> self._side & 1:
            await FallingEdge(self._dut.clk)
        await FallingEdge(self._dut.clk)
        self._set(self._dut.drain_valid, 0)
        self._told = [int(released.value) for released in self._released]

    async def fill(self, units, entries, needed, capacities):
        """Tell some slices or kernels once there is room for them; an entry may be needed that is not complete."""
        while not self._room(needed, capacities):
            await FallingEdge(self._dut.clk)
        await ClockCycles(self._dut.clk, int(self._rng.choice((1, 1, 10, 30, 300))), FallingEdge)
        self._told = [told + count for told, count in zip(self._told, entries, strict=True)]
        names = (("slices", "data_entries"), ("kernels", "weights_entries", "masks"))[self._side]
        for name, value in zip(names, (units, *entries), strict=True):
            getattr(self._dut, f"fill_{name}").value = value
        self._set(self._dut.fill_valid, 1)
        await FallingEdge(self._dut.clk)
        self._set(self._dut.fill_valid, 0)

    def _room(self, needed, capacities):
        told = zip(self._told, self._released, needed, capacities, strict=True)
        return all(used + more - int(released.value) <= most for used, released, more, most in told)

    def _set(self, signal, bit):
        """Both halves drive a bit of the same signals."""
        BITS[signal._name] = BITS.get(signal._name, 0) & ~(1 << self._side) | bit << self._side
        signal.value = BITS[signal._name]


BITS: dict[str, int] = {}


async def fetch_data(dut, layers, rng, seed):
    fetch, before = Fetch(dut, DATA, rng), None
    for number, stand in enumerate(stands(HW, seed, layers)):
        layer = stand.layer
        if drains(layer, before)[DATA]:
            await fetch.drain(number)
        before, left, each = layer, stand.fetched_slices, layer.line_entries(HW)
        while left:
            count = int(rng.integers(1, left + 1))
            entries = (count * each,)
            await fetch.fill(count, entries, entries, (layer.data_banks * HW.cbuf_bank_entries,))
            left -= count


async def fetch_weights(dut, layers, rng, seed):
    fetch, before = Fetch(dut, WEIGHTS, rng), None
    for number, stand in enumerate(stands(HW, seed, layers)):
        layer = stand.layer
        if drains(layer, before)[WEIGHTS]:
            await fetch.drain(number)
        before, tells = layer, list(stand.groups)
        if stand.weights_reused:
            continue
        if rng.integers(2):  # what stands behind the last kernel comes later
            kernels, entries, masks = tells[-1]
            tells[-1:] = [(kernels, entries - 1, masks), (0, 1, 0)]
        capacities = (layer.weight_banks * HW.cbuf_bank_entries + 1, HW.cbuf_bank_entries + 1)
        for kernels, *entries in tells:
            await fetch.fill(kernels, entries, [count + 1 for count in entries], capacities)


FETCHES = (fetch_data, fetch_weights)


@cocotb.test(timeout_time=5, timeout_unit="ms")
async def random_layers_run(dut):
    for seed, pauses in ROUNDS:
        BITS.clear()
        await start(dut, seed=seed, pauses=pauses)
        layers = random_layers(HW, seed)
        rngs = [np.random.default_rng((seed, side)) for side in range(3)]
        fetches = [cocotb.start_soon(fetch(dut, layers, rngs[side], seed)) for side, fetch in enumerate(FETCHES)]
        await firmware(dut, layers, rngs[2], seed)
        for fetch in fetches:
            await fetch
        await ClockCycles(dut.clk, 100, FallingEdge)
        assert int(dut.fired.value) == 0
