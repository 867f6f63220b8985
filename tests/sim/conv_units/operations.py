"""Random layers of MAC operations, and what the accumulator makes of them, reckoned number by number."""

import random
from dataclasses import dataclass, field

from models.nvdla.config import HwConfig
from tests.sim.conv_units.plain_floats import accumulate, cell_sum, fp32

SUM_BITS = {"INT8": 34, "INT16": 48}
ELEMENT_BITS = {"INT8": 8, "INT16": 16}
RESULT_BITS = 32


@dataclass
class Stripe:
    """Operations with the same weights: `kernels` has the elements of each kernel, `data` those of each operation."""

    kernels: list[list[int]]
    data: list[list[int]]
    channel_end: bool
    layer_end: bool = False


@dataclass
class LayerOfOperations:
    """A layer as CSC would give it: stripes in order, several of them for each sum."""

    precision: str
    truncate: int
    stripes: list[Stripe] = field(default_factory=list)


def random_layer(hw: HwConfig, rng: random.Random, precision, *, groups, stripes, blocks, longest) -> LayerOfOperations:
    """Kernel groups of which the last is short, stripes of each up to a length, and blocks of channels of each."""
    layer = LayerOfOperations(precision, rng.choice((0, 0, 1, 5, 16)))
    whole = hw.mac_kernels * (2 if precision == "INT8" else 1)
    for group in range(groups):
        kernels = whole if group < groups - 1 else rng.randint(1, whole)
        for _ in range(stripes):
            length = rng.randint(1, longest)
            for block in range(blocks):
                used = hw.mac_channels if block < blocks - 1 else rng.randint(1, hw.mac_channels)
                draw = _drawer(rng, precision)
                elements = [[draw(used, hw.mac_channels) for _ in range(count)] for count in (kernels, length)]
                layer.stripes.append(Stripe(*elements, channel_end=block == blocks - 1))
    layer.stripes[-1].layer_end = True
    return layer


def _drawer(rng, precision):
    """Elements of one kind for a stripe, 0 in lanes that are not used: (used, lanes) to a list of codes."""
    if precision == "FP16":
        low = rng.randint(0, 25)
        nan = rng.random() < 0.1
        return lambda used, lanes: [_code(rng, low, nan) if lane < used else 0 for lane in range(lanes)]
    most = 1 << ELEMENT_BITS[precision] - 1
    small = rng.random() < 0.4
    extreme = rng.choice((-most, most - 1))

    def draw(used, lanes):
        choice = [rng.randint(-most, most - 1) >> (6 if small else 0) for _ in range(used)]
        if not small and rng.random() < 0.5:
            choice = [extreme] * used
        return choice + [0] * (lanes - used)

    return draw


def _code(rng, low, nan):
    if nan and rng.random() < 0.02:
        return rng.choice((0x7C01, 0xFE00, 0xFFFF))
    return rng.getrandbits(1) << 15 | rng.randint(low, low + 5) << 10 | rng.getrandbits(10)


def expected(hw: HwConfig, layer: LayerOfOperations) -> tuple[list[list[int]], list[int]]:
    """The words of each result's atom, and how many saturated in each."""
    results, saturations, sums = [], [], {}
    for stripe in layer.stripes:
        for pixel, data in enumerate(stripe.data):
            words, saturated = [], 0
            for kernel, weights in enumerate(stripe.kernels):
                total = _step(layer, sums.get((pixel, kernel)), weights, data)
                sums[pixel, kernel] = total
                if stripe.channel_end:
                    word, clipped = _result(layer, total)
                    words.append(word & (1 << RESULT_BITS) - 1)
                    saturated += clipped
            if stripe.channel_end:
                results.append(words + [0] * (hw.atom_bytes - len(words)))
                saturations.append(saturated)
        if stripe.channel_end:
            sums = {}
    return results, saturations


def _step(layer, total, weights, data):
    if layer.precision == "FP16":
        return accumulate((0, 0) if total is None else total, cell_sum(weights, data))
    return _clamped((total or 0) + sum(map(int.__mul__, weights, data)), SUM_BITS[layer.precision])


def _result(layer, total):
    """A word, and whether it counts as saturated."""
    if layer.precision == "FP16":
        return fp32(total), 0
    half = (1 << layer.truncate) >> 1
    rounded = (abs(total) + half) >> layer.truncate
    word = _clamped(-rounded if total < 0 else rounded, RESULT_BITS)
    counted = total >> layer.truncate < -(1 << RESULT_BITS - 1) or word != (-rounded if total < 0 else rounded)
    return word, int(counted)


def _clamped(number, bits):
    return max(-(1 << bits - 1), min((1 << bits - 1) - 1, number))


def counts(layers: list[list[int]]) -> list[int]:
    """The saturation count at the end of each layer, from those of its results; a layer of one result goes on."""
    count, seen = 0, []
    for results in layers:
        count = (count if len(results) == 1 else 0) + sum(results)
        seen.append(count)
    return seen


def layers(hw: HwConfig) -> tuple[LayerOfOperations, ...]:
    """What is played: each precision, short and long, layers of one result, results that saturate."""
    rng = random.Random(11)
    long = 2 * hw.mac_kernels - 1 if hw.mac_channels < 64 else 3
    shapes = [
        ("INT16", {"groups": 1, "stripes": 1, "blocks": 1, "longest": 1}),
        ("INT16", {"groups": 1, "stripes": 1, "blocks": 2, "longest": 1}),
        ("INT16", {"groups": 2, "stripes": 2, "blocks": 2, "longest": long}),
        ("INT8", {"groups": 2, "stripes": 2, "blocks": 3, "longest": long}),
        ("FP16", {"groups": 2, "stripes": 1, "blocks": 3, "longest": long}),
        ("FP16", {"groups": 1, "stripes": 1, "blocks": 1, "longest": 1}),
        ("INT16", {"groups": 2, "stripes": 1, "blocks": 3, "longest": 2}),
        ("INT8", {"groups": 1, "stripes": 1, "blocks": 1, "longest": 1}),
        ("FP16", {"groups": 2, "stripes": 2, "blocks": 2, "longest": 2}),
    ]
    return tuple(random_layer(hw, rng, precision, **shape) for precision, shape in shapes)
