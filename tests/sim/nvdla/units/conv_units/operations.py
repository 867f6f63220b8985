"""Random layers of MAC operations, and what the accumulator makes of them, reckoned number by number."""

import random
from dataclasses import dataclass, field

from models.nvdla.config import HwConfig
from tests.sim.nvdla.units.conv_units.plain_floats import accumulate, cell_sum, cell_tile, fp32, tile

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
    winograd: bool = False
    stripes: list[Stripe] = field(default_factory=list)

    def operations(self) -> int:
        """Operations that complete a sum, or a tile's."""
        return sum(len(stripe.data) for stripe in self.stripes if stripe.channel_end)


def random_layer(hw: HwConfig, rng, precision, *, groups, stripes, blocks, longest, winograd=False):
    """Kernel groups of which the last is short, stripes of each up to a length, and blocks of channels of each."""
    layer = LayerOfOperations(precision, rng.choice((0, 0, 1, 5, 16)), winograd)
    whole = hw.mac_cells * (2 if precision == "INT8" else 1)
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
    places = 4 if layer.winograd else 1
    for stripe in layer.stripes:
        for pixel, data in enumerate(stripe.data):
            for kernel, weights in enumerate(stripe.kernels):
                for place, term in enumerate(_terms(layer, weights, data)):
                    key = pixel, place, kernel
                    sums[key] = _step(layer, sums.get(key), term)
            for place in range(places if stripe.channel_end else 0):
                done = [_result(layer, sums[pixel, place, kernel]) for kernel in range(len(stripe.kernels))]
                words = [word & (1 << RESULT_BITS) - 1 for word, _ in done]
                results.append(words + [0] * (hw.atom_bytes - len(words)))
                saturations.append(sum(clipped for _, clipped in done))
        if stripe.channel_end:
            sums = {}
    return results, saturations


def _terms(layer, weights, data):
    """What an operation adds to a kernel's sum, or to those of a tile."""
    if layer.precision == "FP16":
        return cell_tile(weights, data) if layer.winograd else [cell_sum(weights, data)]
    products = list(map(int.__mul__, weights, data))
    return tile(products) if layer.winograd else [sum(products)]


def _step(layer, total, term):
    if layer.precision == "FP16":
        return accumulate((0, 0) if total is None else total, term)
    return _clamped((total or 0) + term, SUM_BITS[layer.precision])


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
    long = 2 * hw.mac_cells - 1 if hw.mac_channels < 64 else 3
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
    if "WINOGRAD" in hw.features:
        tiles = {"groups": 1, "stripes": 2, "blocks": 2, "longest": 3, "winograd": True}
        shapes[3:3] = [(precision, tiles) for precision in ("INT8", "FP16", "INT16")]
    return tuple(random_layer(hw, rng, precision, **shape) for precision, shape in shapes)
